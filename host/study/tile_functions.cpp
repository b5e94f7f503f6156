#include "host/study/tile_functions.hpp"

#include <algorithm>

namespace tessera::accuracy {

std::span<const TileAccuracy> tile_functions() {
    static const TileAccuracy all[] = {
        {"exp_fp32_2025", "exp_tile", fp32, 0.785, 0.785},
        {"exp_bf16", "exp_tile", bf16, 0.94, 0.94},
        {"exp2", "exp2_tile", fp32, 66.3, 66.3},
        {"exp2_bf16", "exp2_tile", bf16, 0.939, 0.939},
        {"expm1", "expm1_tile", fp32, 1.43, 1.43},
        {"expm1_bf16", "expm1_tile", bf16, 1.21, 1.21},
        {"log", "log_tile", fp32, 2.1, 2.99},
        {"log_bf16", "log_tile", bf16, 0.751, 0.751},
        {"log1p", "log1p_tile", fp32, 2.96, 3.31},
        {"log1p_bf16", "log1p_tile", bf16, 0.997, 0.997},
        {"tanh", "tanh_tile", fp32, 3.23, 3.99},
        {"tanh_bf16", "tanh_tile", bf16, 0.811, 0.811},
        {"sigmoid", "sigmoid_tile", fp32, 2.23, 2.75},
        {"sigmoid_bf16", "sigmoid_tile", bf16, 0.857, 0.873},
        {"silu", "silu_tile", fp32, 2.22, 2.8},
        {"silu_bf16", "silu_tile", bf16, 0.914, 0.888},
        {"gelu", "gelu_tile<false>", fp32, 2.13e+40, 2.13e+40},
        {"gelu_fast", "gelu_tile", fp32, 7.45e+40, 7.45e+40},
        {"softplus", "softplus_tile", fp32, 9.57e+04, 9.57e+04},
        {"elu", "elu_tile", fp32, 1.23e+42, 1.23e+42},
        {"recip_compat_3", "recip_tile", fp32, 1.24e+04, 1.24e+04},
        {"recip_tile", "recip_tile<false>", fp32, 0.861, 8.93e+04},
        {"recip_tile_bf16", "recip_tile<false>", bf16, 0.512, 0.498},
        {"sqrt", "sqrt_tile", fp32, 0.853, 0.853},
        {"sqrt_bf16", "sqrt_tile", bf16, 0.5, 0.5},
        {"rsqrt", "rsqrt_tile", fp32, 1.06, 1.06},
        {"rsqrt_bf16", "rsqrt_tile", bf16, 0.499, 0.499},
        {"sin_2025", "sin_tile", fp32, 1.96e+08, 1.96e+08},
        {"cos_2025", "cos_tile", fp32, 1e+07, 1e+07},
        {"tan", "tan_tile", fp32, 1.96e+08, 1.96e+08},
        {"atan", "atan_tile", fp32, 1.99, 1.81},
        {"atan_bf16", "atan_tile", bf16, 0.527, 0.527},
        {"asin", "asin_tile", fp32, 1.83e+06, 1.83e+06},
        {"acos", "acos_tile", fp32, 2.35e+08, 2.35e+08},
        {"sinh", "sinh_tile", fp32, 7.6e+09, 7.6e+09},
        {"cosh", "cosh_tile", fp32, 2.88e+04, 2.88e+04},
    };
    return all;
}

const TileAccuracy* find_tile_function(std::string_view function) {
    const auto all = tile_functions();
    const auto found = std::ranges::find(all, function, &TileAccuracy::function);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tessera::accuracy
