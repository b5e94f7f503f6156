// Datums of Dst and Src as fp32, to see which are NaNs or infinities.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/num/src.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/src_bank.hpp"
#include "sim/watch/non_finite.hpp"

namespace tessera::core {

// In FollowedValues::OfKind and Counts.
constexpr std::size_t index_of(watch::NonFinite kind) { return kind == watch::NonFinite::nan ? 0 : 1; }

// 0 in views that have neither NaNs nor infinities.
constexpr std::uint32_t as_fp32(tensix::DstFormat view, std::uint32_t datum) {
    return view == tensix::DstFormat::fp32 ? datum : view == tensix::DstFormat::bf16 ? datum << 16 : 0;
}
inline std::uint32_t as_fp32(const tensix::SrcBank& bank, std::size_t i) {
    const bool wide_exponent = bank.form == tensix::SrcForm::bf16 || bank.form == tensix::SrcForm::tf32;
    return wide_exponent ? num::src_to_fp32(bank.datum[i]) : 0;
}

}  // namespace tessera::core
