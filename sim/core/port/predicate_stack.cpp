#include "sim/core/port/predicate_stack.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::core {

void PredicateStack::check_closed(const RiscContext& context) const {
    if (open_.empty()) return;
    fault::Fault fault(fault::Id::unbalanced_predicate,
                       fmt::format("the kernel ended with {} condition(s) open, the last from here", open_.size()));
    context.kernel.locate(fault, open_.back(), context.clock());
    context.chip.raise(fault, fault::Severity::error);
}

}  // namespace tessera::core
