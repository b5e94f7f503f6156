#pragma once

namespace tt {

template <class A, class B>
constexpr auto div_up(A a, B b) {
    return (a + b - 1) / b;
}
template <class A, class B>
constexpr auto round_up(A a, B b) {
    return b * div_up(a, b);
}
template <class A, class B>
constexpr auto round_down(A a, B b) {
    return a / b * b;
}

}  // namespace tt
