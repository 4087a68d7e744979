# What `cmake --install` puts where, and the package that find_package(simdrive) then finds.
include(CMakePackageConfigHelpers)
set(SIMDRIVE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/simdrive")

install(TARGETS simdrive EXPORT simdriveTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/simdrive" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")

# The version, for programs that are built against it; the git revision stays in the library.
configure_file("${PROJECT_SOURCE_DIR}/cmake/version.hpp.in" "${PROJECT_BINARY_DIR}/generated/include/simdrive/version.hpp" @ONLY)
target_include_directories(simdrive PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/include>)
install(FILES "${PROJECT_BINARY_DIR}/generated/include/simdrive/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/simdrive")

# A static library leaves its own libraries to whoever links it: simdriveConfig.cmake finds them again under the
# names by which they are exported, PkgConfig:: targets included.
get_target_property(SIMDRIVE_LIBRARY_TYPE simdrive TYPE)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/simdriveConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/generated/simdriveConfig.cmake"
                              INSTALL_DESTINATION "${SIMDRIVE_PACKAGE_DIR}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/simdriveConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)  # before 1.0 each minor version may break
install(EXPORT simdriveTargets NAMESPACE simdrive:: DESTINATION "${SIMDRIVE_PACKAGE_DIR}")
install(FILES "${PROJECT_BINARY_DIR}/generated/simdriveConfig.cmake"
              "${PROJECT_BINARY_DIR}/generated/simdriveConfigVersion.cmake"
        DESTINATION "${SIMDRIVE_PACKAGE_DIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
