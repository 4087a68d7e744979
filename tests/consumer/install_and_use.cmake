# cmake -P: installs BUILD_DIR below WORK_DIR, moves it, and builds and runs PROJECT_DIR against it.
function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\n${output}\nreturned ${result}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

set(first_prefix "${WORK_DIR}/installed")
set(prefix "${WORK_DIR}/moved")
set(build "${WORK_DIR}/build")
file(REMOVE_RECURSE "${first_prefix}" "${prefix}" "${build}")

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${first_prefix}")
file(RENAME "${first_prefix}" "${prefix}")  # an installed package may be moved

run("${CMAKE_COMMAND}" -S "${PROJECT_DIR}" -B "${build}" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${prefix}"
    "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}")
run("${CMAKE_COMMAND}" --build "${build}")
run("${build}/consumer")
if(NOT output MATCHES "simdrive ${VERSION}")
    message(FATAL_ERROR "the consumer printed\n${output}\nexpected \"simdrive ${VERSION}\" in it")
endif()

# Nothing that was installed may point back to where it was built or first installed.
file(GLOB files "${prefix}/lib*/cmake/simdrive/*.cmake" "${prefix}/lib*/*/cmake/simdrive/*.cmake")
if(NOT files)
    message(FATAL_ERROR "no package files below ${prefix}")
endif()
foreach(file IN LISTS files)
    file(READ "${file}" text)
    foreach(path "${BUILD_DIR}/generated" "${first_prefix}")
        string(FIND "${text}" "${path}" position)
        if(NOT position EQUAL -1)
            message(FATAL_ERROR "${file} names ${path}")
        endif()
    endforeach()
endforeach()
message("${output}")
