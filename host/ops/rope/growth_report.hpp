// What `tessera accuracy rope` prints.
#pragma once

#include <span>
#include <string>

#include "host/ops/rope/price.hpp"
#include "sim/views/document.hpp"

namespace tessera::host {

struct GrowthReport {
    const accuracy::GrowthRequest& request;
    const accuracy::Setting& setting;
    std::span<const accuracy::GrowthCurve> curves;
    std::span<const accuracy::KernelPrice> prices;
};

std::string growth_conditions(const GrowthReport& report);  // a line
views::Document growth_document(const GrowthReport& report);
std::string growth_json(const GrowthReport& report);
std::string growth_csv(std::span<const accuracy::GrowthCurve> curves);

}  // namespace tessera::host
