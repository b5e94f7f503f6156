// What a replay of golden data yields, and the names the data use for architectures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::conformance {

// How one golden array of a case was met.
struct GoldenRow {
    std::string name, array;
    double error = 0, nmse = 0;  // largest absolute, and as ggml has it (rope-variants.md (e))
    double limit = 0;            // of nmse; 0: none
    bool same_bits = false, passed = false;
    std::string remark = {};
};

struct Outcome {
    long run = 0, passed = 0;  // cases, or values of a numeric file
    long unsupported = 0;      // of those not passed: what tessera does not model, by its own word
    // Of a timing record.
    struct Time {
        Cycle recorded, simulated;
        double error_percent() const {
            return 100 * (static_cast<double>(simulated) / static_cast<double>(recorded) - 1);
        }
    };
    std::optional<Time> time;
    std::vector<GoldenRow> rows;          // of a manifest
    std::vector<std::string> mismatches;  // the first ones, one line each: file:line, case, expected, got
    bool good() const { return run == passed; }
    long failed() const { return run - passed - unsupported; }
    // A case that ended with a fault: unsupported if that is what the fault says. Returns the text for `mismatches`.
    std::string refused(const fault::Fault& fault);
};

// "wh" or "bh"; throws InputError for an architecture without golden data.
std::string_view tag_of(const arch::Arch& arch);

}  // namespace tessera::conformance
