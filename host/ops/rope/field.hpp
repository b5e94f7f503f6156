// Parameters that are members of a struct. One row says of each its option, with default and help, and its member:
// what options, the bytes of a host's block, manifests and reports have of it follows from the row.
#pragma once

#include <algorithm>
#include <string>
#include <variant>

#include "host/job/source.hpp"

namespace tessera::host {

// Members of S are of one of the types.
template <class S, class... Types>
struct Field {
    Parameter option;  // --n-dims
    std::variant<Types S::*...> member;

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
};

}  // namespace tessera::host
