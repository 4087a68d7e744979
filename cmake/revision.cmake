# The git revision and the compiler's flags for `simdrive --version`; refreshed at each configure.
set(SIMDRIVE_REVISION "unknown")
find_package(Git QUIET)
if(Git_FOUND)
    execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${PROJECT_SOURCE_DIR}" describe --always --dirty --abbrev=12
                    OUTPUT_VARIABLE SIMDRIVE_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT SIMDRIVE_REVISION)
    set(SIMDRIVE_REVISION "unknown")
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" simdrive_type)
set(SIMDRIVE_COMPILER "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${simdrive_type}} -std=c++20 -ffp-contract=off -fno-math-errno -fno-trapping-math" SIMDRIVE_FLAGS)
configure_file("${PROJECT_SOURCE_DIR}/cmake/build_info.hpp.in" "${PROJECT_BINARY_DIR}/generated/build_info.hpp" @ONLY)
