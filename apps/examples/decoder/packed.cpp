// kernels/packed_gemv and kernels/dequantise: their buffers, defines and arguments are those of the .toml files there.
#include <algorithm>
#include <bit>

#include "products.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t side = 32, chunk = 512;  // rows of W, and weights of a row, at a time

const char* name_of(WeightType type) {
    switch (type) {
        case WeightType::q8_0: return "q8_0";
        case WeightType::q4_0: return "q4_0";
        case WeightType::q4_k: return "q4_k";
        case WeightType::q6_k: return "q6_k";
        case WeightType::f16: return "f16";
        case WeightType::bf16: return "bf16";
        default: return nullptr;
    }
}

std::uint32_t parts(std::uint32_t all, std::uint32_t size) { return (all + size - 1) / size; }

// Packed bytes of two units.
Ring packed_ring(std::uint32_t index, const Matrix& weights) {
    constexpr std::uint32_t aligned = 64;
    const auto bytes = static_cast<std::uint32_t>(byte_count(weights.type, chunk));
    return {index, tt::DataFormat::UInt8, 2 * side, (parts(bytes, aligned) + 1) * aligned};
}

// bits and group are of MLX's weights only.
metal::NamedCompileArgs named(const Matrix& weights, std::uint32_t rows) {
    return {{"N", rows},     {"K", weights.width}, {"bits", 4},
            {"group", side}, {"chunk", chunk},     {"page", weights.page_bytes}};
}

}  // namespace

bool can_stay_packed(const Weights& weights) { return name_of(weights.type) != nullptr && weights.columns % side == 0; }

Launch packed_product(Chip& chip, const Product& of, const Matrix& weights, std::uint32_t first_element) {
    using enum tt::DataFormat;
    Plan plan{
        .reader = "packed_gemv/reader.cpp", .compute = "packed_gemv/compute.cpp", .writer = "packed_gemv/writer.cpp"};
    plan.rings = {{0, Int32, 8},   packed_ring(1, weights),
                  {2, Float32, 2}, {3, Float32, 4 * of.rows * parts(weights.width, 1024)},
                  {4, Int32, 8},   packed_ring(5, weights),
                  {9, Float32, 2}, {10, Float32, 1},
                  {16, Float32, 2}};
    plan.exact = {0, 2, 3, 4, 9};
    plan.defines = {{"DEQUANTISE_TYPE", name_of(weights.type)}, {"DEQUANTISE_BIAS", "plus"}, {"GEMV_FORMAT", "fp32"}};
    plan.named = named(weights, weights.count);
    plan.named.emplace("M", of.rows);
    const Rows packed{weights.buffer, weights.count, weights.width};
    plan.reader_args = accessors({packed, of.x});
    plan.writer_args = accessors({packed, of.y});
    const std::uint32_t strips = parts(weights.count, side), offset = first_element * sizeof(float);
    const std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f), beta = of.added ? one : 0;
    const Rows& added = of.added ? *of.added : of.y;
    Launch launch(chip, plan, strips);
    const std::vector<Share> all = shares(strips, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core, {weights.address(), 0, of.x.address(), of.x.page_bytes(), first, count},
                   {first, count, one, beta},
                   {weights.address(), 0, of.y.address() + offset, of.y.page_bytes(), first, count,
                    added.address() + offset, beta});
    }
    return launch;
}

std::uint32_t units_of_unpacking(std::uint32_t rows, std::uint32_t width) {
    return parts(rows, side) * parts(width, chunk);
}

Plan plan_of_unpacking(const Matrix& weights, std::uint32_t rows, std::uint32_t ring_of_bytes) {
    using enum tt::DataFormat;
    const std::uint32_t tiles = weights.width / side % 2 == 0 ? 2 : 1;
    Plan plan{
        .reader = "dequantise/reader.cpp", .compute = "dequantise/compute.cpp", .writer = "dequantise/writer.cpp"};
    plan.rings = {{0, Int32, 2}, packed_ring(ring_of_bytes, weights), {16, Float32, 2 * tiles}};
    plan.exact = {0};
    plan.defines = {{"DEQUANTISE_TYPE", name_of(weights.type)},
                    {"DEQUANTISE_FORMAT", "fp32"},
                    {"DEQUANTISE_BIAS", "plus"},
                    {"DEQUANTISE_AS", "rows"},
                    {"DEQUANTISE_TILES", std::to_string(tiles)}};
    plan.named = named(weights, rows);
    return plan;
}

Launch unpack(Chip& chip, const Matrix& weights, const Rows& out) {
    Plan plan = plan_of_unpacking(weights, weights.count, 1);
    plan.reader_args = accessors({{weights.buffer, weights.count, weights.width}});
    plan.writer_args = accessors({out});
    const std::uint32_t units = units_of_unpacking(weights.count, weights.width);
    Launch launch(chip, plan, units);
    const std::vector<Share> all = shares(units, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core, {weights.address(), 0, first, count}, {first, count},
                   {out.address(), out.page_bytes(), first, count});
    }
    return launch;
}

}  // namespace decoder
