// What the kernel's TensorAccessorArgs reads of a buffer (spec/kernel-api.md 2.4). Interleaved: one word. Sharded: that
// word, rank, number of banks, shape of the tensor and of a shard in pages, then the banks, two to a word; whatever is
// marked as runtime stands among the common runtime arguments instead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../hostdevcommon/tensor_accessor/arg_config.hpp"
#include "buffer.hpp"

namespace tt::tt_metal {

namespace distributed {
class MeshBuffer;
}

class TensorAccessorArgs {
  public:
    static constexpr std::size_t MAX_NUM_DIMENSIONS = 8;

    // InputError for a sharded buffer of the older kind whose pages no accessor finds. Without a buffer: of L1,
    // interleaved.
    TensorAccessorArgs() = default;
    TensorAccessorArgs(const Buffer& buffer, tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None);
    TensorAccessorArgs(const Buffer* buffer, tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None);
    TensorAccessorArgs(const std::shared_ptr<Buffer>& buffer,
                       tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(buffer.get(), config) {}
    TensorAccessorArgs(const distributed::MeshBuffer& buffer,
                       tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None);
    TensorAccessorArgs(const distributed::MeshBuffer* buffer,
                       tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None);
    TensorAccessorArgs(const std::shared_ptr<distributed::MeshBuffer>& buffer,
                       tensor_accessor::ArgsConfig config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(buffer.get(), config) {}

    static TensorAccessorArgs create_dram_interleaved();
    static TensorAccessorArgs create_l1_interleaved() { return {}; }

    // The form without common arguments is an InputError where some are needed.
    void append_to(std::vector<std::uint32_t>& compile_args) const;
    void append_to(std::vector<std::uint32_t>& compile_args, std::vector<std::uint32_t>& common_args) const;
    std::vector<std::uint32_t> get_compile_time_args() const { return compile_args_; }
    std::vector<std::uint32_t> get_common_runtime_args() const { return common_args_; }

  private:
    std::vector<std::uint32_t> compile_args_ = {0}, common_args_;
};

}  // namespace tt::tt_metal
