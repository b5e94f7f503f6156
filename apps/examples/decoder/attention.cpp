// kernels/attention: its buffers and arguments are those of attention.toml there.
#include <algorithm>
#include <bit>
#include <cmath>

#include "steps.hpp"

namespace decoder {
namespace {

Plan plan_of(const Model& model, const Rows& qkv, const Caches& caches, const Rows& y, const Softmax& softmax) {
    using enum tt::DataFormat;
    const auto width = static_cast<std::uint32_t>(model.head_dim);
    const std::uint32_t blocks = 2 * std::min((width + 63) / 64, 2u);
    const tt::DataFormat cached = data_format(caches.format);
    Plan plan{.reader = "attention/reader.cpp", .compute = "attention/compute.cpp", .writer = "attention/writer.cpp"};
    plan.rings = {{0, Float32, 2},
                  {1, cached, blocks},
                  {2, cached, blocks},
                  {3, Float32, 1, 16 * (256 + 128)},
                  {4, Float32, 1, 16 * (256 + 32)},
                  {16, Float32, 2}};
    // Formats of fewer bits cross SrcA whole.
    plan.exact = {0};
    if (cached == Float32) plan.exact.insert(plan.exact.end(), {1, 2});
    plan.defines = {{"ATTENTION_EXP", softmax.exponential}, {"ATTENTION_FORMAT", "fp32"}};
    if (softmax.approximate_reciprocal) plan.defines.emplace("ATTENTION_APPROXIMATE_RECIPROCAL", "1");
    plan.named = {{"head_dim", width}};
    plan.reader_args = accessors({qkv, caches.keys});
    plan.writer_args = accessors({caches.values, y});
    plan.full_sync = true;
    return plan;
}

}  // namespace

Attention::Attention(Chip& chip, const Model& model, const Rows& qkv, const Caches& caches, const Rows& y,
                     std::uint32_t most_rows, const Softmax& softmax)
    : q_(qkv),
      y_(y),
      caches_(caches),
      kv_heads_(static_cast<std::uint32_t>(model.kv_heads)),
      group_(static_cast<std::uint32_t>(model.heads / model.kv_heads)),
      unit_rows_(std::min(1024 / caches.pitch(), most_rows * group_)),
      scale_(static_cast<float>(1 / std::sqrt(static_cast<double>(model.head_dim)))),
      launch_(chip, plan_of(model, qkv, caches, y, softmax), units(most_rows)) {}

std::uint32_t Attention::units(std::uint32_t rows) const {
    return kv_heads_ * ((rows * group_ + unit_rows_ - 1) / unit_rows_);
}

void Attention::set(std::uint32_t rows, std::uint32_t keys) {
    const std::vector<Share> all = shares(units(rows), launch_.cores());
    for (std::uint32_t core = 0; core < launch_.cores(); ++core) {
        const auto args = [&](std::initializer_list<std::uint32_t> more) {
            std::vector<std::uint32_t> out{all[core].first, all[core].count, rows, keys, group_, unit_rows_};
            out.insert(out.end(), more);
            return out;
        };
        launch_.set(core, args({q_.address(), caches_.keys.address(), caches_.pages_of_head()}),
                    args({std::bit_cast<std::uint32_t>(scale_)}),
                    args({caches_.values.address(), y_.address(), caches_.pages_of_head()}));
    }
}

}  // namespace decoder
