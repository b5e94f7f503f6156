// GGML's CPU back end as numbers: the result that it computes, bit for bit where its compiler fuses no product into a
// sum and where powf, cosf, sinf and logf are those of this host (rope-variants.md (a)).
#pragma once

#include "host/ops/rope/ggml/problem.hpp"

namespace tessera::host {

// [ne3, ne2, ne1, ne0], contiguous also of a call in place, float32 or float16 as `a`. InputError for what check()
// refuses and for calls with a norm or with set_rows, which are other operations of GGML.
NpyArray ggml_model(const GgmlCall& call);

}  // namespace tessera::host
