#include "sim/views/json_value.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <vector>

#include "sim/fault/fault.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {
namespace {

using nlohmann::json;

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const fault::InputError& error) {
        return error.what();
    }
    return "nothing";
}

TEST(JsonValue, TakesWhatFitsAndNamesWhatDoesNot) {
    const json all = json::parse(R"({"a": [{"n": -1, "big": 18446744073709551615, "x": 1e308, "w": "text"}, 255]})");
    const PlainValue root(all, "f.json"), first = root.at("a").element(0);
    EXPECT_EQ(root.at("a").element(1).as<std::uint8_t>(), 255);
    EXPECT_EQ(first.at("n").as<std::int64_t>(), -1);
    EXPECT_EQ(first.at("big").as<std::uint64_t>(), ~std::uint64_t{0});
    EXPECT_EQ(first.at("x").real(), 1e308);
    EXPECT_EQ(first.at("w").word(), "text");
    EXPECT_FALSE(first.find("none"));
    EXPECT_EQ(refusal([&] { first.at("n").whole(0, 139); }),
              "f.json: `a[0].n` is -1; a whole number from 0 to 139 is expected");
    EXPECT_EQ(refusal([&] { first.at("big").as<std::int64_t>(); }),
              "f.json: `a[0].big` is 18446744073709551615; a whole number from -9223372036854775808 to "
              "9223372036854775807 is expected");
    EXPECT_EQ(refusal([&] { first.at("x").as<int>(); }),
              "f.json: `a[0].x` is 1e+308; a whole number from -2147483648 to 2147483647 is expected");
    EXPECT_EQ(refusal([&] { first.at("x").real(0, 2); }),
              "f.json: `a[0].x` is 1e+308; a number from 0.0 to 2.0 is expected");
    EXPECT_EQ(refusal([&] { first.at("w").flag(); }), "f.json: `a[0].w` is \"text\"; true or false is expected");
    EXPECT_EQ(refusal([&] { root.at("a").word(); }), "f.json: `a` is a list; a string is expected");
    const json lists = json::parse(R"({"s": [64, -8, "b"], "l": [1, 2, 3, 4, 5, 6, 7, 8, 9], "n": [[1]]})");
    const PlainValue of_lists(lists, "f.json");
    EXPECT_EQ(refusal([&] { of_lists.at("s").word(); }), "f.json: `s` is [64,-8,\"b\"]; a string is expected");
    EXPECT_EQ(refusal([&] { of_lists.at("l").word(); }), "f.json: `l` is a list; a string is expected");
    EXPECT_EQ(refusal([&] { of_lists.at("n").word(); }), "f.json: `n` is a list; a string is expected");
    EXPECT_EQ(refusal([&] { root.at("b"); }), "f.json: `b` is missing");
    EXPECT_EQ(refusal([&] { root.at("a").element(2); }), "f.json: `a` has 2 elements; more are expected");
    EXPECT_EQ(refusal([&] { root.size(); }), "f.json: the JSON text is an object; a list is expected");
}

TEST(JsonValue, TakesListsArraysAndMaps) {
    const json all = json::parse(R"({"list": [1, 2, 3], "map": {"a": "b"}})");
    const PlainValue root(all, "f.json");
    EXPECT_EQ(root.at("list").as<std::vector<int>>(), (std::vector{1, 2, 3}));
    EXPECT_EQ((root.at("list").as<std::array<int, 3>>()), (std::array{1, 2, 3}));
    EXPECT_EQ((root.at("map").as<std::map<std::string, std::string>>()),
              (std::map<std::string, std::string>{{"a", "b"}}));
    EXPECT_EQ(refusal([&] { root.at("list").as<std::array<int, 2>>(); }),
              "f.json: `list` has 3 elements; 2 are expected");
    EXPECT_EQ(refusal([&] { root.at("list").as<std::vector<std::string>>(); }),
              "f.json: `list[0]` is 1; a string is expected");
}

TEST(JsonText, WhatIsNoneIsRefusedWithItsPlace) {
    const auto parsed = [](const std::string& text) { return refusal([&] { parse_json<json>(text, "f.json"); }); };
    EXPECT_EQ(parsed("{\n  \"a\": ,\n}"), "f.json: not JSON: line 2, column 8");
    EXPECT_EQ(parsed(""), "f.json: not JSON: line 1, column 1");
    EXPECT_EQ(parsed("[1e999]"), "f.json: not JSON: a number is beyond the range of a double");
    EXPECT_EQ(parsed("[\"\xFF\"]"), "f.json: not JSON: line 1, column 3");
    EXPECT_EQ(parsed(std::string(64, '[') + std::string(64, ']')), "nothing");
    EXPECT_EQ(parsed(std::string(65, '[')), "f.json: line 1, column 65: nested more than 64 deep");
}

TEST(JsonText, NamesThatAreNotUtf8AreWritten) {
    EXPECT_EQ(json_dump(json{{"file", "a\xFF"}}), "{\"file\":\"a\xEF\xBF\xBD\"}");
}

// What quotes input reaches a terminal without the input's control characters.
TEST(Printable, SpellsControlCharactersOut) {
    EXPECT_EQ(printable("a\x1b[31mb\r\x07\x7f\n\tc"), "a\\x1b[31mb\\x0d\\x07\\x7f\n\tc");
    EXPECT_EQ(printable("\xC2\x9B"
                        "2J\xC3\xA9"),
              "\\x9b2J\xC3\xA9");  // CSI as one character; e with an accent
    Screen coloured;
    coloured.colour = true;
    const std::string red = coloured.paint(Ink::red, "error:");
    EXPECT_EQ(printable(red, coloured), red);
    EXPECT_EQ(printable("\x1b]0;title\x07\x1b[2J", coloured), "\\x1b]0;title\\x07\\x1b[2J");
}

}  // namespace
}  // namespace tessera::views
