// Tensor accessors, their views and single pages as ends of transactions of the object API.
#pragma once

#include "tessera/accessor.h"
#include "tessera/object/noc.h"

namespace tessera::object {

struct PageArgs {
    uint32_t page_id{};
    uint32_t offset_bytes = 0;
};

template <class Paged>
struct PagedTraits {
    using src_args_type = PageArgs;
    using dst_args_type = PageArgs;
    template <Noc::AddressType type>
    static auto src_addr(const Paged& pages, const Noc& noc, const PageArgs& args) {
        return either_address<type>(pages.get_noc_addr(args.page_id, args.offset_bytes, noc.get_noc_id()), noc);
    }
    template <Noc::AddressType type>
    static auto dst_addr(const Paged& pages, const Noc& noc, const PageArgs& args) {
        return src_addr<type>(pages, noc, args);
    }
};
template <class DSpec>
struct noc_traits_t<TensorAccessor<DSpec>> : PagedTraits<TensorAccessor<DSpec>> {};
template <class Accessor>
struct noc_traits_t<PageView<Accessor>> : PagedTraits<PageView<Accessor>> {};

template <class Accessor>
struct noc_traits_t<ShardView<Accessor>> {
    struct src_args_type {
        uint32_t shard_id{};
        uint32_t offset_bytes = 0;
    };
    using dst_args_type = src_args_type;
    template <Noc::AddressType type>
    static auto src_addr(const ShardView<Accessor>& shards, const Noc& noc, const src_args_type& args) {
        return either_address<type>(shards.get_noc_addr(args.shard_id, args.offset_bytes, noc.get_noc_id()), noc);
    }
    template <Noc::AddressType type>
    static auto dst_addr(const ShardView<Accessor>& shards, const Noc& noc, const dst_args_type& args) {
        return src_addr<type>(shards, noc, args);
    }
};

template <>
struct noc_traits_t<tensor_accessor::Page> {
    struct src_args_type {
        uint32_t offset_bytes = 0;
    };
    using dst_args_type = src_args_type;
    template <Noc::AddressType type>
    static auto src_addr(const tensor_accessor::Page& page, const Noc& noc, const src_args_type& args) {
        return either_address<type>(page.noc_addr() + args.offset_bytes, noc);
    }
    template <Noc::AddressType type>
    static auto dst_addr(const tensor_accessor::Page& page, const Noc& noc, const dst_args_type& args) {
        return src_addr<type>(page, noc, args);
    }
};

}  // namespace tessera::object
