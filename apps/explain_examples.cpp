#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

struct Reason {
    fault::Id id;
    std::string_view text;
};

constexpr Reason reasons[] = {
    {fault::Id::internal_error, "the error is in tessera, not in the program: no kernel has it by its own mistake"},
};

}  // namespace

const Example* example_of(fault::Id id) {
    for (const std::span<const Example> all :
         {buffers_examples(), transfers_examples(), memory_examples(), kernels_examples(), units_examples(),
          vectors_examples(), formats_examples()})
        for (const Example& one : all)
            if (one.id == id) return &one;
    return nullptr;
}

std::string_view why_no_example(fault::Id id) {
    for (const Reason& one : reasons)
        if (one.id == id) return one.text;
    return {};
}

std::string Example::text() const {
    std::string out;
    for (const std::string_view part : parts) out += part;
    return out;
}

std::string Example::without(char mark) const {
    const std::string whole = text();
    std::string out;
    for (std::string_view rest = whole; !rest.empty();) {
        const std::size_t end = rest.find('\n') + 1;
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end);
        const bool marked = line.front() == '-' || line.front() == '+';
        if (!marked || line.front() != mark) out += line.substr(marked ? 1 : 0);
    }
    return out;
}

}  // namespace tessera::apps
