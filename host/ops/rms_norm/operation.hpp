// Root mean square normalisation as an operation: y = x / sqrt(mean(x^2) + eps) * weight over the last dimension, the
// job that works it out, and how far its result may lie from the exact one.
//
// The bound, element by element. Every figure comes from the documented error of a function or from counting roundings;
// none is fitted to a result. The exact result is that of x, weight and eps as they are stored, in fp32 or bf16. The
// kernel (kernels/rms_norm/compute.cpp) works out, with Dt the tiles of a row and v = mean(x^2) + eps,
//   s = sum of x*x      r = rsqrt(s * (1/D) + eps)      y = x * r * weight
// u = 2^-24 is half a unit in the last place, relative.
//
// 1. Data: fp32 passes SrcA as TF32 and loses 13 bits, toward zero and below t = 2^-10 relative (tensix-core.md 1.5).
// Of
//    x that makes the sum smaller by at most (1-t)^2, so r larger by at most 1/(1-t), while x * r * weight is at most
//    (1-t)^2 smaller by x and weight themselves. bf16 fits SrcA, and unpacked to Dst nothing is lost: t = 0.
// 2. Sum: all summands are positive, so its relative error is that of the summand with the most roundings. A square
//    rounds once and is added three times in its tile, which costs three additions in every later tile too; the eight
//    lanes of a row are added in three steps. 3*Dt + 4 roundings. The additions within a MAD are no worse than a
//    rounded product and a rounded sum (tensix-core.md 4.1).
// 3. v: the constant 1/D, its product and the sum with eps round once each, the constant eps once: 3 more, since no
//    summand meets more of them. With 2: e = (1+u)^(3*Dt+7) - 1.
// 4. rsqrt: 1.03e-7 relative (sfpu-math.md 5.2), on v times 1 - e to 1 + e, whose root is off by half as much.
// 5. Product with r and, where there is one, with the weight: u each.
// 6. bf16: the packer rounds to nearest, 2^-8 (tensix-core.md 1.8).
// 7. Numbers below 2^-126 count as zero (tensix-core.md 4.1). Each square, their product with 1/D: v is off by at most
//    3 * 2^-126 more, relative to v. Then x, the weight, and both products.
#pragma once

#include <span>
#include <vector>

#include "host/ops/operation.hpp"

namespace tessera::host {

struct RmsNormOptions {
    std::vector<std::size_t> shape{32, 2048};              // of x, at least one dimension; rows are all but the last
    tensix::DataFormat format = tensix::DataFormat::fp32;  // of x, weight and y; or bf16
    double eps = 1e-6;
    bool through_srca = true;  // fp32 is truncated to TF32; false: unpacked to Dst
    bool weighted = true;
    std::uint32_t cores = 1;  // at most so many take part, a row of tiles each at least

    std::size_t width() const { return shape.back(); }
    std::size_t rows() const;
    std::size_t row_tiles() const { return (width() + 31) / 32; }  // tiles of a row
};

inline constexpr std::size_t rms_norm_max_width = 8192;
inline constexpr double rms_norm_min_eps = 1e-30, rms_norm_max_eps = 1;
// InputError for what the kernels cannot do.
void check_rms_norm(const RmsNormOptions& options);

// How far |y - exact| may be.
class RmsNormBound {
  public:
    explicit RmsNormBound(const RmsNormOptions& options);
    // For an element x of a row whose mean of squares plus eps is v; the weight is 1 where there is none.
    double of(double x, double weight, double v) const;
    double relative(double v) const;  // of 1 to 7, numbers that count as zero in y left out
    std::string summary() const;

  private:
    RmsNormOptions options_;
    double truncation_ = 0, sum_ = 0, products_ = 0, packing_ = 0;
};

// The values as the format stores them: what the host rounds on the way in is not the kernel's error.
std::vector<float> rms_norm_stored(std::span<const float> values, tensix::DataFormat format);

// Holds a result against the exact one in double; values as stored, no weight where there is none. InputError for sizes
// that do not fit.
views::Check judge_rms_norm(const RmsNormOptions& options, std::span<const float> x, std::span<const float> weight,
                            std::span<const float> y, const views::JudgedShare& judged = {});

// The tensors of the job, in this order; the weight only where there is one. Its kernels: reader, writer, compute.
enum RmsNormTensor : std::size_t { rms_norm_x, rms_norm_y, rms_norm_weight };
enum RmsNormKernel : std::size_t { rms_norm_reader, rms_norm_writer, rms_norm_compute };

// x is of options.shape, float32; the weight has options.width() elements, none without one. InputError also when the
// chip has fewer cores than asked for, and for rows whose sum of squares is no finite fp32.
Job rms_norm_job(const arch::Arch& arch, const RmsNormOptions& options, Contents x, std::vector<float> weight);

const Operation& rms_norm_operation();

}  // namespace tessera::host
