# What `cmake --install` lays down, and the packages that find_package(tessera CONFIG) and find_package(TT-Metalium) read.
#   bin/tessera, lib/libtessera, include/tessera/{sim,host}: the public headers
#   share/tessera/{kernels,sim/api,sim/abi}: what kernels are and include, laid out as in the source tree
#   share/doc/tessera: README, licence
#   share/man/man1: a page for each subcommand
#   share/{bash-completion,zsh,fish}: completion, where the shells of Debian look for it
#   share/tessera/apps, job.schema.json: what `tessera new` copies, for editors
#   share/tessera/examples: programs of the vendor's host API to copy, each a folder with its kernels
#   lib/python3/dist-packages: the Python module, where it is built (host/python)
include(CMakePackageConfigHelpers)

# What install_builds.cmake builds where it is missing.
add_custom_target(tessera_installed)
foreach(target tessera tessera_documents tessera_python)
  if(TARGET ${target})
    add_dependencies(tessera_installed ${target})
  endif()
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)

install(TARGETS tessera EXPORT tesseraTargets)
if(TARGET tessera_cli)
  set_target_properties(tessera_cli PROPERTIES EXPORT_NAME command)
  install(TARGETS tessera_cli EXPORT tesseraTargets)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/documents/ DESTINATION ${CMAKE_INSTALL_DATADIR})
  if(BUILD_SHARED_LIBS)
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE libraries)
    set_target_properties(tessera_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
  endif()
endif()
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
file(GLOB pages ${PROJECT_SOURCE_DIR}/apps/*.md ${PROJECT_SOURCE_DIR}/apps/*.png)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/apps)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

foreach(room sim host)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "sim/api" EXCLUDE)
endforeach()
foreach(room kernels sim/api sim/abi)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${room})
    cmake_path(GET room PARENT_PATH parent)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/${parent})
  endif()
endforeach()

# The vendor's names come to lie beside what they lead to: the installed sim/api is one folder.
install(DIRECTORY ${PROJECT_BINARY_DIR}/sim/api/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/sim/api)
foreach(folder apps/examples kernels/examples)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/examples)
endforeach()
# With kernels/new, what `tessera new` copies.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/new DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/apps)

# find_package(tessera CONFIG), as well with CMAKE_PREFIX_PATH=build/release, where share is the source tree.
set(share_folder ${CMAKE_INSTALL_DATADIR}/tessera)
set(home_folder ${share_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/.cmake/tesseraConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/tesseraConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS share_folder home_folder)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/tesseraConfig.cmake ${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake
  DESTINATION ${package_folder})
install(EXPORT tesseraTargets NAMESPACE tessera:: DESTINATION ${package_folder})
set(share_folder ${PROJECT_SOURCE_DIR})
set(home_folder ${PROJECT_BINARY_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/.cmake/tesseraConfig.cmake.in
  ${PROJECT_BINARY_DIR}/tesseraConfig.cmake INSTALL_PREFIX ${PROJECT_BINARY_DIR} INSTALL_DESTINATION .
  PATH_VARS share_folder home_folder)
set(exported tessera tessera_flags)
if(TARGET tessera_cli)
  list(APPEND exported tessera_cli)
endif()
export(TARGETS ${exported} NAMESPACE tessera:: FILE ${PROJECT_BINARY_DIR}/tesseraTargets.cmake)

# The same under the name that programs of the vendor's API ask for.
foreach(file TT-MetaliumConfig.cmake TT-MetaliumConfigVersion.cmake)
  install(FILES ${PROJECT_SOURCE_DIR}/.cmake/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/TT-Metalium)
  configure_file(${PROJECT_SOURCE_DIR}/.cmake/${file} ${PROJECT_BINARY_DIR}/${file} COPYONLY)
endforeach()

if(PROJECT_IS_TOP_LEVEL)
  include(${PROJECT_SOURCE_DIR}/.cmake/package.cmake)
endif()
