// The parameters of `tessera rope`, what settings of them mean, and how they are told in words.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>

#include "host/job/source.hpp"
#include "host/ops/rope/plan.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

std::span<const Parameter> rope_parameters();

// Everything but the files of tensors. InputError for unknown words, for factors that cannot be read, and for an
// exponential where none is taken. A rung brings along what it is about: N normal pairs, F random factors.
RopeOptions rope_options(const Settings& settings, std::uint64_t seed);

// What `act` makes of the file that an option names; what it finds wrong with the content begins with both.
auto about_file(const Settings& given, const std::string& name, const auto& act) {
    try {
        return act();
    } catch (const fault::InputError& error) {
        throw fault::InputError(fmt::format("--{} {}: {}", name, given.text(name), error.what()));
    }
}

// Where a kernel's angles come from, in a word or two: the exponential, or the phase that takes none.
std::string angles_of(const RopeOptions& options);
// One line of what is not plain forward NeoX, empty where nothing is.
std::string variant_of(const RopeOptions& options);
// What reports say of a job.
Words rope_words(const RopePlan& plan, std::span<const std::int32_t> positions);

}  // namespace tessera::host
