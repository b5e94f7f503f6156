// The rope cases of GGML's tests/test-backend-ops.cpp as a table (rope-variants.md (a)): suites `eval` and `perf` of
// ROPE and ROPE_BACK, and `eval_fused` of ROPE_SET_ROWS and RMS_NORM_MUL_ROPE. A case becomes a call with arrays that a
// seed fills as those tests fill theirs.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "host/ops/rope/ggml/problem.hpp"

namespace tessera::host {

enum class GgmlOp : std::uint8_t { rope, rope_back, rope_set_rows, rms_norm_mul_rope };

struct GgmlCase {
    std::size_t line = 0;  // of the file
    std::string suite;     // eval, perf, eval_fused
    GgmlOp op = GgmlOp::rope;
    tensix::DataFormat format = tensix::DataFormat::fp32;  // of `a`; of ROPE_SET_ROWS that of the rows set
    GgmlExtents ne{};
    GgmlParameters parameters;
    std::int64_t n_ctx = 0;  // positions lie below it; 0: they are those of the tokens in a random order
    bool factors = false, inplace = false;
    // 1: `a` is the beginning of a tensor with twice, four times and three times ne0, ne1 and ne2; 2: it is the second
    // half of one with twice ne0.
    int view = 0;
    double nmse_limit = 0;  // 0: none
    // Of RMS_NORM_MUL_ROPE.
    float eps = 0;
    bool multi_add = false;  // a is the sum of three tensors
    bool set_rows = false;   // an array of float16
    bool broadcast = false;  // one weight for all rows; else as many as rows, the second summand where there is one

    std::string title() const;  // "ROPE_BACK f16 128,32,2,1 neox n_dims 64"
};

// InputError that begins with file and line for a row that lacks a column, holds what it cannot or contradicts itself.
std::vector<GgmlCase> read_ggml_cases(const std::filesystem::path& file);
// The same of a text; `name` stands for the file.
std::vector<GgmlCase> parse_ggml_cases(std::istream& in, const std::string& name);

GgmlCall call_of(const GgmlCase& one, std::uint64_t seed);

}  // namespace tessera::host
