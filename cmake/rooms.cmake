# simdrive_room(NAME USES LIBRARY…): one object library per folder of src/, with every source below it.
# The order in which src/CMakeLists.txt names the rooms is the order in which they may include each other.
set(SIMDRIVE_ROOMS "" CACHE INTERNAL "rooms, ground floor first")

function(simdrive_room name)
    cmake_parse_arguments(ROOM "" "" "USES" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
    if(NOT sources)
        set(sources "${PROJECT_BINARY_DIR}/generated/empty.cpp")
        file(WRITE "${sources}" "")
    endif()
    add_library(simdrive_${name} OBJECT ${sources})
    target_include_directories(simdrive_${name} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_link_libraries(simdrive_${name} PRIVATE simdrive_flags)
    foreach(library IN LISTS ROOM_USES)
        target_link_libraries(simdrive_${name} PUBLIC ${library})
    endforeach()
    set(SIMDRIVE_ROOMS "${SIMDRIVE_ROOMS};${name}" CACHE INTERNAL "rooms, ground floor first")
endfunction()

# simdrive_rooms_up_to(VARIABLE NAME): the object libraries of NAME and of every room below it.
function(simdrive_rooms_up_to variable name)
    set(found "")
    foreach(room IN LISTS SIMDRIVE_ROOMS)
        if(room)
            list(APPEND found simdrive_${room})
        endif()
        if(room STREQUAL name)
            break()
        endif()
    endforeach()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()
