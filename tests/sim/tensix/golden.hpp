// Golden files of one room: the sample kept beside the tests always runs, the whole set where it is at hand.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "host/conformance/conversion_vectors.hpp"
#include "tests/support/golden_rows.hpp"

namespace tessera::golden {

// Every line of the file passes on both architectures, and at least `least` lines ran on each.
inline void expect_all_pass(const std::filesystem::path& file, long least) {
    for (const arch::Arch* arch : arch::all()) {
        const auto outcome = conformance::run_conversion_vectors(file, *arch);
        EXPECT_EQ(outcome.passed, outcome.run);
        EXPECT_GE(outcome.run, least) << file;
        for (const std::string& mismatch : outcome.mismatches) ADD_FAILURE() << mismatch;
    }
}

}  // namespace tessera::golden
