// TensorAccessor: from the page of a tensor to its NoC address (kernel-api.md 2.4). Pages of an interleaved tensor go
// round all banks; those of a sharded one lie shard by shard, row-major in each, and the shards go round its own banks.
#pragma once

#include "tessera/accessor_args.h"
#include "tessera/address.h"
#include "tessera/binding_tokens.h"
#include "tessera/pages.h"

namespace tessera {

// All rows of a bank would have one address. Costs nothing where the page is not known when the kernel is compiled.
ALWI void check_page(uint32_t page) {
    if (__builtin_constant_p(page) && page == 0) call<Call::accessor_without_page>();
}

// What an accessor says about where things are, whatever its layout.
struct Locality {
    ALWI bool is_local_bank(uint32_t x, uint32_t y, uint8_t noc = noc_index) const {
        return x == my_x[noc] && y == my_y[noc];
    }
    ALWI bool is_local_addr(uint64_t address, uint8_t noc = noc_index) const {
        return is_local_bank(NOC_UNICAST_ADDR_X(address), NOC_UNICAST_ADDR_Y(address), noc);
    }
};

template <class Accessor, class Spec>
class InterleavedAccessor : public Locality {
  public:
    constexpr ALWI InterleavedAccessor(const Spec&, uint32_t bank_base, uint32_t page = 0)
        : page_size(page), bank_base_address(bank_base), step_(aligned<Spec::is_dram>(page)) {}

    constexpr Spec dspec() const { return {}; }
    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {
        check_page(page_size);
        return interleaved<Spec::is_dram>(id, bank_base_address, step_, offset);
    }
    ALWI uint32_t get_aligned_page_size() const { return step_; }
    // An interleaved accessor does not know how many pages its tensor has.
    ALWI tensor_accessor::Pages<Accessor> pages(uint32_t begin, uint32_t end, uint8_t noc = noc_index) const {
        return {*static_cast<const Accessor*>(this), begin, end, noc};
    }

    const uint32_t page_size;
    const uint32_t bank_base_address;

  private:
    const uint32_t step_;  // from row to row of a bank
};

template <class Accessor, class Spec>
class ShardedAccessor : public Locality {
  public:
    struct PageMapping {
        size_t bank_id;
        size_t bank_page_offset;
    };

    constexpr ALWI ShardedAccessor(const Spec& spec, uint32_t bank_base, uint32_t page = 0)
        : bank_base_address(bank_base), page_size(page), spec_(spec) {}

    constexpr const Spec& dspec() const { return spec_; }
    ALWI uint32_t get_aligned_page_size() const { return page_size; }

    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = noc_index) const {
        return get_noc_addr(get_bank_and_offset(id), offset, noc);
    }
    template <class Coordinates, class = decltype(std::declval<const Coordinates&>()[0])>
    ALWI uint64_t get_noc_addr(const Coordinates& page, uint32_t offset = 0, uint8_t noc = noc_index) const {
        return get_noc_addr(get_bank_and_offset(page), offset, noc);
    }
    ALWI uint64_t get_noc_addr(PageMapping at, uint32_t offset = 0, uint8_t = noc_index) const {
        check_page(page_size);
        return bank_address(at.bank_id) + bank_base_address + at.bank_page_offset * page_size + offset;
    }
    ALWI uint64_t get_shard_noc_addr(uint32_t shard, uint32_t offset = 0, uint8_t noc = noc_index) const {
        return get_noc_addr(first_page(shard), offset, noc);
    }
    template <class Coordinates, class = decltype(std::declval<const Coordinates&>()[0])>
    ALWI uint64_t get_shard_noc_addr(const Coordinates& shard, uint32_t offset = 0, uint8_t noc = noc_index) const {
        uint32_t id = 0;
        for (uint32_t i = 0; i < spec_.rank(); ++i) id += shard[i] * spec_.shard_grid_strides()[i];
        return get_shard_noc_addr(id, offset, noc);
    }

    PageMapping get_bank_and_offset(uint32_t id) const {
        typename Spec::Shape page{};
        for (uint32_t i = spec_.rank(); i-- != 0; id /= spec_.tensor_shape()[i]) page[i] = id % spec_.tensor_shape()[i];
        return get_bank_and_offset(page);
    }
    template <class Coordinates, class = decltype(std::declval<const Coordinates&>()[0])>
    PageMapping get_bank_and_offset(const Coordinates& page) const {
        uint32_t shard = 0, within = 0;
        for (uint32_t i = 0; i < spec_.rank(); ++i) {
            shard += page[i] / spec_.shard_shape()[i] * spec_.shard_grid_strides()[i];
            within += page[i] % spec_.shard_shape()[i] * spec_.shard_strides()[i];
        }
        PageMapping at = first_page(shard);
        at.bank_page_offset += within;
        return at;
    }

    ALWI bool is_local_page(uint32_t id, uint8_t noc = noc_index) const {
        return is_local_addr(bank_address(get_bank_and_offset(id).bank_id), noc);
    }
    ALWI bool is_local_shard(uint32_t shard, uint8_t noc = noc_index) const {
        return is_local_addr(bank_address(first_page(shard).bank_id), noc);
    }

    // An end of 0 is that of the tensor, or of the shard.
    ALWI tensor_accessor::Pages<Accessor> pages(uint32_t begin = 0, uint32_t end = 0, uint8_t noc = noc_index) const {
        return {*static_cast<const Accessor*>(this), begin, end == 0 ? spec_.tensor_volume() : end, noc};
    }
    ALWI tensor_accessor::ShardPages<Accessor> shard_pages(uint32_t shard, uint32_t begin = 0, uint32_t end = 0,
                                                           uint8_t noc = noc_index) const {
        return {*static_cast<const Accessor*>(this), shard, begin, end == 0 ? spec_.shard_volume() : end, noc};
    }

    const uint32_t bank_base_address;
    const uint32_t page_size;

  private:
    PageMapping first_page(uint32_t shard) const {
        return {shard % spec_.num_banks(), shard / spec_.num_banks() * spec_.shard_volume()};
    }
    // The coordinates of a bank, x above y; of a DRAM bank, its number in the place of x.
    ALWI uint64_t bank_address(uint32_t bank) const {
        const uint32_t packed = spec_.packed_xy_coords()[bank];
        if constexpr (Spec::is_dram) return tessera::bank_address<true>(packed >> 8 & 0xFF, 0);
        return noc_address(packed >> 8 & 0xFF, packed & 0xFF, 0);
    }

    [[no_unique_address]] const Spec spec_;
};

template <class Accessor, class Spec>
using AccessorBase =
    std::conditional_t<Spec::is_interleaved, InterleavedAccessor<Accessor, Spec>, ShardedAccessor<Accessor, Spec>>;

}  // namespace tessera

template <class DSpecT>
struct TensorAccessor : tessera::AccessorBase<TensorAccessor<DSpecT>, DSpecT> {
    using DSpec = DSpecT;
    using Base = tessera::AccessorBase<TensorAccessor<DSpecT>, DSpecT>;
    static constexpr bool is_dram = DSpec::is_dram;

    // No class is deduced from it: of arguments of whatever type the guides below say what they describe.
    constexpr ALWI explicit TensorAccessor(const std::common_type_t<DSpec>& spec, size_t bank_base, uint32_t page = 0)
        : Base(spec, bank_base, page) {}
    template <class D = DSpec, std::enable_if_t<D::is_static, int> = 0>
    constexpr ALWI explicit TensorAccessor(size_t bank_base = 0, uint32_t page = 0) : Base(DSpec(), bank_base, page) {}
    template <size_t CTA, size_t CRTA>
    constexpr ALWI TensorAccessor(const TensorAccessorArgs<CTA, CRTA>& args, size_t bank_base,
                                  uint32_t page = TensorAccessorArgs<CTA, CRTA>::page_size)
        : Base(spec(args), bank_base, page) {}
    template <uint32_t CTA, uint32_t CRTA>
    explicit ALWI TensorAccessor(tensor_accessor::TensorBindingToken<CTA, CRTA> token)
        : TensorAccessor(token.args, token.address()) {}

  private:
    template <class Args>
    static constexpr ALWI DSpec spec([[maybe_unused]] const Args& args) {
        if constexpr (DSpec::is_interleaved || DSpec::is_static)
            return DSpec();
        else
            return DSpec(args);
    }
};
template <size_t CTA, size_t CRTA, class... Rest>
TensorAccessor(const TensorAccessorArgs<CTA, CRTA>&, Rest...)
    -> TensorAccessor<decltype(tensor_accessor::detail::spec_of<TensorAccessorArgs<CTA, CRTA>>())>;
template <uint32_t CTA, uint32_t CRTA>
TensorAccessor(tensor_accessor::TensorBindingToken<CTA, CRTA>) -> TensorAccessor<
    decltype(tensor_accessor::detail::spec_of<typename tensor_accessor::TensorBindingToken<CTA, CRTA>::args_t>())>;
template <uint32_t R, uint32_t N, class T, class S, class B, bool I, bool D, class... Rest>
TensorAccessor(const tensor_accessor::DistributionSpec<R, N, T, S, B, I, D>&, Rest...)
    -> TensorAccessor<tensor_accessor::DistributionSpec<R, N, T, S, B, I, D>>;

namespace tensor_accessor::detail {

template <class... Args, uint32_t... Indexes>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start,
                                uint32_t page_size_ct_arg_index_start, std::integer_sequence<uint32_t, Indexes...>) {
    return std::make_tuple(TensorAccessor(std::get<Indexes>(args),
                                          get_arg_val<uint32_t>(address_rt_arg_index_start + Indexes),
                                          kernel_compile_time_args[page_size_ct_arg_index_start + Indexes])...);
}

template <class... Args, uint32_t... Indexes>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start,
                                std::integer_sequence<uint32_t, Indexes...>) {
    return std::make_tuple(
        TensorAccessor(std::get<Indexes>(args), get_arg_val<uint32_t>(address_rt_arg_index_start + Indexes))...);
}

}  // namespace tensor_accessor::detail

// Pages as large as the tensors say.
template <class... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start) {
    return tensor_accessor::detail::make_tensor_accessor_tuple(args, address_rt_arg_index_start,
                                                               std::make_integer_sequence<uint32_t, sizeof...(Args)>());
}
template <class... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start,
                                uint32_t page_size_ct_arg_index_start) {
    return tensor_accessor::detail::make_tensor_accessor_tuple(args, address_rt_arg_index_start,
                                                               page_size_ct_arg_index_start,
                                                               std::make_integer_sequence<uint32_t, sizeof...(Args)>());
}

// Accessors of several types behind one, so that an array can hold them. The accessor itself must outlive it.
class AbstractTensorAccessorWrapper {
  public:
    AbstractTensorAccessorWrapper() = default;
    template <class Accessor>
    AbstractTensorAccessorWrapper(const Accessor& accessor)
        : accessor_(&accessor), get_([](const void* which, uint32_t page, uint32_t offset, uint8_t noc) {
              return static_cast<const Accessor*>(which)->get_noc_addr(page, offset, noc);
          }) {}

    uint64_t get_noc_addr(uint32_t page, uint32_t offset = 0, uint8_t noc = noc_index) const {
        return get_(accessor_, page, offset, noc);
    }

  private:
    const void* accessor_ = nullptr;
    uint64_t (*get_)(const void*, uint32_t, uint32_t, uint8_t) = nullptr;
};
template <class... Accessors>
auto make_abstract_tensor_accessor_wrappers(const std::tuple<Accessors...>& accessors) {
    return std::apply(
        [](const auto&... each) { return std::array<AbstractTensorAccessorWrapper, sizeof...(Accessors)>{each...}; },
        accessors);
}

template <class DSpec>
ALWI void noc_async_read_shard(uint32_t shard, const TensorAccessor<DSpec>& accessor, uint32_t l1,
                               uint8_t noc = noc_index) {
    noc_async_read(accessor.get_shard_noc_addr(shard, 0, noc), l1, accessor.page_size * accessor.dspec().shard_volume(),
                   noc);
}
template <class DSpec, bool posted = false>
ALWI void noc_async_write_shard(uint32_t shard, const TensorAccessor<DSpec>& accessor, uint32_t l1,
                                uint8_t noc = noc_index) {
    noc_async_write<noc_any_size, true, posted>(l1, accessor.get_shard_noc_addr(shard, 0, noc),
                                                accessor.page_size * accessor.dspec().shard_volume(), noc);
}

// An accessor as source or destination of the object API, by page or by shard.
template <class Accessor>
struct PageView {
    const Accessor& accessor;
    explicit PageView(const Accessor& given) : accessor(given) {}
    uint64_t get_noc_addr(uint32_t page, uint32_t offset, uint8_t noc) const {
        return accessor.get_noc_addr(page, offset, noc);
    }
};
template <class Accessor>
struct ShardView {
    const Accessor& accessor;
    explicit ShardView(const Accessor& given) : accessor(given) {}
    bool is_local_shard(uint32_t shard, uint8_t noc) const { return accessor.is_local_shard(shard, noc); }
    uint64_t get_noc_addr(uint32_t shard, uint32_t offset, uint8_t noc) const {
        return accessor.get_shard_noc_addr(shard, offset, noc);
    }
};
