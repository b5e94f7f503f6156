// What `tessera accuracy rope` prints.
#pragma once

#include <span>
#include <string>

#include "host/ops/rope/price.hpp"

namespace tessera::host {

struct GrowthReport {
    const accuracy::GrowthRequest& request;
    const accuracy::Setting& setting;
    std::span<const accuracy::GrowthCurve> curves;
    std::span<const accuracy::KernelPrice> prices;
};

std::string growth_conditions(const GrowthReport& report);  // a line
std::string growth_text(const GrowthReport& report);
std::string growth_json(const GrowthReport& report);
std::string growth_csv(std::span<const accuracy::GrowthCurve> curves);

}  // namespace tessera::host
