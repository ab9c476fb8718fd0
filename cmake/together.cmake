# Most of the time of a build goes into reading the same headers, and compiling the same templates, once for each file. With
# ZONDA_TOGETHER the compiler is given the files of a folder a few at a time instead, and the usual headers precompiled.
# Names in unnamed namespaces of a folder must differ then. A file still includes what it uses: the debug build compiles
# each alone.
set(zonda_files_together 12)

# Compiles the files of a target together, and precompiles the usual headers. Call it when the target has all its files.
function(zonda_compile_together target)
  if(NOT ZONDA_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/standard_headers.hpp)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The compiler takes the files for headers, in which types of unnamed namespaces would be a mistake.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(options) # it is compiled in its own way
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR count_${folder} "${count_${folder}} + 1")
    math(EXPR group "(${count_${folder}} - 1) / ${zonda_files_together}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
  endforeach()
endfunction()
