#include "rotation.hpp"

#include <algorithm>
#include <bit>

#include "frequencies.hpp"

namespace decoder {
namespace {

std::uint32_t up(std::uint32_t value, std::uint32_t to) { return (value + to - 1) / to * to; }

// Buffers of kernels/rope/rows/narrow.hpp.
void add_narrowing(Plan& plan, const Caches& caches, std::uint32_t heads_of_block) {
    using enum tt::DataFormat;
    const std::uint32_t tiles = up(heads_of_block * caches.pitch(), 1024) / 1024;
    const char* name = caches.format == CacheFormat::bf16   ? "bf16"
                       : caches.format == CacheFormat::fp16 ? "fp16"
                                                            : "bfp8";
    // fp16 comes as integers of two elements.
    const tt::DataFormat packed = caches.format == CacheFormat::fp16 ? UInt32 : data_format(caches.format);
    plan.rings.insert(plan.rings.end(), {{8, Float32, 2 * tiles}, {17, packed, tiles}});
    if (caches.format == CacheFormat::bfp8) plan.rings.push_back({9, UInt32, 1, heads_of_block * 32});
    plan.exact.push_back(8);
    plan.precise_block_floats = true;
    plan.defines.insert({{"ROPE_KV", name},
                         {"ROPE_KV_PITCH", std::to_string(caches.pitch())},
                         {"ROPE_KV_TILES", std::to_string(tiles)}});
}

Plan plan_of(const Model& model, const Rows& qkv, std::uint32_t units, std::uint32_t heads_of_block,
             std::uint32_t description_bytes, bool norm, const Caches& caches, Phase phase) {
    using enum tt::DataFormat;
    const auto width = static_cast<std::uint32_t>(model.head_dim);
    const std::uint32_t row_bytes = up(width * 4, 64);
    const std::uint32_t block_bytes = up(description_bytes + heads_of_block * (row_bytes + 64), 64);
    Plan plan{.reader = "rope/rows/reader.cpp", .compute = "rope/rows/compute.cpp", .writer = "rope/rows/writer.cpp"};
    plan.rings = {{0, Float32, norm ? 4 * units : 4},
                  {1, UInt32, 2, block_bytes},
                  {2, Int32, 4},
                  {4, UInt32, 1, units * 32 * 16},
                  {16, Float32, 4}};
    plan.exact = {0, 2};
    const bool interleaved = model.pairs == Pairs::interleaved;
    plan.defines = {{"ROPE_ELEMENT_BYTES", "4"}, {"ROPE_STEP", interleaved ? "2" : "1"}};
    if (phase != Phase::turns) plan.defines.emplace("ROPE_PHASE", phase == Phase::split ? "split" : "computed");
    if (norm) {
        plan.rings.insert(plan.rings.end(), {{3, Float32, 2 * units}, {24, Float32, 1}, {5, UInt32, 1, row_bytes}});
        plan.exact.insert(plan.exact.end(), {3, 24});
        plan.defines.emplace("ROPE_NORM", "1");
        if (const std::size_t still = (model.head_dim - model.rotated) / 2; still != 0)
            plan.defines.emplace("ROPE_STILL", std::to_string(still));
    }
    if (caches.format != CacheFormat::fp32) add_narrowing(plan, caches, heads_of_block);
    plan.reader_args = accessors({qkv});
    plan.reader_args.push_back(3);  // matrices
    plan.writer_args = plan.reader_args;
    return plan;
}

}  // namespace

Rotation::Rotation(Chip& chip, const Model& model, const Positions& positions, std::uint32_t most_rows, const Rows& qkv,
                   const Caches& caches, const std::optional<Rows>& norms)
    : positions_(&positions),
      qkv_(qkv),
      caches_(caches),
      norms_(norms),
      pairs_(static_cast<std::uint32_t>(model.rotated / 2)),
      distance_(model.pairs == Pairs::interleaved ? 1 : pairs_),
      eps_(static_cast<float>(model.eps)),
      magnitude_(static_cast<float>(magnitude(model))),
      launch_(chip,
              plan_of(model, qkv, positions.units_, positions.most_heads_, Positions::block_words * 4,
                      norms.has_value(), caches, positions.phase_),
              positions.blocks(most_rows)) {}

// Blocks that turn of a core that takes every so many, those of q before those of k: with weights of their own they
// are runs of their own.
std::vector<std::uint32_t> Rotation::turns(std::uint32_t core) const {
    const Positions& p = *positions_;
    const std::uint32_t step = launch_.cores();
    const auto taken = [&](std::uint32_t blocks) { return blocks > core ? (blocks - core + step - 1) / step : 0; };
    const std::uint32_t of_q = taken(p.rows_ * p.blocks_of(Positions::query));
    const std::uint32_t of_both = taken(p.rows_ * (p.blocks_of(Positions::query) + p.blocks_of(Positions::key)));
    const std::uint32_t of_all = taken(p.blocks(p.rows_));
    constexpr std::uint32_t alike = 1, narrow = 2, still = 4;  // as kernels/rope/rows/compute.cpp has them
    std::vector<std::uint32_t> runs;
    const auto add = [&](std::uint32_t bits, std::uint32_t count) {
        if (count != 0) runs.insert(runs.end(), {bits, count});
    };
    if (caches_.format != CacheFormat::fp32) {
        add(alike, of_q);
        add(alike | narrow, of_both - of_q);
        add(still | narrow, of_all - of_both);
    } else if (norms_) {
        add(alike, of_q);
        add(alike, of_both - of_q);
    } else {
        add(alike, of_both);
    }
    std::vector<std::uint32_t> out{static_cast<std::uint32_t>(runs.size() / 2)};
    runs.resize(6);
    out.insert(out.end(), runs.begin(), runs.end());
    return out;
}

void Rotation::run() {
    const Positions& p = *positions_;
    for (std::uint32_t core = 0; core < launch_.cores(); ++core) {
        const auto mover = [&](std::initializer_list<std::uint32_t> more) {
            std::vector<std::uint32_t> out{static_cast<std::uint32_t>(p.blocks_->address()),
                                           core,
                                           p.blocks(p.rows_),
                                           launch_.cores(),
                                           p.head_dim_,
                                           pairs_,
                                           0,
                                           distance_};
            for (const Rows* rows : {&qkv_, &caches_.keys, &caches_.values})
                out.insert(out.end(), {rows->address(), rows->page_bytes()});
            out.insert(out.end(), more);
            return out;
        };
        std::vector<std::uint32_t> compute{p.units_, std::bit_cast<std::uint32_t>(magnitude_),
                                           std::bit_cast<std::uint32_t>(1 / static_cast<float>(p.head_dim_)),
                                           std::bit_cast<std::uint32_t>(eps_)};
        const std::vector<std::uint32_t> runs = turns(core);
        compute.insert(compute.end(), runs.begin(), runs.end());
        launch_.set(core, norms_ ? mover({norms_->address(), norms_->page_bytes()}) : mover({}), compute,
                    mover({static_cast<std::uint32_t>(p.frequencies_->address()),
                           static_cast<std::uint32_t>(p.frequencies_->page_size())}));
    }
    launch_.run();
}

}  // namespace decoder
