// What becomes of a fault after which a run could go on (design.md 6): silicon would go on as well.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "sim/fault/fault.hpp"

namespace tessera::fault {

enum class Verdict : std::uint8_t { off, warning, error };

struct Policy {
    bool strict = false;      // warnings of what documents forbid are errors
    bool pedantic = false;    // so is what merely works today, which includes all that `strict` refuses
    bool keep_going = false;  // errors are told and counted, and the run goes on
    std::map<Id, Verdict> named = {};

    Verdict of(Id id, Severity by_default) const {
        if (const auto found = named.find(id); found != named.end()) return found->second;
        const bool refused = pedantic || (strict && row(id).warnings_in == Refuses::strict);
        return refused || by_default == Severity::error ? Verdict::error : Verdict::warning;
    }
};

// Adds to a fault that has ended the run in spite of `policy` that it had to.
void note_unheeded(Fault& fault, const Policy& policy);

// "TS013=warn,TS003=off,race=error": codes or names of rows. InputError for what is neither.
std::map<Id, Verdict> parse_verdicts(std::string_view text);

}  // namespace tessera::fault
