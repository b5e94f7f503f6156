#include "sim/fault/policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tessera::fault {

std::map<Id, Verdict> parse_verdicts(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, Verdict>, 3> verdicts{
        {{"off", Verdict::off}, {"warn", Verdict::warning}, {"error", Verdict::error}}};
    std::map<Id, Verdict> parsed;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size()), equals = text.find('=');
        const std::string_view one = text.substr(0, comma), name = one.substr(0, std::min(equals, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
        const auto row = std::find_if(rows().begin(), rows().end(),
                                      [&](const Row& r) { return r.name == name || code(r.id) == name; });
        if (row == rows().end())
            throw InputError(
                fmt::format("faults: `{}`: no fault is called `{}`; see `tessera list faults`", one, name));
        const std::string_view wanted = name.size() < one.size() ? one.substr(name.size() + 1) : "";
        const auto verdict =
            std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& v) { return v.first == wanted; });
        if (verdict == verdicts.end())
            throw InputError(fmt::format("faults: `{}`: expected {}=off, warn or error", one, name));
        parsed[row->id] = verdict->second;
    }
    return parsed;
}

void note_unheeded(Fault& fault, const Policy& policy) {
    const auto named = policy.named.find(fault.id());
    if (named != policy.named.end() && named->second != Verdict::error)
        fault.notes += fmt::format("note: --faults {}={} changes nothing here: the machine cannot go on after this\n",
                                   code(fault.id()), named->second == Verdict::off ? "off" : "warn");
    else if (policy.keep_going && named == policy.named.end())
        fault.notes += "note: --keep-going ends here: the machine cannot go on after this\n";
}

}  // namespace tessera::fault
