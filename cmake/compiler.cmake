# Language level and flags that every target shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

add_library(simdrive_flags INTERFACE)
# The same bits on every instruction set: no contraction to fused multiply-add, no reassociation.
target_compile_options(simdrive_flags INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math -Wall -Wextra -Wpedantic
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 sees overlaps in std::string that are not there
# MPI's removed C++ bindings would ask for a library of their own.
target_compile_definitions(simdrive_flags INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
if(SIMDRIVE_WERROR)
    target_compile_options(simdrive_flags INTERFACE -Werror)
endif()
if(SIMDRIVE_SANITIZE)
    target_compile_options(simdrive_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                    -fno-omit-frame-pointer)
    target_link_options(simdrive_flags INTERFACE -fsanitize=address,undefined)
endif()
