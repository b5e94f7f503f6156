// Errors of simulated times in percent of the measured ones, one after the other.
#pragma once

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace tessera::calibration {

struct Errors {
    std::size_t points = 0;
    double mean_percent = 0, bias_percent = 0;  // of the sizes; of the errors
    double worst_percent = 0;                   // the largest

    // Whether it is the largest so far.
    bool add(double percent) {
        ++points;
        mean_percent += (std::abs(percent) - mean_percent) / static_cast<double>(points);
        bias_percent += (percent - bias_percent) / static_cast<double>(points);
        if (std::abs(percent) <= std::abs(worst_percent)) return false;
        worst_percent = percent;
        return true;
    }
};

inline nlohmann::ordered_json json_of(const Errors& errors) {
    return {{"points", errors.points},
            {"mean_absolute_error_percent", errors.mean_percent},
            {"mean_error_percent", errors.bias_percent},
            {"worst_percent", errors.worst_percent}};
}

}  // namespace tessera::calibration
