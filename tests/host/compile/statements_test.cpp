#include "host/compile/statements.hpp"

#include <gtest/gtest.h>

namespace tessera::host {
namespace {

TEST(Statements, AreTheUsersAlone) {
    const auto is_users = [](const std::string& file) { return file == "/k/reader.cpp"; };
    const std::string given =
        "\t.file \"w.cpp\"\n"
        "\t.file 1 \"/k/reader.cpp\"\n"
        "\t.loc 1 4 20\n"
        "\tnop\n"
        "\t.file 2 \"/api/cb.h\"\n"
        "\t.loc 2 88 20\n"
        "\t.loc 2 89 20 is_stmt 0 view .LVU5\n"
        "\t.loc 1 5 1\n"
        "\t.loc 1 6 1 is_stmt 1\n"
        "last";
    EXPECT_EQ(with_users_statements(given, is_users),
              "\t.file \"w.cpp\"\n"
              "\t.file 1 \"/k/reader.cpp\"\n"
              "\t.loc 1 4 20 is_stmt 1\n"
              "\tnop\n"
              "\t.file 2 \"/api/cb.h\"\n"
              "\t.loc 2 88 20 is_stmt 0\n"
              "\t.loc 2 89 20 is_stmt 0 view .LVU5\n"
              "\t.loc 1 5 1 is_stmt 0\n"
              "\t.loc 1 6 1 is_stmt 1\n"
              "last\n");
    EXPECT_EQ(with_users_statements("", is_users), "");
}

}  // namespace
}  // namespace tessera::host
