// How the shards of a tensor lie in banks (kernel-api.md 2.4): shapes in pages, and which bank holds which shard. What
// is known at compile time is a constant of the type; the rest is read from common runtime arguments when the
// specification is made.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "tessera/args.h"

namespace tensor_accessor {

inline constexpr size_t MAX_RANK = 8;
inline constexpr size_t UNKNOWN = static_cast<size_t>(-1);

template <class T, T... Elements>
struct ArrayStaticWrapper {
    static constexpr bool is_static = true;
    static constexpr uint32_t size = sizeof...(Elements);
    static constexpr std::array<T, size> elements = {Elements...};
};
template <uint32_t... Elements>
using ArrayStaticWrapperU32 = ArrayStaticWrapper<uint32_t, Elements...>;
template <uint16_t... Elements>
using ArrayStaticWrapperU16 = ArrayStaticWrapper<uint16_t, Elements...>;
struct ArrayDynamicWrapper {
    static constexpr bool is_static = false;
};

}  // namespace tensor_accessor

namespace tessera {

// A list in memory that somebody else keeps.
template <class T>
struct View {
    const T* values = nullptr;
    uint32_t count = 0;
    constexpr T operator[](size_t i) const { return values[i]; }
    constexpr size_t size() const { return count; }
    constexpr const T* begin() const { return values; }
    constexpr const T* end() const { return values + count; }
};

// As many numbers as dimensions; `rank` is 0 where only the running kernel knows it.
template <uint32_t rank>
using Dimensions = std::array<uint32_t, rank == 0 ? tensor_accessor::MAX_RANK : rank>;

// What follows from both shapes. Strides and volumes count pages, those of the grid count shards.
template <uint32_t rank>
struct ShardLayout {
    uint32_t dimensions = rank;
    Dimensions<rank> tensor{}, shard{}, tensor_strides{}, shard_strides{}, grid{}, grid_strides{};
    uint32_t tensor_volume = 1, shard_volume = 1;

    constexpr void derive() {
        uint32_t shards = 1;
        tensor_volume = shard_volume = 1;
        for (uint32_t i = dimensions; i-- != 0;) {
            tensor_strides[i] = tensor_volume;
            shard_strides[i] = shard_volume;
            grid[i] = (tensor[i] + shard[i] - 1) / shard[i];
            grid_strides[i] = shards;
            tensor_volume *= tensor[i];
            shard_volume *= shard[i];
            shards *= grid[i];
        }
    }
};

template <uint32_t rank, class Tensor, class Shard>
constexpr ShardLayout<rank> static_layout() {
    ShardLayout<rank> layout;
    layout.tensor = Tensor::elements;
    layout.shard = Shard::elements;
    layout.derive();
    return layout;
}

template <class Wrapper, uint32_t rank>
ALWI void load_shape(Dimensions<rank>& shape, [[maybe_unused]] const uint32_t* words, uint32_t dimensions) {
    if constexpr (Wrapper::is_static) {
        shape = Wrapper::elements;
    } else {
        for (uint32_t i = 0; i < dimensions; ++i) shape[i] = words[i];
    }
}

}  // namespace tessera

namespace tensor_accessor {

template <uint32_t RankCT = 0, uint32_t NumBanksCT = 0, class TensorShapeWrapper = ArrayDynamicWrapper,
          class ShardShapeWrapper = ArrayDynamicWrapper, class BankCoordsWrapper = ArrayDynamicWrapper,
          bool IsInterleaved = false, bool IsDram = false>
struct DistributionSpec {
    static constexpr bool has_static_rank = RankCT != 0;
    static constexpr bool has_static_num_banks = NumBanksCT != 0;
    static constexpr bool tensor_shape_static = has_static_rank && TensorShapeWrapper::is_static;
    static constexpr bool shard_shape_static = has_static_rank && ShardShapeWrapper::is_static;
    static constexpr bool bank_coords_static = has_static_num_banks && BankCoordsWrapper::is_static;
    static constexpr bool shapes_static = tensor_shape_static && shard_shape_static;
    static constexpr bool is_static = shapes_static && bank_coords_static;
    static constexpr bool is_interleaved = IsInterleaved;
    static constexpr bool is_dram = IsDram;
    static constexpr auto rank_ct = RankCT;
    static constexpr auto num_banks_ct = NumBanksCT;

    using Shape = tessera::Dimensions<RankCT>;
    using Layout = tessera::ShardLayout<RankCT>;

    constexpr DistributionSpec() = default;
    DistributionSpec(uint32_t rank, uint32_t num_banks, const uint32_t* tensor_shape, const uint32_t* shard_shape,
                     const uint16_t* bank_coords) {
        if constexpr (!shapes_static && !IsInterleaved) {
            layout_.dimensions = has_static_rank ? RankCT : rank;
            tessera::load_shape<TensorShapeWrapper, RankCT>(layout_.tensor, tensor_shape, layout_.dimensions);
            tessera::load_shape<ShardShapeWrapper, RankCT>(layout_.shard, shard_shape, layout_.dimensions);
            layout_.derive();
        }
        if constexpr (!bank_coords_static && !IsInterleaved)
            banks_ = {bank_coords, has_static_num_banks ? NumBanksCT : num_banks};
    }
    template <class Args, class = decltype(Args::args_config)>
    explicit DistributionSpec(const Args& args)
        : DistributionSpec(
              args.get_rank(), args.get_num_banks(), words(Args::tensor_shape_is_crta, args.tensor_shape_crta_offset()),
              words(Args::shard_shape_is_crta, args.shard_shape_crta_offset()),
              reinterpret_cast<const uint16_t*>(words(Args::bank_coords_is_crta, args.bank_coords_crta_offset()))) {}

    constexpr const Layout& layout() const {
        if constexpr (shapes_static)
            return static_layout;
        else
            return layout_;
    }
    constexpr uint32_t rank() const {
        if constexpr (has_static_rank)
            return RankCT;
        else
            return layout_.dimensions;
    }
    constexpr uint32_t num_banks() const {
        if constexpr (has_static_num_banks)
            return NumBanksCT;
        else
            return banks_.count;
    }
    constexpr const Shape& tensor_shape() const { return layout().tensor; }
    constexpr const Shape& shard_shape() const { return layout().shard; }
    constexpr const Shape& tensor_strides() const { return layout().tensor_strides; }
    constexpr const Shape& shard_strides() const { return layout().shard_strides; }
    constexpr const Shape& shard_grid() const { return layout().grid; }
    constexpr const Shape& shard_grid_strides() const { return layout().grid_strides; }
    constexpr size_t tensor_volume() const { return layout().tensor_volume; }
    constexpr size_t shard_volume() const { return layout().shard_volume; }
    constexpr const auto& packed_xy_coords() const {
        if constexpr (bank_coords_static)
            return BankCoordsWrapper::elements;
        else
            return banks_;
    }

  private:
    template <int>
    struct Nothing {};
    static ALWI const uint32_t* words(bool from_runtime, uint32_t offset) {
        return from_runtime ? reinterpret_cast<const uint32_t*>(get_common_arg_addr(offset)) : nullptr;
    }
    static constexpr auto made_layout() {
        if constexpr (shapes_static)
            return tessera::static_layout<RankCT, TensorShapeWrapper, ShardShapeWrapper>();
        else
            return Nothing<0>{};
    }
    static constexpr auto static_layout = made_layout();
    [[no_unique_address]] std::conditional_t<shapes_static || IsInterleaved, Nothing<1>, Layout> layout_;
    [[no_unique_address]] std::conditional_t<bank_coords_static || IsInterleaved, Nothing<2>, tessera::View<uint16_t>>
        banks_;
};

template <bool IsDram>
constexpr auto make_interleaved_dspec() {
    return DistributionSpec<0, 0, ArrayDynamicWrapper, ArrayDynamicWrapper, ArrayDynamicWrapper, true, IsDram>();
}

}  // namespace tensor_accessor
