// What a generator of addresses offers, as kernels ask that take any (kernel-api.md 2.4).
#pragma once

#include <type_traits>
#include <utility>

#include "tessera/base.h"

template <class T, class = void>
inline constexpr bool has_get_noc_addr_v = false;
template <class T>
inline constexpr bool
    has_get_noc_addr_v<T, std::void_t<decltype(std::declval<T>().get_noc_addr(uint32_t{}, uint32_t{}, uint8_t{}))>> =
        true;
template <class T, class = void>
inline constexpr bool has_page_size_v = false;
template <class T>
inline constexpr bool has_page_size_v<T, std::void_t<decltype(std::declval<T>().page_size)>> = true;
template <class T, class = void>
inline constexpr bool has_get_aligned_page_size_v = false;
template <class T>
inline constexpr bool has_get_aligned_page_size_v<T, std::void_t<decltype(std::declval<T>().get_aligned_page_size())>> =
    true;
template <class T, class = void>
inline constexpr bool has_log_base_2_of_page_size_v = false;
template <class T>
inline constexpr bool
    has_log_base_2_of_page_size_v<T, std::void_t<decltype(std::declval<T>().log_base_2_of_page_size)>> = true;
template <class T>
inline constexpr bool has_required_addrgen_traits_v = has_get_noc_addr_v<T> &&
                                                      (has_page_size_v<T> || has_log_base_2_of_page_size_v<T> ||
                                                       has_get_aligned_page_size_v<T>);
