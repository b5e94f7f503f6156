# Everything is built with coverage for libFuzzer, so this wants a build folder of its own:
#   cmake -B build/fuzz -G Ninja -DTESSERA_FUZZ=ON -DTESSERA_BENCH=OFF -DCMAKE_CXX_COMPILER=clang++
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "TESSERA_FUZZ needs clang, this is ${CMAKE_CXX_COMPILER_ID}: apt-get install clang libclang-rt-14-dev "
    "and configure a new folder with -DCMAKE_CXX_COMPILER=clang++")
endif()
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles("extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }"
  TESSERA_HAS_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT TESSERA_HAS_LIBFUZZER)
  message(FATAL_ERROR "TESSERA_FUZZ needs the fuzzer runtime of clang: apt-get install libclang-rt-14-dev")
endif()
# What clang warns of beyond g++ is not an error here.
target_compile_options(tessera_flags INTERFACE -Wno-error
  -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
target_link_options(tessera_flags INTERFACE -fsanitize=address,undefined)
