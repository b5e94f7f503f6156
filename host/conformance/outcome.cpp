#include "host/conformance/outcome.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::conformance {

std::string Outcome::refused(const fault::Fault& fault) {
    const fault::Category category = fault::row(fault.id()).category;
    const bool ours = category == fault::Category::unsupported || category == fault::Category::unimplemented;
    if (ours) ++unsupported;
    return fmt::format("{}{}: {}", ours ? "unsupported " : "fault ", fault::code(fault.id()), fault.detail());
}

std::string_view tag_of(const arch::Arch& arch) {
    struct Name {
        std::string_view arch, tag;
    };
    static constexpr Name names[] = {{"wormhole_b0", "wh"}, {"blackhole", "bh"}};
    for (const Name& name : names)
        if (name.arch == arch.name) return name.tag;
    throw fault::InputError{fmt::format("no golden data is known for architecture {}", arch.name)};
}

}  // namespace tessera::conformance
