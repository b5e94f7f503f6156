// What an accessor says of every page, in the order of the calls below, as pairs of words in circular buffer 0, which
// then go to a DRAM page (kernel-api.md 2.4). Compile-time arguments: the accessor's; runtime: address of the tensor,
// bytes of a page, address of the result, bytes of the result.
#include "api/dataflow/dataflow_api.h"
#include "api/tensor/tensor_accessor.h"

volatile uint32_t* out;
void say(uint64_t value) {
    *out++ = static_cast<uint32_t>(value);
    *out++ = static_cast<uint32_t>(value >> 32);
}

void kernel_main() {
    cb_reserve_back(0, 1);
    const uint32_t begin = get_write_ptr(0);
    zero_l1_buf(reinterpret_cast<uint32_t*>(begin), get_arg_val<uint32_t>(3));
    out = reinterpret_cast<volatile uint32_t*>(begin);
    constexpr auto tuple = make_tensor_accessor_args_tuple<1, 0>();
    constexpr auto args = std::get<0>(tuple);
    static_assert(args.next_compile_time_args_offset() == kernel_compile_time_args.size());
    static_assert(get_ct_arg<0>() == get_compile_time_arg_val(0));
    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
    // Whatever type of integer the address is.
    static_assert(std::is_same_v<decltype(TensorAccessor(args, uintptr_t{})), std::remove_const_t<decltype(tensor)>>);
    static_assert(std::is_same_v<decltype(TensorAccessor(args, size_t{}, 2)), std::remove_const_t<decltype(tensor)>>);
    using Spec = typename decltype(tensor)::DSpec;
    static_assert(has_get_aligned_page_size_v<decltype(tensor)>);
    static_assert(Spec::is_dram == args.is_dram && !Spec::is_interleaved);

    const auto& spec = tensor.dspec();
    say(spec.tensor_volume());
    say(spec.shard_volume());
    const AbstractTensorAccessorWrapper any = tensor;
    for (uint32_t page = 0; page < spec.tensor_volume(); ++page) {
        say(tensor.get_noc_addr(page));
        ASSERT(any.get_noc_addr(page, 4) == tensor.get_noc_addr(page) + 4);
        const auto at = tensor.get_bank_and_offset(page);
        ASSERT(tensor.get_noc_addr(at) == tensor.get_noc_addr(page));
    }
    uint32_t next = 0;
    for (const tensor_accessor::Page& page : tensor.pages()) {
        ASSERT(page.page_id() == next && page.noc_addr() == tensor.get_noc_addr(next));
        ++next;
    }
    ASSERT(next == spec.tensor_volume());
    auto third = tensor.pages(1).begin();
    ASSERT((third + 2)->page_id() == 3 && third[1].noc_addr() == tensor.get_noc_addr(2) &&
           third < tensor.pages().end());
    uint32_t shards = 1;
    for (uint32_t i = 0; i < spec.rank(); ++i) shards *= spec.shard_grid()[i];
    for (uint32_t shard = 0; shard < shards; ++shard) {
        say(tensor.get_shard_noc_addr(shard));
        say(tensor.is_local_shard(shard));
        if constexpr (Spec::has_static_rank)
            for (const auto& page : tensor.shard_pages(shard)) {
                ASSERT(page.noc_addr() == tensor.get_noc_addr(page.page_id()));
                ASSERT(tensor.is_local_page(page.page_id()) == tensor.is_local_shard(shard));
                say(page.page_id());
            }
    }
    if constexpr (Spec::has_static_rank)
        ASSERT(tensor.get_noc_addr(std::array<uint32_t, 2>{1, 2}) == tensor.get_noc_addr(spec.tensor_shape()[1] + 2));

    noc_async_write(begin, get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(2)), get_arg_val<uint32_t>(3));
    noc_async_write_barrier();
    cb_push_back(0, 1);
}
