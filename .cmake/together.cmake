# Compiles the files of each folder of a target in one run. Most of a compiler's work on one file is headers and the
# templates that they make it instantiate, which a folder shares; a change of one file takes longer. What a folder's files
# name for themselves therefore differs from file to file. Files with definitions of their own stay alone.
function(tessera_compile_together target)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$" AND NOT source MATCHES "^\\$")
      cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
      cmake_path(GET path PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE group)
      string(REPLACE "/" "_" group "${group}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
