#include "host/job/source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<Parameter> parameters{
    {"rows", ParameterKind::whole, "32", "Shape", "rows"},
    {"base", ParameterKind::real, "10000", "Shape", "base"},
    {"backward", ParameterKind::flag, "", "Variant", "other way"},
    {"rung", ParameterKind::word, "", "Kernel", "rung", "NAME", {"R4", "R5"}},
    {"mode", ParameterKind::word, "neox", "Kernel", "mode", "NAME", {"neox", "normal"}},
    {"input", ParameterKind::file, "", "Files", "input"},
};

TEST(Settings, WhatIsNotGivenIsTheFallback) {
    Settings settings(parameters);
    EXPECT_EQ(settings.whole("rows"), 32);
    EXPECT_EQ(settings.real("base"), 10000);
    EXPECT_FALSE(settings.flag("backward"));
    EXPECT_EQ(settings.choice("mode"), 0u);
    EXPECT_FALSE(settings.gave("rows"));
    settings.set("rows", "64", "--rows");
    settings.set("backward", "true", "--backward");
    EXPECT_EQ(settings.whole("rows"), 64);
    EXPECT_TRUE(settings.flag("backward"));
    EXPECT_TRUE(settings.gave("rows"));
}

TEST(Settings, AnArrayStandsForTheFileThatWouldHoldIt) {
    Settings settings(parameters);
    const std::vector<float> values{1, 2, 3};
    settings.set("input", npy_array<float>(values, {3}), "input");
    EXPECT_TRUE(settings.gave("input"));
    EXPECT_EQ(settings.text("input"), "array of <f4 (3,)");
    EXPECT_THAT(settings.array("input").as<float>(), testing::ElementsAre(1, 2, 3));
    EXPECT_THAT([&] { settings.set("rows", npy_array<float>(values, {3}), "rows"); },
                ThrowsMessage<InputError>("rows: is an array; the parameter takes one value"));

    settings.set("input", "no_such_file.npy", "--input");  // the later one counts
    EXPECT_THAT([&] { settings.array("input"); }, ThrowsMessage<InputError>(HasSubstr("no_such_file.npy")));
}

TEST(Settings, WrongValuesNameTheOption) {
    Settings settings(parameters);
    const auto set = [&](const char* name, const char* value) {
        return [&settings, name, value] { settings.set(name, value, std::string("--") + name); };
    };
    EXPECT_THAT(set("rows", "x"), ThrowsMessage<InputError>("--rows: `x` is not a whole number"));
    EXPECT_THAT(set("rows", "012"), ThrowsMessage<InputError>(HasSubstr("begins with a zero")));
    EXPECT_THAT(set("base", "big"), ThrowsMessage<InputError>("--base: `big` is not a number"));
    EXPECT_THAT(set("backward", "yes"), ThrowsMessage<InputError>(HasSubstr("neither true nor false")));
    EXPECT_THAT(set("row", "1"), ThrowsMessage<InputError>(HasSubstr("did you mean `rows`?")));
    settings.set("mode", "norml", "--mode");
    EXPECT_THAT([&] { settings.choice("mode"); }, ThrowsMessage<InputError>(HasSubstr("did you mean `normal`?")));
}

// What `--against` takes besides files.
TEST(Settings, AWordOrAnAssignmentMakesOthers) {
    const Settings settings(parameters);
    EXPECT_EQ(with(settings, "R5")->text("rung"), "R5");
    EXPECT_EQ(with(settings, "normal")->text("mode"), "normal");
    EXPECT_EQ(with(settings, "rows=96")->whole("rows"), 96);
    EXPECT_FALSE(with(settings, "R6").has_value());
    EXPECT_FALSE(with(settings, "file=1.json").has_value());
    EXPECT_THAT([&] { with(settings, "rows=x"); }, ThrowsMessage<InputError>(HasSubstr("rows=x: `x`")));
    EXPECT_EQ(settings.whole("rows"), 32);
}

}  // namespace
}  // namespace tessera::host
