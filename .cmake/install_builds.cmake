# `cmake --install` and `cpack` build what they lay down where it is not there yet: apps/demo builds the command alone.
# Nothing is built where all of it is there, which an administrator's install relies on.
set(needed "$<TARGET_FILE:tessera>")
if(EXISTS ${PROJECT_SOURCE_DIR}/apps)
  list(APPEND needed "$<TARGET_FILE:tessera_cli>" "${PROJECT_BINARY_DIR}/apps/documents.made")
endif()
if(NOT TESSERA_PYTHON_MISSING)
  list(APPEND needed "$<TARGET_FILE:tessera_python>")
endif()
list(JOIN needed "\" \"" needed)
install(CODE "
  foreach(file \"${needed}\")
    if(NOT EXISTS \"\${file}\")
      message(STATUS \"Building what is missing: \${file}\")
      execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target tessera_installed
        COMMAND_ERROR_IS_FATAL ANY)
      break()
    endif()
  endforeach()")
