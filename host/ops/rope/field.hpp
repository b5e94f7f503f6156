// Parameters that are members of a struct. One row says of each its option, with default and help, and its member:
// what options, the bytes of a host's block, manifests and reports have of it follows from the row.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

#include "host/job/source.hpp"

namespace tessera::host {

// Members of S are of one of the types.
template <class S, class... Types>
struct Field {
    Parameter option;  // --n-dims
    std::variant<Types S::*...> member;

    // Of the kind of the member.
    template <class T>
    Field(const char* name, T S::*where, const char* fallback, const char* group, const char* text,
          const char* type_name = "")
        : option{name, kind_of<T>(), fallback, group, text, type_name}, member(where) {}
    // Without it the option is what the member is of itself.
    template <class T>
    Field(const char* name, T S::*where, const char* group, const char* text)
        : Field(name, where, fmt::format("{}", S{}.*where).c_str(), group, text) {}

    // In blocks, manifests, reports and messages: n_dims.
    std::string name() const {
        std::string out = option.name;
        std::ranges::replace(out, '-', '_');
        return out;
    }
    // Calls `act` with the member.
    template <class Of, class Act>
    void of(Of& all, const Act& act) const {
        std::visit([&](auto where) { act(all.*where); }, member);
    }

  private:
    template <class T>
    static constexpr ParameterKind kind_of() {
        return std::is_floating_point_v<T>              ? ParameterKind::real
               : std::is_convertible_v<std::int64_t, T> ? ParameterKind::whole
                                                        : ParameterKind::word;
    }
};

// What to do with members of each type, as one function.
template <class... Acts>
struct OfType : Acts... {
    using Acts::operator()...;
};
template <class... Acts>
OfType(Acts...) -> OfType<Acts...>;

}  // namespace tessera::host
