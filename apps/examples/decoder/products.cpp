#include "products.hpp"

namespace decoder {

Products::Products(Chip& chip, const Stack& stack, Product of, Precision precision) {
    for (const auto& [weights, first] : stack) {
        if (weights.packed() && of.rows == 1) {
            launches_.push_back(packed_product(chip, of, weights, first));
            continue;
        }
        // Several rows of x are worth unpacking weights once for all of them.
        of.weights = weights.packed() ? chip.scratch(weights.count, weights.width)
                                      : Rows{weights.buffer, weights.count, weights.width};
        of.tiles = weights.tiles;
        if (weights.packed()) launches_.push_back(unpack(chip, weights, of.weights));
        of.first = first;
        of.unit = unit_for(chip, of, precision);
        launches_.push_back(product(chip, of));
    }
}

}  // namespace decoder
