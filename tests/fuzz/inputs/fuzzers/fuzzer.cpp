// The entry of libFuzzer for one target.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/inputs/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tessera::fuzz::TESSERA_FUZZ_TARGET({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}
