# Read by cpack before it packs: adds the packages whose libraries the build is linked with. CPack would find them too,
# but asks of each of a thousand headers what it is, a process at a time.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
file(GLOB linked ${CPACK_TESSERA_BUILD}/tessera ${CPACK_TESSERA_BUILD}/python/tessera/*.so ${CPACK_TESSERA_BUILD}/sim/libtessera.so)
find_program(shlibdeps dpkg-shlibdeps REQUIRED)
set(folder ${CPACK_PACKAGE_DIRECTORY}/libraries)
file(MAKE_DIRECTORY ${folder}/debian)
file(WRITE ${folder}/debian/control "")
execute_process(COMMAND ${shlibdeps} --ignore-missing-info -O ${linked} WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE found ERROR_VARIABLE said RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0 OR NOT found MATCHES "^shlibs:Depends=(.+)$")
  message(FATAL_ERROR "dpkg-shlibdeps names no libraries of ${linked}: ${found}${said}")
endif()
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${CMAKE_MATCH_1}")
