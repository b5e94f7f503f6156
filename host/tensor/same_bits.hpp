// Two arrays of the same type and shape, bit by bit: how many elements differ, by how many ULP, and where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/tensor/npy.hpp"
#include "sim/views/failures.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {

struct Differing {
    std::size_t index = 0;  // flat
    std::uint64_t here = 0, there = 0;
    double here_value = 0, there_value = 0;
    double ulp = 0;
};

struct SameBits {
    DType dtype = DType::f4;
    bool bfloat16 = false;  // the elements are u2 that hold its bits
    std::vector<std::size_t> shape = {};
    std::size_t elements = 0, differ = 0;
    std::size_t beyond = 0;               // more than max_ulp apart
    double max_ulp = 0, most_ulp = 0;     // allowed, and between any two; infinite between a NaN and anything else
    std::vector<Differing> largest = {};  // most ULP first, at most ten
    views::FailureMap map = {};           // of those that differ

    bool same() const { return beyond == 0; }
};

struct SameBitsOptions {
    bool tiles = true;      // 32 x 32, where the last two dimensions have as many; else rows
    bool bfloat16 = false;  // u2 holds bits of bfloat16
    double max_ulp = 0;
};

// ULP count the numbers of the format between two of them, -0 and 0 being the same number; of integers it is their
// difference. InputError where types or shapes differ.
SameBits same_bits(const NpyArray& here, const NpyArray& there, const SameBitsOptions& options);

std::string to_text(const SameBits& result, const views::Screen& screen);
nlohmann::ordered_json to_json(const SameBits& result);

}  // namespace tessera::host
