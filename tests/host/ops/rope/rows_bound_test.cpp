// The bound of rotations of rows (host/ops/rope/rows/bound.hpp) is neither passed by the machine nor out of its reach:
// the worst of many random elements uses a good part of what is allowed.
#include "tests/host/ops/rope/rotations.hpp"

namespace tessera::host {
namespace {

constexpr DataFormat formats[] = {DataFormat::fp32, DataFormat::fp16, DataFormat::bf16};

std::string word(DataFormat format) { return std::string(name(format)); }

Shape shape_of(DataFormat format, std::size_t step = 1) {
    const RowPairs pairs = step == 1 ? RowPairs{0, 1, 32, 32} : RowPairs{0, 2, 1, 32};
    return {.rows = 96, .width = 64, .pairs = pairs, .format = format};
}
void with_caches(Rotation& r, DataFormat format) {
    constexpr std::size_t rows = 16;
    r.angles.clear();
    r.caches = AngleCaches{values(5, rows * 32, format), values(6, rows * 32, format), rows};
    for (std::size_t i = 0; i < r.rows.size(); ++i) r.rows[i].positions = {static_cast<std::int32_t>(i * 5 % rows)};
}
void expect_used_on(const char* arch, const Rotation& r, const std::string& what) {
    const views::Check check = *run_on_rows(r, RotationPath::rows, 8, arch).check;
    EXPECT_TRUE(check.within) << what << ": " << views::worst_element(check);
    EXPECT_GT(check.worst_ratio, 0.1) << what << " on " << arch;
}
// On one architecture after the other; rows_test.cpp runs every format on both.
class RowBound : public testing::Test {
  protected:
    void expect_used(const Rotation& r, const std::string& what) {
        expect_used_on(runs_++ % 2 == 0 ? "wormhole_b0" : "blackhole", r, what);
    }

  private:
    int runs_ = 0;
};

TEST_F(RowBound, IsUsedByAngles) {
    for (const DataFormat format : formats)
        for (const double magnitude : {1.0, -1.25}) {
            Rotation r = rotation(shape_of(format));
            r.magnitude = magnitude;
            expect_used(r, "angles " + word(format));
        }
}

TEST_F(RowBound, IsUsedByCaches) {
    for (const DataFormat format : formats)
        for (const std::size_t step : {1, 2}) {
            Rotation r = rotation(shape_of(format, step));
            with_caches(r, format);
            expect_used(r, "caches " + word(format));
        }
}

TEST_F(RowBound, IsUsedByNorms) {
    for (const DataFormat format : formats) {
        Rotation r = rotation(shape_of(format));
        r.norm = RowNorm{1e-6, {generate_values(8, 64)}};
        expect_used(r, "norm " + word(format));
    }
}

// Half precision has no subnormal numbers on the machine, and what they lack the norm makes large.
TEST_F(RowBound, CountsWhatANormMakesOfNumbersThatAreZeroOnTheMachine) {
    Rotation r = rotation(shape_of(DataFormat::fp16));
    std::vector<std::uint16_t> halves(r.rows.size() * r.width);
    for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = i % 3 == 0 ? 0x0800 : 0x83FF;  // 2^-13, near -2^-14
    NpyArray x = npy_array(std::span<const std::uint16_t>(halves), r.tensors[0].shape);
    x.dtype = DType::f2;
    r.tensors[0].contents = contents_of(std::move(x));
    r.norm = RowNorm{1e-9, {generate_values(8, 64)}};
    for (const char* arch : {"wormhole_b0", "blackhole"}) expect_used_on(arch, r, "norm of the smallest");
}

TEST_F(RowBound, IsUsedWhereTheFormatChanges) {
    for (const DataFormat from : formats)
        for (const DataFormat to : formats) {
            if (from == to) continue;
            Rotation r = rotation(shape_of(from));
            r.tensors[1].format = to;
            expect_used(r, "angles from " + word(from) + " to " + word(to));
            with_caches(r, from);
            expect_used(r, "caches from " + word(from) + " to " + word(to));
        }
}

}  // namespace
}  // namespace tessera::host
