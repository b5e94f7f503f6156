// How far each pair of a head turns a position, with what models and users change of it.
#pragma once

#include <vector>

#include "model.hpp"

namespace decoder {

// Radians a position.
std::vector<long double> frequencies(const Model& model);
// What multiplies sines and cosines.
double magnitude(const Model& model);

// As the options of llama.cpp of those names have it: all pairs alike (linear), or YaRN from the context of the
// training. FileError for a factor below 1 with either.
enum class RopeScaling { as_in_file, none, linear, yarn };
void rescale(Model& model, RopeScaling scaling, double factor);

}  // namespace decoder
