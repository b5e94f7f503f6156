// The bytes of a tensor's pages, and back (kernel-api.md 5.4).
#include "host/job/image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;
using testing::HasSubstr;
using testing::ThrowsMessage;

template <class T>
Tensor tensor(DataFormat format, Layout layout, std::vector<std::size_t> shape, std::vector<T> values) {
    return {.name = "t",
            .format = format,
            .shape = std::move(shape),
            .layout = layout,
            .contents = contents_of(std::move(values))};
}

std::vector<std::byte> there_and_back(const Tensor& t) {
    std::vector<std::byte> out;
    std::vector<std::uint8_t> room;
    for (std::size_t b = 0; b < bands(t); ++b) append_elements(t, b, band_image(t, b, room), out);
    return out;
}

TEST(Image, WhatAFormatHoldsExactlyComesBack) {
    std::vector<float> values(2 * 33 * 40);
    std::iota(values.begin(), values.end(), -100.0f);
    for (float& v : values) v = static_cast<float>(static_cast<int>(v) % 128);  // in every format's mantissa
    for (const Layout layout : {Layout::tiles, Layout::rows})
        for (const DataFormat format : {DataFormat::fp32, DataFormat::tf32, DataFormat::bf16, DataFormat::fp16}) {
            const Tensor t = tensor(format, layout, {2, 33, 40}, values);
            check(t);
            const auto bytes = std::as_bytes(std::span(values));
            EXPECT_EQ(there_and_back(t), std::vector<std::byte>(bytes.begin(), bytes.end())) << name(format);
        }
}

TEST(Image, WholeNumbersKeepTheirType) {
    const std::vector<std::int32_t> values{-1, 0, 1, 2147483647, -2147483647, 7};
    for (const Layout layout : {Layout::tiles, Layout::rows}) {
        const Tensor t = tensor(DataFormat::int32, layout, {2, 3}, values);
        EXPECT_EQ(there_and_back(t), std::vector<std::byte>(std::as_bytes(std::span(values)).begin(),
                                                            std::as_bytes(std::span(values)).end()));
        const std::vector<std::uint8_t> small{0, 1, 200, 255};
        const Tensor bytes = tensor(DataFormat::uint8, layout, {4}, small);
        EXPECT_EQ(result_dtype(bytes.format), DType::u1);
        EXPECT_EQ(there_and_back(bytes).size(), 4u);
    }
}

TEST(Image, PagesAreTilesOrRowsUnlessSaidOtherwise) {
    Tensor t = tensor<float>(DataFormat::bf16, Layout::tiles, {33, 64}, std::vector<float>(33 * 64));
    EXPECT_EQ(page_bytes(t), 2048u);
    EXPECT_EQ(buffer_bytes(t), 4 * 2048u);
    t.layout = Layout::rows;
    EXPECT_EQ(page_bytes(t), 128u);
    EXPECT_EQ(buffer_bytes(t), 33 * 128u);
    t.page_bytes = 4096;
    EXPECT_EQ(buffer_bytes(t), 2 * 4096u) << "the last page is not full";
}

TEST(Image, WhatContradictsItselfIsRefused) {
    const auto refused = [](Tensor t) { return [t] { check(t); }; };
    EXPECT_THAT(refused(tensor<float>(DataFormat::fp32, Layout::rows, {2, 3}, {1, 2})),
                ThrowsMessage<InputError>("tensor t: 2 elements are given, shape (2, 3) has 6"));
    EXPECT_THAT(refused(tensor<std::int32_t>(DataFormat::fp32, Layout::rows, {2}, {1, 2})),
                ThrowsMessage<InputError>(HasSubstr("<i4 given for format fp32; expected real numbers")));
    EXPECT_THAT(refused(tensor<float>(DataFormat::int32, Layout::rows, {2}, {1, 2})),
                ThrowsMessage<InputError>(HasSubstr("expected whole numbers")));
    EXPECT_THAT(refused(tensor<float>(DataFormat::bfp8, Layout::rows, {16}, std::vector<float>(16))),
                ThrowsMessage<InputError>(HasSubstr("its layout must be tiles")));
    EXPECT_THAT(refused(tensor<float>(DataFormat::fp32, Layout::rows, {0}, {})),
                ThrowsMessage<InputError>(HasSubstr("a dimension of 0")));
    Tensor odd = tensor<float>(DataFormat::fp32, Layout::tiles, {32, 32}, std::vector<float>(1024));
    odd.page_bytes = 2048;
    EXPECT_THAT(refused(odd), ThrowsMessage<InputError>(HasSubstr("hold no whole tiles")));
}

}  // namespace
}  // namespace tessera::host
