# The tests a second time, under the address and undefined-behaviour sanitizers: `cmake --build --preset asan` and
# `ctest --preset asan`, in the folder of the release build. What has them is the library; the objects of the programs
# are those of the first time, linked again.
add_library(tessera_sanitized_flags INTERFACE)
target_link_libraries(tessera_sanitized_flags INTERFACE tessera_flags)
# g++ 12 sees uninitialised variables in the standard library once sanitizers change its code.
target_compile_options(tessera_sanitized_flags INTERFACE -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
  -fno-omit-frame-pointer -Wno-maybe-uninitialized -Wno-array-bounds)
# A check that fails ends the program at once, which the address sanitizer then reports with its place: with a text for
# each check every process began by placing half a million of them.
target_compile_options(tessera_sanitized_flags INTERFACE -fsanitize-undefined-trap-on-error)
# What these find, the address sanitizer finds too where it does harm, and they make up a third of the compiler's work.
target_compile_options(tessera_sanitized_flags INTERFACE -fno-sanitize=null,object-size,vptr,pointer-overflow)
target_link_options(tessera_sanitized_flags INTERFACE -fsanitize=address,undefined)
add_library(tessera_sanitized_brief_flags INTERFACE)
target_link_libraries(tessera_sanitized_brief_flags INTERFACE tessera_sanitized_flags)
target_compile_options(tessera_sanitized_brief_flags INTERFACE -O0)

add_custom_target(sanitized)

# The same program with the sanitized library.
function(tessera_add_sanitized program)
  add_executable(${program}_sanitized EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}>)
  set_target_properties(${program}_sanitized PROPERTIES LINKER_LANGUAGE CXX)
  # A static library hands on what it is made with, a shared one does not.
  target_link_libraries(${program}_sanitized PRIVATE tessera_sanitized dw elf mpfr gmp z)
  target_link_options(${program}_sanitized PRIVATE -fsanitize=address,undefined)
  add_dependencies(sanitized ${program}_sanitized)
endfunction()

# Besides the long ones: suites that repeat on the other architecture what smaller ones do, and those whose time goes into
# numbers.
set(TESSERA_NOT_SANITIZED ${TESSERA_LONG_TESTS}
  *blackhole* *LowLevel* *AnyNumberOfThreads* *NeitherThreads* *ByteForByte* *SameBytes* Adversity.NoThreads*
  Command.ZonesThat* Fit.* FormFit.* Machines/LibraryKernel* Study/Anchors.*)
