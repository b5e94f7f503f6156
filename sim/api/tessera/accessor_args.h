// The words by which a host tells a kernel how a tensor lies in memory (kernel-api.md 2.4): configuration, rank, number
// of banks, tensor shape, shard shape, bank coordinates, each at compile time or among the common runtime arguments.
#pragma once

#include <tuple>

#include "sim/abi/accessor.hpp"
#include "tessera/args.h"
#include "tessera/distribution.h"

namespace tensor_accessor {

using tessera::abi::ArgConfig;

struct ArgsConfig {
    using Underlying = uint8_t;
    Underlying bits = 0;
    constexpr explicit ArgsConfig(Underlying value = 0) : bits(value) {}
    constexpr bool test(ArgConfig flag) const { return (bits & static_cast<Underlying>(flag)) != 0; }
    constexpr Underlying raw() const { return bits; }
};

}  // namespace tensor_accessor

template <size_t CTA_OFFSET, size_t CRTA_OFFSET = tensor_accessor::UNKNOWN>
struct TensorAccessorArgs {
  private:
    using Config = tensor_accessor::ArgConfig;
    template <bool there, size_t index>
    static constexpr uint32_t word() {
        if constexpr (there)
            return tessera::compile_arg<index>();
        else
            return 0;
    }

  public:
    static constexpr tensor_accessor::ArgsConfig args_config{static_cast<uint8_t>(tessera::compile_arg<CTA_OFFSET>())};
    // Of the buffer that the host made the words from; 0 where there was none. The vendor's have a word of its own.
    static constexpr uint32_t page_size = tessera::compile_arg<CTA_OFFSET>() >> tessera::abi::accessor_page_shift;
    static constexpr bool is_sharded = args_config.test(Config::Sharded);
    static constexpr bool is_dram = args_config.test(Config::IsDram);
    static constexpr bool rank_is_crta = args_config.test(Config::RuntimeRank);
    static constexpr bool num_banks_is_crta = args_config.test(Config::RuntimeNumBanks);
    static constexpr bool tensor_shape_is_crta = args_config.test(Config::RuntimeTensorShape);
    static constexpr bool shard_shape_is_crta = args_config.test(Config::RuntimeShardShape);
    static constexpr bool bank_coords_is_crta = args_config.test(Config::RuntimeBankCoords);
    static_assert(!is_sharded || !rank_is_crta || (tensor_shape_is_crta && shard_shape_is_crta),
                  "a rank among the runtime arguments needs both shapes there too");
    static_assert(!is_sharded || !num_banks_is_crta || bank_coords_is_crta,
                  "a number of banks among the runtime arguments needs their coordinates there too");

    static constexpr uint32_t RankCTAOffset = CTA_OFFSET + 1;
    static constexpr uint32_t NumBanksCTAOffset = RankCTAOffset + !rank_is_crta;
    static constexpr uint32_t RankCT = word < is_sharded && !rank_is_crta, RankCTAOffset > ();
    static constexpr uint32_t NumBanksCT = word < is_sharded && !num_banks_is_crta, NumBanksCTAOffset > ();
    static constexpr uint32_t PhysicalNumBanksCT = (NumBanksCT + 1) / 2;  // two coordinates a word
    static_assert(!is_sharded || rank_is_crta || RankCT > 0, "a sharded tensor has at least one dimension");
    static_assert(!is_sharded || num_banks_is_crta || NumBanksCT > 0, "a sharded tensor has at least one bank");
    static constexpr uint32_t TensorShapeCTAOffset = NumBanksCTAOffset + !num_banks_is_crta;
    static constexpr uint32_t ShardShapeCTAOffset = TensorShapeCTAOffset + (tensor_shape_is_crta ? 0 : RankCT);
    static constexpr uint32_t BankCoordsCTAOffset = ShardShapeCTAOffset + (shard_shape_is_crta ? 0 : RankCT);
    static constexpr uint32_t NumArgsCT =
        is_sharded ? BankCoordsCTAOffset + (bank_coords_is_crta ? 0 : PhysicalNumBanksCT) - CTA_OFFSET : 1;

    constexpr TensorAccessorArgs() = default;
    constexpr explicit TensorAccessorArgs(uint32_t crta_offset) : crta_offset_rt_(crta_offset) {
        static_assert(CRTA_OFFSET == tensor_accessor::UNKNOWN, "the offset is the template's already");
    }

    constexpr uint32_t crta_offset() const {
        return CRTA_OFFSET == tensor_accessor::UNKNOWN ? crta_offset_rt_ : static_cast<uint32_t>(CRTA_OFFSET);
    }
    constexpr uint32_t rank_crta_offset() const { return crta_offset(); }
    constexpr uint32_t num_banks_crta_offset() const { return crta_offset() + rank_is_crta; }
    constexpr uint32_t tensor_shape_crta_offset() const { return num_banks_crta_offset() + num_banks_is_crta; }
    constexpr uint32_t shard_shape_crta_offset() const {
        return tensor_shape_crta_offset() + (tensor_shape_is_crta ? get_rank() : 0);
    }
    constexpr uint32_t bank_coords_crta_offset() const {
        return shard_shape_crta_offset() + (shard_shape_is_crta ? get_rank() : 0);
    }
    constexpr uint32_t get_rank() const {
        if constexpr (is_sharded && rank_is_crta)
            return get_common_arg_val<uint32_t>(rank_crta_offset());
        else
            return RankCT;
    }
    constexpr uint32_t get_num_banks() const {
        if constexpr (is_sharded && num_banks_is_crta)
            return get_common_arg_val<uint32_t>(num_banks_crta_offset());
        else
            return NumBanksCT;
    }
    constexpr uint32_t get_physical_num_banks() const { return (get_num_banks() + 1) / 2; }

    static constexpr uint32_t num_compile_time_args() { return NumArgsCT; }
    static constexpr uint32_t next_compile_time_args_offset() { return CTA_OFFSET + NumArgsCT; }
    constexpr uint32_t num_common_runtime_args() const {
        if constexpr (!is_sharded) return 0;
        return bank_coords_crta_offset() + (bank_coords_is_crta ? get_physical_num_banks() : 0) - crta_offset();
    }
    constexpr uint32_t next_common_runtime_args_offset() const { return crta_offset() + num_common_runtime_args(); }

  private:
    uint32_t crta_offset_rt_ = 0;
};

namespace tensor_accessor::detail {

template <uint32_t TENSOR_IDX, uint32_t CTA_OFFSET>
constexpr uint32_t get_tensor_accessor_args_cta_offset() {
    if constexpr (TENSOR_IDX == 0)
        return CTA_OFFSET;
    else
        return TensorAccessorArgs<
            get_tensor_accessor_args_cta_offset<TENSOR_IDX - 1, CTA_OFFSET>()>::next_compile_time_args_offset();
}
template <uint32_t CTA_OFFSET, uint32_t... INDEXES>
constexpr auto get_tensor_accessor_args_cta_offsets(std::integer_sequence<uint32_t, INDEXES...>) {
    return std::integer_sequence<uint32_t, get_tensor_accessor_args_cta_offset<INDEXES, CTA_OFFSET>()...>();
}
template <uint32_t... CTA_OFFSETS>
constexpr auto make_tensor_accessor_args_tuple_from_cta_offsets(std::integer_sequence<uint32_t, CTA_OFFSETS...>) {
    return std::make_tuple(TensorAccessorArgs<CTA_OFFSETS>()...);
}

// The specification a set of argument words stands for. All interleaved tensors of one memory have one type.
template <class Args, size_t... dimensions, size_t... banks>
auto sharded_spec(std::index_sequence<dimensions...>, std::index_sequence<banks...>) {
    constexpr bool tensor = !Args::tensor_shape_is_crta, shard = !Args::shard_shape_is_crta;
    constexpr bool coords = !Args::bank_coords_is_crta;
    return DistributionSpec<
        Args::RankCT, Args::NumBanksCT,
        std::conditional_t<
            tensor,
            ArrayStaticWrapperU32<tessera::compile_arg_or_0<Args::TensorShapeCTAOffset + dimensions, tensor>()...>,
            ArrayDynamicWrapper>,
        std::conditional_t<
            shard, ArrayStaticWrapperU32<tessera::compile_arg_or_0<Args::ShardShapeCTAOffset + dimensions, shard>()...>,
            ArrayDynamicWrapper>,
        std::conditional_t<
            coords,
            ArrayStaticWrapperU16<static_cast<uint16_t>(
                tessera::compile_arg_or_0<Args::BankCoordsCTAOffset + banks / 2, coords>() >> (banks % 2 * 16))...>,
            ArrayDynamicWrapper>,
        false, Args::is_dram>();
}
template <class Args>
auto spec_of() {
    if constexpr (Args::is_sharded)
        return sharded_spec<Args>(std::make_index_sequence<Args::RankCT>(),
                                  std::make_index_sequence<Args::NumBanksCT>());
    else
        return make_interleaved_dspec<Args::is_dram>();
}

}  // namespace tensor_accessor::detail

template <uint32_t NUM_TENSORS, uint32_t CTA_OFFSET>
constexpr auto make_tensor_accessor_args_tuple() {
    return tensor_accessor::detail::make_tensor_accessor_args_tuple_from_cta_offsets(
        tensor_accessor::detail::get_tensor_accessor_args_cta_offsets<CTA_OFFSET>(
            std::make_integer_sequence<uint32_t, NUM_TENSORS>()));
}
