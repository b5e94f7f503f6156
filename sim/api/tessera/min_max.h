// std::min and std::max, which kernels use without an include, for a third of the time that the compiler needs to read
// them where they are. A name found in std itself comes before one that std only uses, so a kernel that includes
// <algorithm> gets the library's; the pack lets that one win where a kernel uses std and both are found.
#pragma once

namespace tessera::usual {

template <class T, class... None>
constexpr const T& min(const T& a, const T& b, None...) {
    static_assert(sizeof...(None) == 0, "std::min by an order of one's own is in <algorithm>");
    return b < a ? b : a;
}
template <class T, class... None>
constexpr const T& max(const T& a, const T& b, None...) {
    static_assert(sizeof...(None) == 0, "std::max by an order of one's own is in <algorithm>");
    return a < b ? b : a;
}

}  // namespace tessera::usual

namespace std {
using namespace tessera::usual;
}
