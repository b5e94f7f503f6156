#include <fmt/format.h>

#include "host/metalium/shards.hpp"
#include "host/metalium/simulation.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/device.hpp"
#include "tt-metalium/mesh_buffer.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"

namespace tt::tt_metal {

using tensor_accessor::ArgConfig;
using tensor_accessor::ArgsConfig;
using tessera::abi::accessor_word;
using tessera::fault::InputError;

namespace {

const Buffer* buffer_of(const distributed::MeshBuffer* buffer) {
    return buffer == nullptr ? nullptr : buffer->get_reference_buffer();
}

BufferDistributionSpec distribution_of(const Buffer& buffer) {
    if (const auto& given = buffer.buffer_distribution_spec()) return *given;
    return tessera::host::distribution_of(buffer.shard_spec(), buffer.buffer_layout());
}

// Of L1 a bank is the core's NoC coordinates, of DRAM its number with 0 below.
std::uint32_t bank_word(const Buffer& buffer, const CoreCoord& bank) {
    const CoreCoord at = buffer.is_dram() ? bank : buffer.device()->worker_core_from_logical_core(bank);
    return static_cast<std::uint32_t>((at.x & 0xFF) << 8 | (at.y & 0xFF));
}

}  // namespace

TensorAccessorArgs::TensorAccessorArgs(const Buffer& buffer, ArgsConfig config) : TensorAccessorArgs(&buffer, config) {}
TensorAccessorArgs::TensorAccessorArgs(const distributed::MeshBuffer& buffer, ArgsConfig config)
    : TensorAccessorArgs(buffer_of(&buffer), config) {}
TensorAccessorArgs::TensorAccessorArgs(const distributed::MeshBuffer* buffer, ArgsConfig config)
    : TensorAccessorArgs(buffer_of(buffer), config) {}

TensorAccessorArgs::TensorAccessorArgs(const Buffer* buffer, ArgsConfig config) {
    if (buffer == nullptr) return;
    if (!is_sharded(buffer->buffer_layout())) {
        compile_args_ = {
            accessor_word(ArgsConfig().set(ArgConfig::IsDram, buffer->is_dram()).raw(), buffer->page_size())};
        return;
    }
    config.set(ArgConfig::Sharded).set(ArgConfig::IsDram, buffer->is_dram());
    if (config.test(ArgConfig::RuntimeRank) &&
        !(config.test(ArgConfig::RuntimeTensorShape) && config.test(ArgConfig::RuntimeShardShape)))
        throw InputError("an accessor of runtime rank needs both shapes at runtime too");
    if (config.test(ArgConfig::RuntimeNumBanks) && !config.test(ArgConfig::RuntimeBankCoords))
        throw InputError("an accessor of a runtime number of banks needs their coordinates at runtime too");
    const BufferDistributionSpec distribution = distribution_of(*buffer);
    const Shape& tensor = distribution.tensor_shape_in_pages();
    const std::vector<CoreCoord>& banks = distribution.cores();
    if (tensor.rank() > MAX_NUM_DIMENSIONS)
        throw InputError(
            fmt::format("an accessor of a tensor of {} dimensions; at most {}", tensor.rank(), MAX_NUM_DIMENSIONS));
    compile_args_ = {accessor_word(config.raw(), buffer->page_size())};
    const auto args = [&](ArgConfig at_runtime) -> std::vector<std::uint32_t>& {
        return config.test(at_runtime) ? common_args_ : compile_args_;
    };
    const auto append = [&](ArgConfig at_runtime, const Shape& shape) {
        args(at_runtime).insert(args(at_runtime).end(), shape.begin(), shape.end());
    };
    args(ArgConfig::RuntimeRank).push_back(static_cast<std::uint32_t>(tensor.rank()));
    args(ArgConfig::RuntimeNumBanks).push_back(static_cast<std::uint32_t>(banks.size()));
    append(ArgConfig::RuntimeTensorShape, tensor);
    append(ArgConfig::RuntimeShardShape, distribution.shard_shape_in_pages());
    for (std::size_t i = 0; i < banks.size(); i += 2)
        args(ArgConfig::RuntimeBankCoords)
            .push_back(bank_word(*buffer, banks[i]) |
                       (i + 1 < banks.size() ? bank_word(*buffer, banks[i + 1]) << 16 : 0));
}

TensorAccessorArgs TensorAccessorArgs::create_dram_interleaved() {
    TensorAccessorArgs out;
    out.compile_args_ = {ArgsConfig(ArgConfig::IsDram).raw()};
    return out;
}

void TensorAccessorArgs::append_to(std::vector<std::uint32_t>& compile_args) const {
    if (!common_args_.empty())
        throw InputError("the accessor has runtime arguments; append it to common runtime arguments as well");
    compile_args.insert(compile_args.end(), compile_args_.begin(), compile_args_.end());
}

void TensorAccessorArgs::append_to(std::vector<std::uint32_t>& compile_args,
                                   std::vector<std::uint32_t>& common_args) const {
    compile_args.insert(compile_args.end(), compile_args_.begin(), compile_args_.end());
    common_args.insert(common_args.end(), common_args_.begin(), common_args_.end());
}

}  // namespace tt::tt_metal
