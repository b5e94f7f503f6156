// The units one by one, each in steady state, beside what was published of it (spec/timing.md 2.8, 2.9, 3.2). A row
// without a published figure is for who has the chip.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/calibration/errors.hpp"
#include "sim/arch/arch.hpp"

namespace tessera::calibration {

struct UnitRow {
    std::string_view arch;
    std::string what;
    std::string_view unit;  // "cycles/tile"
    std::optional<double> simulated = {};
    std::string fault = {};  // what the kernel ends in where it does
    std::optional<double> published = {};
    std::string_view source = {};  // of the published figure
    std::string_view fitted = {};  // the constant of sim/arch that was fitted to it, or empty
    std::optional<double> error_percent() const {
        if (!published || !simulated) return std::nullopt;
        return 100 * (*simulated / *published - 1);
    }
    static constexpr double limit_percent = 10;
    bool passed() const;  // also where nothing was published
};

// What the published rows of an architecture come to.
struct UnitSummary {
    std::string_view arch;
    Errors errors = {};
    std::size_t within = 0;  // the limit
    std::string worst = {};  // what has the largest error
};
std::vector<UnitSummary> summaries(std::span<const UnitRow> rows);

// Of each row what is published and what it is are known before it is simulated; those that are not `wanted` are not.
std::vector<UnitRow> measure_units(std::span<const arch::Arch* const> archs,
                                   const std::function<void(const std::string&, double share)>& progress = {},
                                   const std::function<bool(const UnitRow&)>& wanted = {});

}  // namespace tessera::calibration
