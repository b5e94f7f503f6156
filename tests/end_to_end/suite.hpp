// What the tests of the command share: a folder, the cache of kernels, files in the forms a user has.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "host/tensor/npy.hpp"
#include "tests/end_to_end/command.hpp"

namespace tessera::end_to_end {

class Command : public testing::Test {
  protected:
    Outcome run(const std::vector<std::string>& arguments, std::map<std::string, std::string> environment = {}) const {
        environment.try_emplace("XDG_CACHE_HOME", shared_cache().string());
        return tessera({arguments}, {scratch.path(), environment});
    }
    // `rope` on one pair of tiles, which is over in a moment, with more options.
    Outcome small(std::vector<std::string> more, const std::map<std::string, std::string>& environment = {}) const {
        std::vector<std::string> arguments{"rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, environment);
    }

    template <class T>
    std::string npy(const std::string& name, const std::vector<T>& values, std::vector<std::size_t> shape) const {
        host::write_npy(scratch / name, host::npy_array(std::span<const T>(values), std::move(shape)), true);
        return (scratch / name).string();
    }

    Scratch scratch;
};

// The data of a page that --report leaves.
inline nlohmann::json data_of(const std::string& page) {
    const std::string mark = "id=\"data\">";
    const std::size_t begin = page.find(mark) + mark.size();
    return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

// All is well: exit code 0 and not a word on stderr.
inline void expect_good(const Outcome& outcome) {
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
}

// One line on stderr that holds every part, nothing on stdout.
inline void expect_refused(const Outcome& outcome, const std::vector<std::string>& parts, int status = 2) {
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, testing::StartsWith("tessera: "));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    for (const std::string& part : parts) EXPECT_THAT(outcome.err, testing::HasSubstr(part));
}

}  // namespace tessera::end_to_end
