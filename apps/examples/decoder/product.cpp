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

// Of a product with blocks of so many tiles of a row, with tiles of x in that format.
std::vector<Ring> rings(const Product& of, Unit unit, std::uint32_t block, tt::DataFormat x_tiles) {
    using enum tt::DataFormat;
    const std::uint32_t all = tiles(of.weights.width);
    const tt::DataFormat weights = of.tiles.value_or(Float32);
    // Tiles come twice, so that one block is read while another is multiplied.
    const std::uint32_t read = of.tiles ? 2 * block : block;
    std::vector<Ring> out{
        {1, Float32, of.tiles ? 1 : 2 * block}, {2, Float32, 1}, {5, Float32, 1}, {16, Float32, 2}, {24, Float32, 1},
        {0, Float32, std::max(2u, block)}};
    if (unit == Unit::vector) {
        out.push_back({6, Float32, std::min(side, of.rows) * ((block + 7) / 8)});
        out.push_back({7, weights, read});
    } else if (unit == Unit::parts) {
        out.push_back({3, Float16_b, 3 * all});
        out.push_back({4, Float16_b, 4 * block});
        out.push_back({7, weights, of.tiles ? read : 1});
        out.push_back({8, Float32, block});
    } else {
        out.push_back({3, x_tiles, all});
        out.push_back({4, weights, read});
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

// Few blocks, and room for them in L1 beside what the kernels and the firmware need; no block where there is none.
struct Fit {
    std::uint32_t block = 0;
    tt::DataFormat x_tiles = tt::DataFormat::Float32;
};
Fit fit(const Chip& chip, const Product& of, Unit unit) {
    const std::uint32_t room = chip.l1_bytes() - 128 * 1024, all = tiles(of.weights.width);
    for (const tt::DataFormat x_tiles : {tt::DataFormat::Float32, tt::DataFormat::Float16_b})
        for (const std::uint32_t block : {std::min(16u, all), std::min(8u, all)})
            if ((unit != Unit::vector || spreads_evenly(all, block)) && bytes(rings(of, unit, block, x_tiles)) <= room)
                return {block, x_tiles};
    return {};
}

}  // namespace

Unit unit_for(const Chip& chip, const Product& of, Precision precision) {
    Unit wanted = Unit::vector;
    if (precision == Precision::matrix) wanted = Unit::matrix;
    if (precision == Precision::parts && of.rows > 1) wanted = Unit::parts;
    return fit(chip, of, wanted).block != 0 ? wanted : Unit::vector;
}

Launch product(Chip& chip, const Product& of) {
    const std::uint32_t width = of.weights.width, results = of.weights.count;
    const auto [block, x_tiles] = fit(chip, of, of.unit);
    Plan plan{.reader = "gemm/reader.cpp", .compute = "gemm/compute.cpp", .writer = "gemm/writer.cpp"};
    plan.rings = rings(of, of.unit, block, x_tiles);
    plan.exact = {0, 1, 2, 5, 6, 8, 24};
    if (of.tiles.value_or(tt::DataFormat::Float32) == tt::DataFormat::Float32) plan.exact.push_back(7);
    plan.defines = {{"GEMM_UNIT", name_of(of.unit)}, {"GEMM_ROUND_BITS", "0"}, {"GEMM_B_TILES", of.tiles ? "1" : "0"}};
    plan.named = {{"M", of.rows}, {"N", results}, {"K", width}, {"Mb", 1}, {"Nb", 1}, {"Kb", block}, {"transposed", 1}};
    const Rows& added = of.added ? *of.added : of.y;
    plan.reader_args = accessors({of.x, of.weights, added});
    plan.writer_args = accessors({of.y});
    plan.fidelity = of.unit == Unit::parts ? MathFidelity::LoFi : of.fidelity;
    const std::uint32_t units = tiles(of.rows) * tiles(results);
    Launch launch(chip, plan, units);
    const auto one = std::bit_cast<std::uint32_t>(1.0f);
    const std::uint32_t beta = of.added ? one : 0;
    const std::uint32_t offset = of.first * sizeof(float);
    const std::vector<Share> all = shares(units, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core,
                   {of.x.address(), of.x.page_bytes(), of.weights.address(),
                    of.tiles ? tt::tile_size(*of.tiles) : of.weights.page_bytes(), added.address() + offset,
                    added.page_bytes(), first, count, beta},
                   {first, count, one, beta}, {of.y.address() + offset, of.y.page_bytes(), first, count});
    }
    return launch;
}

}  // namespace decoder
