# cmake -DSOURCE_DIR=… -P layering.cmake: reads every #include below src/, include/ and apps/ and holds it against
# the rules of the house. Prints each line that breaks one.
set(offences "")

# The rooms in the order in which src/CMakeLists.txt names them: each may include itself and those before it.
set(rooms "")
file(STRINGS "${SOURCE_DIR}/src/CMakeLists.txt" lines REGEX "^simdrive_room\\(")
foreach(line IN LISTS lines)
    string(REGEX REPLACE "^simdrive_room\\(([a-z_]+).*" "\\1" room "${line}")
    list(APPEND rooms "${room}")
endforeach()
list(LENGTH rooms count)
if(count LESS 2)
    message(FATAL_ERROR "no rooms found in ${SOURCE_DIR}/src/CMakeLists.txt")
endif()

# Header pattern, and the only folder whose files may include it.
set(exclusive
    "^mpi\\.h$"                          src/mpi/
    "^(hdf5|H5[A-Za-z]*public|hdf5_hl|zlib)\\.h$" src/io/
    "^(jemalloc/.*|numa|numaif)(\\.h)?$" src/memory/
    "^CLI/"                              apps/
    "^spdlog/"                           src/base/log.cpp)

macro(offend reason)
    list(APPEND offences "${file}: ${line}\n    ${reason}")
endmacro()

function(check_exclusive)
    list(LENGTH exclusive length)
    math(EXPR last "${length} / 2 - 1")
    foreach(i RANGE ${last})
        math(EXPR pattern_at "2 * ${i}")
        math(EXPR folder_at "2 * ${i} + 1")
        list(GET exclusive ${pattern_at} pattern)
        list(GET exclusive ${folder_at} folder)
        if(header MATCHES "${pattern}" AND NOT file MATCHES "^${folder}")
            offend("only ${folder} includes <${header}>")
        endif()
    endforeach()
    set(offences "${offences}" PARENT_SCOPE)
endfunction()

function(check_direction)
    string(REGEX REPLACE "^src/([^/]+)/.*" "\\1" from "${file}")
    string(REGEX MATCH "^[^/]+/" to "${header}")  # <memory> is no room
    string(REPLACE "/" "" to "${to}")
    list(FIND rooms "${from}" from_index)
    list(FIND rooms "${to}" to_index)
    if(from_index EQUAL -1)
        offend("${from}/ is no room of src/CMakeLists.txt")
    elseif(to_index GREATER from_index)
        offend("${from}/ stands below ${to}/ and must not include it")
    elseif(quoted AND to_index EQUAL -1 AND NOT header MATCHES "^(simdrive/|build_info\\.hpp$)")
        offend("includes are relative to src/: \"<room>/<file>.hpp\"")
    endif()
    set(offences "${offences}" PARENT_SCOPE)
endfunction()

function(check_public)
    if(header MATCHES "^simdrive/" OR (NOT quoted AND header MATCHES "^[a-z_0-9]+$"))
        return()
    endif()
    offend("public headers include the standard library and simdrive/ only")
    set(offences "${offences}" PARENT_SCOPE)
endfunction()

set(checked 0)
file(GLOB_RECURSE files RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/src/*.[ch]pp" "${SOURCE_DIR}/include/*.[ch]pp"
     "${SOURCE_DIR}/apps/*.[ch]pp")
foreach(file IN LISTS files)
    file(STRINGS "${SOURCE_DIR}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "([<\"])([^>\"]+)" _ "${line}")
        set(header "${CMAKE_MATCH_2}")
        set(quoted FALSE)
        if(CMAKE_MATCH_1 STREQUAL "\"")
            set(quoted TRUE)
        endif()
        math(EXPR checked "${checked} + 1")
        check_exclusive()
        if(file MATCHES "^src/")
            check_direction()
        elseif(file MATCHES "^include/")
            check_public()
        endif()
    endforeach()
endforeach()

if(checked EQUAL 0)
    message(FATAL_ERROR "no includes found below ${SOURCE_DIR}")
endif()
if(offences)
    list(JOIN offences "\n" text)
    message(FATAL_ERROR "includes that break the order of the rooms:\n${text}")
endif()
message(STATUS "${checked} includes keep the order of the rooms")
