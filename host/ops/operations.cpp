#include <array>

#include "host/ops/operation.hpp"
#include "host/ops/rms_norm/operation.hpp"
#include "host/ops/rope/operation.hpp"

namespace tessera::host {

std::span<const Operation* const> operations() {
    static const std::array all{&rope_operation(), &rms_norm_operation()};
    return all;
}

}  // namespace tessera::host
