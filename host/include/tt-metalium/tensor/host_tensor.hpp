// A tensor in the memory of the host, as the device would hold it: filled up, tiled, in its format. Vectors that go in
// and come out are row-major and hold the logical elements.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "spec/tensor_spec.hpp"
#include "topology/tensor_topology.hpp"

namespace tt::tt_metal {

class HostTensor {
  public:
    // Elements that the shape lacks are `pad`. InputError when their number differs. Values that the tensor's type does
    // not have are rounded to nearest, as bfloat16 is made of a float; whole numbers wrap.
    template <class T>
    static HostTensor from_vector(const std::vector<T>& values, const TensorSpec& spec, T pad = T(0)) {
        return from_span(std::span<const T>(values), spec, pad);
    }
    template <class T>
    static HostTensor from_span(std::span<const T> values, const TensorSpec& spec, T pad = T(0));

    template <class T>
    std::vector<T> to_vector() const;

    // Of memory that is laid out already. InputError for another number of bytes.
    HostTensor(std::vector<std::byte> bytes, TensorSpec spec);
    const std::vector<std::byte>& bytes() const { return bytes_; }

    const TensorSpec& tensor_spec() const { return spec_; }
    DataType dtype() const { return spec_.data_type(); }
    Layout layout() const { return spec_.layout(); }
    const Shape& logical_shape() const { return spec_.logical_shape(); }
    const Shape& padded_shape() const { return spec_.padded_shape(); }
    const MemoryConfig& memory_config() const { return spec_.memory_config(); }
    std::uint64_t logical_volume() const { return spec_.logical_shape().volume(); }

  private:
    TensorSpec spec_;
    std::vector<std::byte> bytes_;
};

}  // namespace tt::tt_metal
