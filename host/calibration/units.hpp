// The units one by one, each in steady state, beside what was published of it (spec/timing.md 2.8, 2.9, 3.2). Nothing
// is judged here: a row without a published figure is for who has the chip.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"

namespace tessera::calibration {

struct UnitRow {
    std::string_view arch;
    std::string what;
    std::string_view unit;  // "cycles/tile"
    double simulated = 0;
    std::optional<double> by_instruction = {};  // with the low-level kernels of a tree of the vendor's
    std::string fault = {};                     // what these end in, where they do
    std::optional<double> published = {};
    std::string_view source = {};  // of the published figure
    std::string_view fitted = {};  // the constant of sim/arch that was fitted to it, or empty
    std::optional<double> error_percent() const { return error_of(simulated); }
    std::optional<double> error_percent_by_instruction() const { return error_of(by_instruction); }

  private:
    std::optional<double> error_of(std::optional<double> cycles) const {
        if (!published || !cycles) return std::nullopt;
        return 100 * (*cycles / *published - 1);
    }
};

// Calls of the compute API once more with the vendor's low-level kernels where TESSERA_LOW_LEVEL asks for them.
std::vector<UnitRow> measure_units(std::span<const arch::Arch* const> archs,
                                   const std::function<void(const std::string&, double share)>& progress = {});

}  // namespace tessera::calibration
