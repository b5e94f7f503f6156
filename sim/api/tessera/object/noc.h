// The NoC as an object (the vendor's Noc, kernel-api.md 2.2): sources and destinations are objects too, whose traits
// say how arguments become an address. Two generations share the class: one chooses by several enumerations and passes
// channel and transaction id as arguments, the other by one set of flags and NocOptVals.
#pragma once

#include <type_traits>

#include "tessera/noc_word.h"

namespace tessera::object {

template <class T>
struct noc_traits_t {
    static_assert(sizeof(T) == 0, "this type is no source or destination of a NoC transaction");
};

enum class NocOptions : uint32_t {
    DEFAULT = 0,
    TXN_ID = 1u << 0,
    POSTED = 1u << 1,
    CUSTOM_VC = 1u << 2,
    MCAST_INCL_SRC = 1u << 3,
    INLINE_L1 = 1u << 4,
    INLINE_REG = 1u << 5,
};
constexpr NocOptions operator|(NocOptions a, NocOptions b) {
    return static_cast<NocOptions>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
constexpr bool has_flag(NocOptions options, NocOptions flag) {
    return (static_cast<uint32_t>(options) & static_cast<uint32_t>(flag)) != 0;
}
struct NocOptVals {
    uint32_t vc = NOC_UNICAST_WRITE_VC;
    uint32_t trid = 0;
};

class Noc {
    template <class T>
    using src_args_t = typename noc_traits_t<T>::src_args_type;
    template <class T>
    using dst_args_t = typename noc_traits_t<T>::dst_args_type;
    template <class T>
    using dst_args_mcast_t = typename noc_traits_t<T>::dst_args_mcast_type;

  public:
    enum class AddressType { NOC, LOCAL_L1 };
    enum class TxnIdMode { ENABLED, DISABLED };
    enum class ResponseMode { NON_POSTED, POSTED };
    enum class BarrierMode { TXN_ID, FULL };
    enum class McastMode { INCLUDE_SRC, EXCLUDE_SRC };
    enum class VcSelection { DEFAULT, CUSTOM };
    static constexpr uint32_t INVALID_TXN_ID = 0xFFFFFFFF;

    Noc() = default;
    explicit Noc(uint8_t noc_id) : noc_id_(noc_id) {}
    uint8_t get_noc_id() const { return noc_id_; }
    bool is_local_bank(uint32_t x, uint32_t y) const { return x == my_x[noc_id_] && y == my_y[noc_id_]; }
    bool is_local_addr(uint64_t address) const {
        return is_local_bank(NOC_UNICAST_ADDR_X(address), NOC_UNICAST_ADDR_Y(address));
    }

    // Reads into this core's L1.
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, bool tracing = true,
              class Src, class Dst>
    void async_read(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                    const dst_args_t<Dst>& dst_args, const NocOptVals& values = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            noc_async_read_set_trid(values.trid, noc_id_);
            wait_id(values.trid, noc_id_, NOC_MAX_TRANSACTION_ID_COUNT / 2, abi::NocIdWait::reads);
        }
        noc_async_read(source<AddressType::NOC>(src, src_args), destination<AddressType::LOCAL_L1>(dst, dst_args),
                       bytes, noc_id_);
    }
    template <TxnIdMode mode, uint32_t max_page_size = noc_any_size, bool tracing = true, class Src, class Dst>
    void async_read(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                    const dst_args_t<Dst>& dst_args, uint32_t = NOC_UNICAST_WRITE_VC,
                    uint32_t trid = INVALID_TXN_ID) const {
        async_read<id_option(mode)>(src, dst, bytes, src_args, dst_args, NocOptVals{0, trid});
    }
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, class Src>
    void set_async_read_state(const Src& src, uint32_t bytes, const src_args_t<Src>& src_args,
                              const NocOptVals& values = {}) const {
        set_state(source<AddressType::NOC>(src, src_args), bytes,
                  buffer_options(noc_id_, read_cmd_buf) | one_packet(max_page_size));
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) noc_async_read_set_trid(values.trid, noc_id_);
    }
    template <VcSelection vc, uint32_t max_page_size = noc_any_size, class Src>
    void set_async_read_state(const Src& src, uint32_t bytes, const src_args_t<Src>& src_args, uint8_t = 0) const {
        set_async_read_state(src, bytes, src_args);
    }
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, class Src, class Dst>
    void async_read_with_state(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                               const dst_args_t<Dst>& dst_args, const NocOptVals& values = {}) const {
        const uint32_t from = low(source<AddressType::NOC>(src, src_args));
        const uint32_t to = destination<AddressType::LOCAL_L1>(dst, dst_args);
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            static_assert(max_page_size <= NOC_MAX_BURST_SIZE, "a stateful read with a transaction id is one packet");
            noc_async_read_one_packet_with_state_with_trid(0, from, to, values.trid, noc_id_);
        } else if constexpr (max_page_size <= NOC_MAX_BURST_SIZE) {
            noc_async_read_one_packet_with_state(from, to, 0, noc_id_);
        } else {
            noc_async_read_with_state(from, to, bytes, noc_id_);
        }
    }
    template <VcSelection vc, uint32_t max_page_size = noc_any_size, class Src, class Dst>
    void async_read_with_state(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                               const dst_args_t<Dst>& dst_args, uint8_t = 0) const {
        async_read_with_state<NocOptions::DEFAULT, max_page_size>(src, dst, bytes, src_args, dst_args);
    }

    // Writes from this core's L1.
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, bool tracing = true,
              class Src, class Dst>
    void async_write(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                     const dst_args_t<Dst>& dst_args, const NocOptVals& values = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) noc_async_write_set_trid(values.trid, noc_id_);
        noc_async_write<noc_any_size, true, has_flag(opts, NocOptions::POSTED)>(
            source<AddressType::LOCAL_L1>(src, src_args), destination<AddressType::NOC>(dst, dst_args), bytes, noc_id_,
            has_flag(opts, NocOptions::CUSTOM_VC) ? values.vc : NOC_UNICAST_WRITE_VC);
    }
    template <TxnIdMode mode, ResponseMode response = ResponseMode::NON_POSTED, uint32_t max_page_size = noc_any_size,
              bool tracing = true, class Src, class Dst>
    void async_write(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                     const dst_args_t<Dst>& dst_args, uint32_t = NOC_UNICAST_WRITE_VC,
                     uint32_t trid = INVALID_TXN_ID) const {
        async_write<id_option(mode) | posted_option(response)>(src, dst, bytes, src_args, dst_args,
                                                               NocOptVals{0, trid});
    }
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, bool tracing = true,
              class Src, class Dst>
    void async_write_multicast(const Src& src, const Dst& dst, uint32_t bytes, uint32_t num_dsts,
                               const src_args_t<Src>& src_args, const dst_args_mcast_t<Dst>& dst_args,
                               bool linked = false) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "multicasts have no transaction ids");
        static_assert(!has_flag(opts, NocOptions::POSTED), "multicasts are not posted");
        multicast(source<AddressType::LOCAL_L1>(src, src_args),
                  noc_traits_t<Dst>::template dst_addr_mcast<AddressType::NOC>(dst, *this, dst_args), bytes, num_dsts,
                  has_flag(opts, NocOptions::MCAST_INCL_SRC), noc_id_, linked);
    }
    template <McastMode mode, TxnIdMode id = TxnIdMode::DISABLED, ResponseMode response = ResponseMode::NON_POSTED,
              uint32_t max_page_size = noc_any_size, bool tracing = true, class Src, class Dst>
    void async_write_multicast(const Src& src, const Dst& dst, uint32_t bytes, uint32_t num_dsts,
                               const src_args_t<Src>& src_args, const dst_args_mcast_t<Dst>& dst_args,
                               bool linked = false, uint32_t = INVALID_TXN_ID) const {
        constexpr auto loopback = mode == McastMode::INCLUDE_SRC ? NocOptions::MCAST_INCL_SRC : NocOptions::DEFAULT;
        async_write_multicast<id_option(id) | posted_option(response) | loopback>(src, dst, bytes, num_dsts, src_args,
                                                                                  dst_args, linked);
    }
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, class Dst>
    void set_async_write_state(const Dst& dst, uint32_t bytes, const dst_args_t<Dst>& dst_args,
                               const NocOptVals& = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "stateful writes have no transaction ids");
        set_state(destination<AddressType::NOC>(dst, dst_args), bytes,
                  buffer_options(noc_id_, write_cmd_buf) | one_packet(max_page_size));
    }
    template <ResponseMode response, uint32_t max_page_size = noc_any_size, class Dst>
    void set_async_write_state(const Dst& dst, uint32_t bytes, const dst_args_t<Dst>& dst_args,
                               uint8_t = NOC_UNICAST_WRITE_VC) const {
        set_async_write_state(dst, bytes, dst_args);
    }
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = noc_any_size, class Src, class Dst>
    void async_write_with_state(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                                const dst_args_t<Dst>& dst_args, const NocOptVals& = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "stateful writes have no transaction ids");
        call<Call::noc_write_with_state>(source<AddressType::LOCAL_L1>(src, src_args),
                                         low(destination<AddressType::NOC>(dst, dst_args)),
                                         max_page_size <= NOC_MAX_BURST_SIZE ? abi::noc_state_bytes : bytes,
                                         options<has_flag(opts, NocOptions::POSTED)>(noc_id_));
    }
    template <ResponseMode response, uint32_t max_page_size = noc_any_size, class Src, class Dst>
    void async_write_with_state(const Src& src, const Dst& dst, uint32_t bytes, const src_args_t<Src>& src_args,
                                const dst_args_t<Dst>& dst_args, uint8_t = NOC_UNICAST_WRITE_VC) const {
        async_write_with_state<posted_option(response), max_page_size>(src, dst, bytes, src_args, dst_args);
    }

    // One word from a register.
    template <NocOptions opts = NocOptions::DEFAULT, class Dst>
    void inline_dw_write(const Dst& dst, uint32_t value, const dst_args_t<Dst>& dst_args, uint8_t byte_enable = 0xF,
                         const NocOptVals& values = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "inline writes have no transaction ids");
        constexpr auto to = has_flag(opts, NocOptions::INLINE_L1)    ? InlineWriteDst::L1
                            : has_flag(opts, NocOptions::INLINE_REG) ? InlineWriteDst::REG
                                                                     : InlineWriteDst::DEFAULT;
        noc_inline_dw_write<to, has_flag(opts, NocOptions::POSTED)>(
            destination<AddressType::NOC>(dst, dst_args), value, byte_enable, noc_id_,
            has_flag(opts, NocOptions::CUSTOM_VC) ? values.vc : NOC_UNICAST_WRITE_VC);
    }
    template <TxnIdMode mode, InlineWriteDst to = InlineWriteDst::DEFAULT,
              ResponseMode response = ResponseMode::NON_POSTED, class Dst>
    void inline_dw_write(const Dst& dst, uint32_t value, const dst_args_t<Dst>& dst_args, uint8_t byte_enable = 0xF,
                         uint32_t = NOC_UNICAST_WRITE_VC, uint32_t = INVALID_TXN_ID) const {
        inline_dw_write<id_option(mode) | posted_option(response)>(dst, value, dst_args, byte_enable);
    }

    // Ends of what was asked for on this NoC.
    template <NocOptions opts = NocOptions::DEFAULT>
    void async_read_barrier(const NocOptVals& values = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID))
            noc_async_read_barrier_with_trid(values.trid, noc_id_);
        else
            noc_async_read_barrier(noc_id_);
    }
    template <BarrierMode mode>
    void async_read_barrier(uint32_t trid = INVALID_TXN_ID) const {
        async_read_barrier<id_option(mode)>(NocOptVals{0, trid});
    }
    bool is_read_trid_flushed(uint32_t trid) const {
        return noc_available_transactions(noc_id_, trid) == NOC_MAX_TRANSACTION_ID_COUNT;
    }
    template <NocOptions opts = NocOptions::DEFAULT>
    void async_write_barrier(const NocOptVals& values = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID))
            noc_async_write_barrier_with_trid(values.trid, noc_id_);
        else
            noc_async_write_barrier(noc_id_);
    }
    template <BarrierMode mode>
    void async_write_barrier(uint32_t trid = INVALID_TXN_ID) const {
        async_write_barrier<id_option(mode)>(NocOptVals{0, trid});
    }
    template <NocOptions opts = NocOptions::DEFAULT>
    void async_writes_flushed(const NocOptVals& values = {}) const {
        if constexpr (has_flag(opts, NocOptions::POSTED))
            noc_async_posted_writes_flushed(noc_id_);
        else if constexpr (has_flag(opts, NocOptions::TXN_ID))
            noc_async_write_flushed_with_trid(values.trid, noc_id_);
        else
            noc_async_writes_flushed(noc_id_);
    }
    template <ResponseMode response, BarrierMode mode = BarrierMode::FULL>
    void async_writes_flushed(uint32_t trid = INVALID_TXN_ID) const {
        async_writes_flushed<id_option(mode) | posted_option(response)>(NocOptVals{0, trid});
    }
    void async_atomic_barrier() const { noc_async_atomic_barrier(noc_id_); }
    void async_full_barrier() const { noc_async_full_barrier(noc_id_); }

  private:
    static constexpr NocOptions id_option(TxnIdMode mode) {
        return mode == TxnIdMode::ENABLED ? NocOptions::TXN_ID : NocOptions::DEFAULT;
    }
    static constexpr NocOptions id_option(BarrierMode mode) {
        return mode == BarrierMode::TXN_ID ? NocOptions::TXN_ID : NocOptions::DEFAULT;
    }
    static constexpr NocOptions posted_option(ResponseMode mode) {
        return mode == ResponseMode::POSTED ? NocOptions::POSTED : NocOptions::DEFAULT;
    }
    template <AddressType type, class Src>
    auto source(const Src& src, const src_args_t<Src>& args) const {
        return noc_traits_t<Src>::template src_addr<type>(src, *this, args);
    }
    template <AddressType type, class Dst>
    auto destination(const Dst& dst, const dst_args_t<Dst>& args) const {
        return noc_traits_t<Dst>::template dst_addr<type>(dst, *this, args);
    }

    uint8_t noc_id_ = noc_index;
};

// Arguments of a destination that is a rectangle of cores, for what lies at one L1 address on each.
struct RectangleArgs {
    uint32_t noc_x_start{};
    uint32_t noc_y_start{};
    uint32_t noc_x_end{};
    uint32_t noc_y_end{};
    uint32_t offset_bytes{};

    uint64_t address(uint32_t l1, const Noc& noc) const {
        return get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, l1 + offset_bytes,
                                      noc.get_noc_id());
    }
};

// A NoC address as either end: as it is, or the part that lies in this core's L1.
template <Noc::AddressType type>
ALWI auto either_address(uint64_t address, [[maybe_unused]] const Noc& noc) {
    if constexpr (type == Noc::AddressType::LOCAL_L1) {
        ASSERT(noc.is_local_addr(address));
        return low(address);
    } else {
        return address;
    }
}

}  // namespace tessera::object
