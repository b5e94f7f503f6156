// Contents of a circular buffer, of a tile of Dst or of a register of the vector unit as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "host/debug/dump_request.hpp"
#include "host/tensor/npy.hpp"
#include "sim/core/core.hpp"

namespace tessera::host {

struct DumpedValues {
    std::vector<std::size_t> shape = {};  // the last two are rows and columns
    std::variant<std::vector<float>, std::vector<std::int32_t>, std::vector<std::uint32_t>> values = {};
    bool bits = false;                    // as they lie, not the numbers they stand for
    std::string about = {};               // "bf16, 1 of 2 pages filled"
    std::vector<std::string> names = {};  // of the matrices, where there are several: "page 0"

    NpyArray npy() const;
};

// As the RISC of that row sees it: packers have another half of Dst than the matrix unit. Changes nothing. InputError
// where the core holds no such thing.
DumpedValues dumped_values(const core::Core& core, int risc, const DumpRequest& request);

}  // namespace tessera::host
