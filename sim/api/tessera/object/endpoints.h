// Places on the chip as ends of transactions of the object API: a core, a rectangle of cores, a bank.
#pragma once

#include "tessera/address.h"
#include "tessera/object/noc.h"

namespace tessera::object {

struct UnicastEndpoint {
    uint64_t get_noc_unicast_addr(uint32_t x, uint32_t y, uint32_t address, uint8_t noc) const {
        return ::get_noc_addr(x, y, address, noc);
    }
};
struct MulticastEndpoint {
    uint64_t get_noc_multicast_addr(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end,
                                    uint32_t address, uint8_t noc) const {
        return ::get_noc_multicast_addr(x_start, y_start, x_end, y_end, address, noc);
    }
};

enum class AllocatorBankType { L1, DRAM };
template <AllocatorBankType bank_type>
struct AllocatorBank {
    uint64_t get_noc_addr_from_bank_id(uint32_t bank, uint32_t address, uint8_t noc) const {
        return ::get_noc_addr_from_bank_id<bank_type == AllocatorBankType::DRAM>(bank, address, noc);
    }
};

template <>
struct noc_traits_t<UnicastEndpoint> {
    struct src_args_type {
        uint32_t noc_x{};
        uint32_t noc_y{};
        uint32_t addr{};
    };
    using dst_args_type = src_args_type;
    template <Noc::AddressType type>
    static auto src_addr(const UnicastEndpoint& at, const Noc& noc, const src_args_type& args) {
        if constexpr (type == Noc::AddressType::LOCAL_L1)
            return args.addr;
        else
            return at.get_noc_unicast_addr(args.noc_x, args.noc_y, args.addr, noc.get_noc_id());
    }
    template <Noc::AddressType type>
    static auto dst_addr(const UnicastEndpoint& at, const Noc& noc, const dst_args_type& args) {
        return src_addr<type>(at, noc, args);
    }
};

template <>
struct noc_traits_t<MulticastEndpoint> {
    struct dst_args_mcast_type {
        uint32_t noc_x_start{};
        uint32_t noc_y_start{};
        uint32_t noc_x_end{};
        uint32_t noc_y_end{};
        uint32_t addr{};
    };
    template <Noc::AddressType>
    static uint64_t dst_addr_mcast(const MulticastEndpoint& to, const Noc& noc, const dst_args_mcast_type& args) {
        return to.get_noc_multicast_addr(args.noc_x_start, args.noc_y_start, args.noc_x_end, args.noc_y_end, args.addr,
                                         noc.get_noc_id());
    }
};

template <AllocatorBankType bank_type>
struct noc_traits_t<AllocatorBank<bank_type>> {
    struct src_args_type {
        uint32_t bank_id{};
        uint32_t addr{};
    };
    using dst_args_type = src_args_type;
    template <Noc::AddressType type>
    static uint64_t src_addr(const AllocatorBank<bank_type>& bank, const Noc& noc, const src_args_type& args) {
        static_assert(type == Noc::AddressType::NOC, "a bank is no place in this core's L1");
        return bank.get_noc_addr_from_bank_id(args.bank_id, args.addr, noc.get_noc_id());
    }
    template <Noc::AddressType type>
    static uint64_t dst_addr(const AllocatorBank<bank_type>& bank, const Noc& noc, const dst_args_type& args) {
        return src_addr<type>(bank, noc, args);
    }
};

}  // namespace tessera::object
