#include "host/debug/packet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tessera::host {
namespace {

using Kind = PacketReader::Item::Kind;

std::vector<PacketReader::Item> read(std::initializer_list<std::string_view> pieces) {
    PacketReader reader;
    std::vector<PacketReader::Item> items;
    for (const std::string_view piece : pieces) {
        reader.feed(piece);
        while (const auto item = reader.next()) items.push_back(*item);
    }
    return items;
}

TEST(Packet, HasTheSumOfItsBytes) {
    EXPECT_EQ(framed(""), "$#00");
    EXPECT_EQ(framed("OK"), "$OK#9a");
    EXPECT_EQ(framed("T05thread:1;"), "$T05thread:1;#d7");
}

TEST(Packet, EscapesWhatFramesIt) {
    EXPECT_EQ(framed("#"), "$}\x03#80");
    EXPECT_EQ(framed("a}b"), "$a}]b#9d");
    for (const std::string text : {"#", "$", "}", "*", "x*y#z$}", "}}", ""}) {
        const auto items = read({framed(text)});
        ASSERT_EQ(items.size(), 1u) << text;
        EXPECT_EQ(items[0].payload, text);
    }
}

TEST(Packet, ComesInPiecesAndBetweenAcknowledgements) {
    const auto items = read({"++$m8", "000,4", "#9", "5+\x03$", "#00-"});
    ASSERT_EQ(items.size(), 4u);
    EXPECT_EQ(items[0].payload, "m8000,4");
    EXPECT_EQ(items[1].kind, Kind::interrupt);
    EXPECT_EQ(items[2].kind, Kind::packet);
    EXPECT_EQ(items[2].payload, "");
    EXPECT_EQ(items[3].kind, Kind::refused);
}

TEST(Packet, WithAnotherSumIsBroken) {
    for (const std::string_view text : {"$OK#9b", "$OK#zz", "$OK#+9"}) {
        const auto items = read({text});
        ASSERT_EQ(items.size(), 1u) << text;
        EXPECT_EQ(items[0].kind, Kind::broken) << text;
    }
}

TEST(Hexadecimal, IsReadWholeOrNotAtAll) {
    EXPECT_EQ(hex_number("ffb00000"), 0xFFB00000u);
    for (const std::string_view text : {"", "-1", "100000000", "12g", " 1"}) EXPECT_EQ(hex_number(text), std::nullopt);
    EXPECT_EQ(from_hex("6362"), "cb");
    for (const std::string_view text : {"6", "6g", "636"}) EXPECT_EQ(from_hex(text), std::nullopt);
    EXPECT_EQ(hex(std::string_view("cb\n")), "63620a");
}

TEST(Hexadecimal, TextIsTakenUpToAMark) {
    std::string_view text = "8000,4";
    EXPECT_EQ(take_until(text, ','), "8000");
    EXPECT_EQ(take_until(text, ','), "4");
    EXPECT_EQ(take_until(text, ','), "");
}

}  // namespace
}  // namespace tessera::host
