// kernels/gemm: its buffers, defines and arguments are those of gemm.toml there.
#include <algorithm>
#include <bit>

#include "steps.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t side = 32;

std::uint32_t tiles(std::uint32_t elements) { return (elements + side - 1) / side; }

const char* name_of(Unit unit) {
    switch (unit) {
        case Unit::vector: return "vector";
        case Unit::parts: return "parts";
        case Unit::matrix: break;
    }
    return "matrix";
}

std::vector<Ring> rings(Unit unit, std::uint32_t rows, std::uint32_t width, std::uint32_t block) {
    using enum tt::DataFormat;
    std::vector<Ring> out{{1, Float32, 2 * block}, {2, Float32, 1},  {5, Float32, 1},
                          {16, Float32, 2},        {24, Float32, 1}, {0, Float32, std::max(2u, block)}};
    if (unit == Unit::vector) {
        out.push_back({6, Float32, std::min(side, rows) * ((block + 7) / 8)});
        out.push_back({7, Float32, block});
    } else if (unit == Unit::parts) {
        out.push_back({3, Float16_b, 3 * tiles(width)});
        out.push_back({4, Float16_b, 4 * block});
        out.push_back({8, Float32, block});
    } else {
        out.push_back({3, Float32, tiles(width)});
        out.push_back({4, Float32, block});
    }
    return out;
}

std::uint32_t bytes(const std::vector<Ring>& rings) {
    std::uint32_t sum = 0;
    for (const Ring& ring : rings) sum += ring.pages * tt::tile_size(ring.format);
    return sum;
}

// Spread rows of the vector unit (c_6) go by eight tiles: their pages of a block must divide those of the buffer, so
// the last block may not have fewer of them than the others.
bool spreads_evenly(std::uint32_t all, std::uint32_t block) {
    const auto pages = [](std::uint32_t tiles) { return (tiles + 7) / 8; };
    return all % block == 0 || pages(all % block) == pages(block);
}

// Tiles of a row at a time: few blocks, and room for them in L1 beside what the kernels and the firmware need.
std::uint32_t block_for(const Chip& chip, Unit unit, std::uint32_t rows, std::uint32_t width) {
    const std::uint32_t room = chip.l1_bytes() - 128 * 1024, all = tiles(width);
    for (const std::uint32_t block : {std::min(16u, all), std::min(8u, all)})
        if ((unit != Unit::vector || spreads_evenly(all, block)) && bytes(rings(unit, rows, width, block)) <= room)
            return block;
    return 0;
}

}  // namespace

Unit unit_for(const Chip& chip, std::uint32_t rows, std::uint32_t width, Precision precision) {
    Unit wanted = Unit::vector;
    if (precision == Precision::matrix) wanted = Unit::matrix;
    if (precision == Precision::parts && rows > 1) wanted = Unit::parts;
    return block_for(chip, wanted, rows, width) != 0 ? wanted : Unit::vector;
}

Launch product(Chip& chip, const Product& of) {
    const std::uint32_t width = of.weights.width, results = of.weights.count;
    const std::uint32_t block = block_for(chip, of.unit, of.rows, width);
    Plan plan{.reader = "gemm/reader.cpp", .compute = "gemm/compute.cpp", .writer = "gemm/writer.cpp"};
    plan.rings = rings(of.unit, of.rows, width, block);
    plan.exact = {0, 1, 2, 5, 6, 7, 8, 24};
    plan.defines = {{"GEMM_UNIT", name_of(of.unit)}, {"GEMM_ROUND_BITS", "0"}};
    plan.named = {{"M", of.rows}, {"N", results}, {"K", width}, {"Mb", 1}, {"Nb", 1}, {"Kb", block}, {"transposed", 1}};
    const Rows& added = of.added ? *of.added : of.y;
    plan.reader_args = accessors({of.x, of.weights, added});
    plan.writer_args = accessors({of.y});
    plan.fidelity = of.unit == Unit::parts ? MathFidelity::LoFi : of.fidelity;
    const std::uint32_t units = tiles(of.rows) * tiles(results);
    Launch launch(chip, plan, units);
    const auto one = std::bit_cast<std::uint32_t>(1.0f);
    const std::uint32_t beta = of.added ? one : 0;
    const std::vector<Share> all = shares(units, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core,
                   {of.x.address(), of.x.page_bytes(), of.weights.address(), of.weights.page_bytes(), added.address(),
                    added.page_bytes(), first, count, beta},
                   {first, count, one, beta}, {of.y.address(), of.y.page_bytes(), first, count});
    }
    return launch;
}

}  // namespace decoder
