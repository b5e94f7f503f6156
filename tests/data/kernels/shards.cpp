// Shards, walks over pages, and what the objects' traits make of their arguments (kernel-api.md 1.4, 2.1 to 2.4), each
// checked by what lands or by an address found another way. Compile-time arguments: accessor of a tensor in L1 of 4 x 6
// pages of 1024 bytes in shards of 2 x 3, the second of which lies on this core; accessor of an interleaved DRAM tensor
// of four pages; 1024 twice. Word i of page p holds 1000 * p + i in both. Runtime arguments: the addresses of both, x
// and y of the core of the first shard. Common: 1024. Circular buffer 0: two pages, each of the bytes of a shard. Runs
// on core (1,1).
#include "api/dataflow/dataflow_api.h"
#include "api/tensor/tensor_accessor.h"
#include "experimental/circular_buffer.h"
#include "experimental/core_local_mem.h"
#include "experimental/dataflow_buffer.h"
#include "experimental/endpoints.h"
#include "experimental/noc.h"
#include "experimental/tensor.h"
#include "internal/dataflow/dataflow_api_addrgen.h"

constexpr uint32_t page = 1024, shard_bytes = 6 * page;
constexpr auto local = experimental::Noc::AddressType::LOCAL_L1, over_noc = experimental::Noc::AddressType::NOC;

volatile uint32_t* words(uint32_t address) { return reinterpret_cast<volatile uint32_t*>(address); }
void expect_page(uint32_t at, uint32_t which) {
    for (uint32_t w = 0; w < page / 4; ++w) ASSERT(words(at)[w] == 1000 * which + w);
}
// The pages of a shard in the order of memory, by its row and column among the shards.
void expect_shard(uint32_t at, uint32_t row, uint32_t column) {
    for (uint32_t i = 0; i < 6; ++i) expect_page(at + i * page, (2 * row + i / 3) * 6 + 3 * column + i % 3);
}

void arguments() {
    ASSERT(get_arg_addr(3) == get_arg_addr(0) + 12 && *words(get_arg_addr(3)) == get_arg_val<uint32_t>(3));
    ASSERT(*words(get_common_arg_addr(0)) == page && get_common_arg_val<uint32_t>(0) == page);
    ASSERT(get_absolute_logical_x() == 1 && get_absolute_logical_y() == 1);
    ASSERT(get_relative_logical_x() == 1 && get_relative_logical_y() == 1);
}

// Pages of an interleaved tensor, put together from row, bank and alignment.
template <class Accessor>
void banks(const Accessor& tensor) {
    using namespace interleaved_addr_gen;
    static_assert(get_allocator_alignment<true>() == DRAM_ALIGNMENT &&
                  get_allocator_alignment<false>() == L1_ALIGNMENT);
    static_assert(1u << get_log_base2_of_allocator_alignment<true>() == get_allocator_alignment<true>());
    static_assert(1u << get_log_base2_of_allocator_alignment<false>() == get_allocator_alignment<false>());
    for (uint32_t id = 0; id < 100; ++id) {
        const uint32_t row = get_bank_offset_index<true>(id), bank = get_bank_index<true>(id, row);
        const uint32_t at = tensor.bank_base_address + row * align(page, get_allocator_alignment<true>());
        ASSERT(get_noc_addr_helper(get_noc_xy<true>(bank), at + get_bank_offset<true>(bank)) ==
               tensor.get_noc_addr(id));
    }
}

template <class Accessor, class Interleaved>
void walks(const Accessor& tensor, const Interleaved& dram) {
    tensor_accessor::PagesAddressIteratorSharded<Accessor> at(tensor, 2, 24, noc_index);
    ASSERT(at->page_id() == 2 && (++at)->noc_addr() == tensor.get_noc_addr(3u));
    at += 20;
    ASSERT(at->page_id() == 23 && (*at).noc_addr() == tensor.get_noc_addr(23u) && ++at == tensor.pages().end());

    const tensor_accessor::ShardPages<Accessor> third(tensor, 2, 1, 6);
    tensor_accessor::ShardPagesAddressIterator<Accessor> inside = third.begin();
    ASSERT(inside->page_id() == 13);
    inside += 3;
    ASSERT(inside->page_id() == 19 && inside->noc_addr() == tensor.get_noc_addr(19u));
    ASSERT(++ ++inside == third.end());

    tensor_accessor::PagesAddressIteratorInterleaved<Interleaved> walk(dram, 1, 4, noc_index);
    ASSERT((walk + 2)->noc_addr() == dram.get_noc_addr(3));
    uint32_t id = 1;
    for (; walk != dram.pages(0, 4).end(); ++walk, ++id)
        ASSERT(walk->page_id() == id && walk->noc_addr() == dram.get_noc_addr(id));
    ASSERT(id == 4);

    // Page 9 is the first of the second row of shard 1.
    const typename Accessor::PageMapping mapping = tensor.get_bank_and_offset(9u);
    ASSERT(mapping.bank_id == 1 && mapping.bank_page_offset == 3);
    ASSERT(tensor.get_noc_addr(typename Accessor::PageMapping{1, 3}) == tensor.get_noc_addr(9u));
}

// What each kind of source and destination makes of its arguments. The front of the buffer is its first page, the back
// its second.
template <class Buffer>
void buffer_traits(const Buffer& buffer, uint32_t front, uint32_t back, uint32_t x, uint32_t y) {
    using Traits = experimental::noc_traits_t<Buffer>;
    const experimental::Noc noc(noc_index);
    const typename Traits::src_args_type from{.offset_bytes = 64};
    const typename Traits::dst_args_type to{.offset_bytes = 32};
    const typename Traits::dst_args_mcast_type rectangle{x, y, my_x[0], my_y[0], 16};
    ASSERT(Traits::template src_addr<local>(buffer, noc, from) == front + 64);
    ASSERT(Traits::template dst_addr<local>(buffer, noc, to) == back + 32);
    ASSERT(Traits::template dst_addr_mcast<over_noc>(buffer, noc, rectangle) ==
           get_noc_multicast_addr(x, y, my_x[0], my_y[0], back + 16));
}
template <class Paged>
void page_traits(const Paged& pages, uint64_t expected) {
    using Traits = experimental::noc_traits_t<Paged>;
    const experimental::Noc noc(noc_index);
    const typename Traits::src_args_type from{.page_id = 3, .offset_bytes = 64};
    const typename Traits::dst_args_type to{.page_id = 3, .offset_bytes = 64};
    ASSERT(Traits::template src_addr<over_noc>(pages, noc, from) == expected);
    ASSERT(Traits::template dst_addr<over_noc>(pages, noc, to) == expected);
}
template <class Interleaved>
void traits(const Interleaved& dram, uint32_t x, uint32_t y) {
    using Buffer = experimental::CircularBuffer;
    const Buffer buffer(0);
    const uint32_t front = buffer.get_read_ptr(), back = buffer.get_write_ptr();
    buffer_traits(buffer, front, back, x, y);
    buffer_traits(experimental::DataflowBuffer(0), front, back, x, y);
    using Front = experimental::CircularBufferView<Buffer::AddrSelector::READ_PTR>;
    using Back = experimental::CircularBufferView<Buffer::AddrSelector::WRITE_PTR>;
    buffer_traits(Front(buffer), front, front, x, y);
    buffer_traits(Back(buffer), back, back, x, y);
    ASSERT(experimental::noc_traits_t<Back>::get_local_addr(Back(buffer)) == back);

    const experimental::Noc noc(noc_index);
    using Memory = experimental::CoreLocalMem<uint32_t>;
    using OfMemory = experimental::noc_traits_t<Memory>;
    static_assert(std::is_empty_v<OfMemory::dst_args_mcast_type>);
    ASSERT(OfMemory::src_addr<local>(Memory(front), noc, OfMemory::src_args_type{8}) == front + 8);
    ASSERT(OfMemory::dst_addr<local>(Memory(front), noc, OfMemory::dst_args_type{4}) == front + 4);

    using OfCore = experimental::noc_traits_t<experimental::UnicastEndpoint>;
    const OfCore::src_args_type from{.noc_x = x, .noc_y = y, .addr = front};
    const OfCore::dst_args_type to{.noc_x = x, .noc_y = y, .addr = back};
    ASSERT(OfCore::src_addr<over_noc>({}, noc, from) == get_noc_addr(x, y, front));
    ASSERT(OfCore::src_addr<local>({}, noc, from) == front);
    ASSERT(OfCore::dst_addr<over_noc>({}, noc, to) == get_noc_addr(x, y, back));
    using OfCores = experimental::noc_traits_t<experimental::MulticastEndpoint>;
    const OfCores::dst_args_mcast_type all{x, y, my_x[0], my_y[0], back};
    ASSERT(OfCores::dst_addr_mcast<over_noc>({}, noc, all) == get_noc_multicast_addr(x, y, my_x[0], my_y[0], back));
    using OfBank = experimental::noc_traits_t<experimental::AllocatorBank<experimental::AllocatorBankType::DRAM>>;
    ASSERT(OfBank::src_addr<over_noc>({}, noc, OfBank::src_args_type{1, dram.bank_base_address}) ==
           dram.get_noc_addr(1));
    ASSERT(OfBank::dst_addr<over_noc>({}, noc, OfBank::dst_args_type{1, dram.bank_base_address + 32}) ==
           dram.get_noc_addr(1, 32));

    page_traits(dram, dram.get_noc_addr(3, 64));
    page_traits(PageView(dram), dram.get_noc_addr(3, 64));
    using OfPage = experimental::noc_traits_t<tensor_accessor::Page>;
    const tensor_accessor::Page second = *++dram.pages(0, 4).begin();
    ASSERT(OfPage::src_addr<over_noc>(second, noc, OfPage::src_args_type{16}) == dram.get_noc_addr(1, 16));
    ASSERT(OfPage::dst_addr<over_noc>(second, noc, OfPage::dst_args_type{16}) == dram.get_noc_addr(1, 16));
}

// Whole shards, by function and by object. In the end shard 0 holds what shard 3 held.
template <class Accessor>
void shards(const Accessor& tensor, uint32_t front, uint32_t back) {
    noc_async_read_shard(2, tensor, back);
    noc_async_read_barrier();
    expect_shard(back, 1, 0);

    const experimental::Noc noc(noc_index);
    const ShardView<Accessor> view(tensor);
    using Traits = experimental::noc_traits_t<ShardView<Accessor>>;
    ASSERT(view.is_local_shard(1, noc_index) && !view.is_local_shard(0, noc_index));
    const experimental::CoreLocalMem<uint32_t> memory(back);
    const typename Traits::src_args_type from{.shard_id = 1};
    noc.async_read(view, memory, shard_bytes, from, {});
    noc.async_read_barrier();
    expect_shard(back, 0, 1);
    ASSERT((Traits::template src_addr<local>(view, noc, from) == tensor.bank_base_address));

    noc_async_read_shard(3, tensor, back);
    noc_async_read_barrier();
    expect_shard(back, 1, 1);
    noc_async_write_shard(0, tensor, back);
    noc_async_write_barrier();
    noc_async_read(tensor.get_shard_noc_addr(0), front, shard_bytes);
    noc_async_read_barrier();
    expect_shard(front, 1, 1);
    // Its first page goes to the last place of shard 2 too.
    const typename Traits::dst_args_type to{.shard_id = 2, .offset_bytes = 5 * page};
    noc.async_write(memory, view, page, {}, to);
    noc.async_write_barrier();
}

void kernel_main() {
    using namespace tensor_accessor::detail;
    constexpr uint32_t second = get_tensor_accessor_args_cta_offset<1, 0>();
    static_assert(second == TensorAccessorArgs<0>::next_compile_time_args_offset());
    using Offsets = decltype(get_tensor_accessor_args_cta_offsets<0>(std::make_integer_sequence<uint32_t, 2>()));
    static_assert(std::is_same_v<Offsets, std::integer_sequence<uint32_t, 0, second>>);
    constexpr auto args = make_tensor_accessor_args_tuple_from_cta_offsets(Offsets());
    constexpr uint32_t sizes = std::get<1>(args).next_compile_time_args_offset();
    const auto accessors = make_tensor_accessor_tuple(args, 0, sizes);
    const auto& tensor = std::get<0>(accessors);
    const auto& dram = std::get<1>(accessors);
    const uint32_t x = get_arg_val<uint32_t>(2), y = get_arg_val<uint32_t>(3);

    arguments();
    banks(dram);
    walks(tensor, dram);
    cb_reserve_back(0, 2);
    const uint32_t base = get_write_ptr(0);
    shards(tensor, base, base + shard_bytes);
    cb_push_back(0, 1);
    cb_wait_front(0, 1);
    traits(dram, x, y);
    cb_pop_front(0, 1);
}
