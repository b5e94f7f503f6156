// Tensors on the host: what goes in comes out, filled up and tiled in between (spec/kernel-api.md 5.6).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/tensor/host_tensor.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

TEST(HostTensors, GiveBackWhatTheyWereMadeOf) {
    std::vector<float> values(3 * 5 * 40);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 64) - 32;
    for (const DataType type : {DataType::FLOAT32, DataType::BFLOAT16, DataType::BFLOAT8_B, DataType::INT32})
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            if (type == DataType::BFLOAT8_B && layout != Layout::TILE) continue;
            const TensorSpec spec(Shape{3, 5, 40}, TensorLayout(type, layout, MemoryConfig{}));
            EXPECT_EQ(spec.padded_shape(), (layout == Layout::TILE ? Shape{3, 32, 64} : Shape{3, 5, 40}));
            EXPECT_EQ(HostTensor::from_vector(values, spec).to_vector<float>(), values) << enum_text(type);
        }
    const TensorSpec spec(Shape{40}, TensorLayout(DataType::UINT16, Layout::TILE, MemoryConfig{}));
    const HostTensor padded = HostTensor::from_vector(std::vector<std::uint16_t>(40, 1), spec, std::uint16_t{7});
    EXPECT_EQ(padded.bytes().size(), 2u * 2048);
    EXPECT_EQ(static_cast<int>(padded.bytes()[2048 - 2]), 7);
    EXPECT_THAT(thrown_by([&] { HostTensor::from_vector(values, spec); }), HasSubstr("600 values for a tensor"));
    EXPECT_THAT(thrown_by([] { TensorLayout(DataType::BFLOAT8_B, Layout::ROW_MAJOR, MemoryConfig{}); }),
                HasSubstr("use Layout::TILE"));
}

}  // namespace
