// Every format from a host matrix through pages, unpacker, Dst, packer and back on a simulated core: what the format
// holds arrives unchanged.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "host/tensor/formats.hpp"
#include "tests/host/metalium/tile_copy.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::Extent2D;
using tessera::metalium_test::copied;
using tessera::metalium_test::copied_tiles;

constexpr Extent2D extent{32, 32 * copied_tiles};

enum class Way { narrow, wide, straight };  // 16-bit Dst, 32-bit Dst through SrcA, 32-bit Dst past SrcA

ComputeConfig compute(Way way) {
    std::vector<UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    if (way == Way::straight) modes[CBIndex::c_0] = UnpackToDestMode::UnpackToDestFp32;
    return {.fp32_dest_acc_en = way != Way::narrow, .unpack_to_dest_mode = modes};
}

class Formats : public tessera::host::test::Metalium {
  protected:
    void SetUp() override { device_ = CreateDevice(0); }
    void TearDown() override { CloseDevice(device_); }
    std::vector<std::uint8_t> copy(const std::vector<std::uint8_t>& in, DataFormat format, Way way,
                                   DataFormat out = DataFormat::Invalid) {
        return copied(device_, in, format, compute(way), BufferType::DRAM, out);
    }
    Device* device_ = nullptr;
};

// Away from zero: the unpacker's way through SrcA makes denormals of fp16 zero.
std::vector<float> reals() {
    std::mt19937 random{6};
    std::normal_distribution<float> normal;
    std::vector<float> values(extent.rows * extent.columns);
    for (float& value : values) {
        value = normal(random);
        value += std::copysign(0.01f, value);
    }
    return values;
}
std::vector<std::uint8_t> encoded(DataFormat format) {
    const std::vector<float> values = reals();
    return to_tiles(std::span<const float>(values), 1, extent, simulated(format));
}

TEST_F(Formats, OfRealNumbersComeBackAsTheyWent) {
    const std::pair<DataFormat, Way> ways[]{{DataFormat::Float32, Way::straight}, {DataFormat::Float16_b, Way::narrow},
                                            {DataFormat::Float16, Way::narrow},   {DataFormat::Bfp8_b, Way::narrow},
                                            {DataFormat::Bfp4_b, Way::narrow},    {DataFormat::Bfp2_b, Way::narrow},
                                            {DataFormat::Float16_b, Way::wide},   {DataFormat::Bfp8_b, Way::wide}};
    for (const auto& [format, way] : ways) {
        const auto in = encoded(format);
        EXPECT_EQ(copy(in, format, way), in) << to_string(format) << " way " << static_cast<int>(way);
    }
}

// What the packer does not write arrives in a wider format with the same values.
TEST_F(Formats, OfSmallExponentsArriveAsHalf) {
    for (const DataFormat format : {DataFormat::Bfp8, DataFormat::Bfp4, DataFormat::Bfp2}) {
        const auto in = encoded(format);
        const auto out = copy(in, format, Way::narrow, DataFormat::Float16);
        EXPECT_EQ(from_tiles(out, 1, extent, simulated(DataFormat::Float16)),
                  from_tiles(in, 1, extent, simulated(format)))
            << to_string(format);
    }
}

TEST_F(Formats, WidenWithoutLoss) {
    const std::pair<DataFormat, DataFormat> pairs[]{{DataFormat::Tf32, DataFormat::Float32},
                                                    {DataFormat::Float16_b, DataFormat::Float32},
                                                    {DataFormat::Bfp4_b, DataFormat::Float32}};
    for (const auto& [format, out] : pairs) {
        const auto in = encoded(format);
        EXPECT_EQ(from_tiles(copy(in, format, Way::wide, out), 1, extent, simulated(out)),
                  from_tiles(in, 1, extent, simulated(format)))
            << to_string(format);
    }
}

TEST_F(Formats, OfWholeNumbersComeBackAsTheyWent) {
    std::vector<std::int32_t> values(extent.rows * extent.columns);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i * 2654435761u);
    for (const DataFormat format : {DataFormat::Int32, DataFormat::UInt32}) {
        const auto in = to_tiles(std::span<const std::int32_t>(values), 1, extent, simulated(format));
        EXPECT_EQ(copy(in, format, Way::straight), in) << to_string(format);
    }
}

}  // namespace
