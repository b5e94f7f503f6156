// The entry of libFuzzer for one target.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tests/fuzz/inputs/json_mutation.hpp"
#include "tests/fuzz/inputs/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tessera::fuzz::TESSERA_FUZZ_TARGET({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}

#ifdef TESSERA_FUZZ_JSON
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// Three times in four values of the JSON text, else bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string out = tessera::fuzz::mutated_json({reinterpret_cast<const char*>(data), size}, random);
    if (out.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data, out.data(), out.size());
    return out.size();
}
#endif
