# simdrive_catalogue(FOLDER TYPE PREFIX HEADER): writes the table of everything that lives in src/FOLDER.
#
# Each file src/FOLDER/NAME.cpp defines `const TYPE& PREFIX_NAME();`. A file dropped into the folder is found by
# a plain rebuild (CONFIGURE_DEPENDS); a self-registering object would be dropped by the linker from a static
# library. The table is returned by `std::span<const CatalogueEntry<TYPE>> PREFIX_catalogue()`.
function(simdrive_catalogue room folder type prefix header)
    file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
    list(SORT files)
    set(declarations "")
    set(rows "")
    set(count 0)
    foreach(file IN LISTS files)
        get_filename_component(stem "${file}" NAME_WE)
        string(APPEND declarations "const ${type}& ${prefix}_${stem}();\n")
        string(APPEND rows "    {\"${stem}\", &${prefix}_${stem}},\n")
        math(EXPR count "${count} + 1")
    endforeach()
    set(SIMDRIVE_CATALOGUE_TYPE "${type}")
    set(SIMDRIVE_CATALOGUE_PREFIX "${prefix}")
    set(SIMDRIVE_CATALOGUE_HEADER "${header}")
    set(SIMDRIVE_CATALOGUE_DECLARATIONS "${declarations}")
    set(SIMDRIVE_CATALOGUE_ROWS "${rows}")
    set(SIMDRIVE_CATALOGUE_COUNT "${count}")
    set(output "${PROJECT_BINARY_DIR}/generated/${prefix}_catalogue.cpp")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/catalogue.cpp.in" "${output}" @ONLY)
    target_sources(simdrive_${room} PRIVATE "${output}")
endfunction()
