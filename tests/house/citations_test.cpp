// Every section that a comment, a page or a figure cites is there (contributing.md "Layout").
#include "tests/house/citations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/arch/arch.hpp"
#include "sim/arch/figures.hpp"
#include "sim/sfpu/cost.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::house {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Citations, EveryOneInTheTreeResolves) {
    const Citations found = check_citations(TESSERA_SOURCE_DIR);
    EXPECT_GT(found.files, 500);
    EXPECT_GT(found.sections, 300);
    for (const std::string& fault : found.faults) ADD_FAILURE() << fault;
}

// What `tessera list figures` shows as the source of a number.
TEST(Citations, EveryFigureCitesPageAndSection) {
    const Book book(TESSERA_SOURCE_DIR);
    const auto check = [&](const std::string& name, std::string_view source) {
        const Reading reading = book.read(std::string(source));
        EXPECT_GT(reading.sections, 0) << name << ": " << source;
        for (const Fault& fault : reading.faults) ADD_FAILURE() << name << ": " << fault.what;
    };
    for (const arch::Arch* arch : arch::all()) {
        for (const arch::FigureRow& row : arch::figures())
            check(std::string(arch->name) + " " + std::string(row.name), row.in(*arch).source);
        for (const sfpu::CostRow& row : sfpu::cost_rows(arch->sfpu))
            check(std::string(arch->name) + " " + row.name, row.source(arch->sfpu));
    }
}

// A tree of two pages of one name and one that has every kind of section. Names are put together here, because this
// file is read by the first test too.
class MadeUpTree : public testing::Test {
  protected:
    MadeUpTree() {
        write("spec/" + times,
              "# Times\n\n## 1. Chips\n\n### 1.1 Grid\n\n1. first\n2. second\n\n## Open points\n\n"
              "| R3 | phase |\n| R7b | batch |\n* **D': turns**\n");
        write("a/" + letters, "# Letters\n\n## (a) ggml\n");
        write("b/" + letters, "# Other letters\n");
    }
    void write(const fs::path& file, const std::string& text) {
        fs::create_directories((tree_ / file).parent_path());
        std::ofstream(tree_ / file) << text;
    }
    Citations checked() const { return check_citations(tree_); }
    std::vector<std::string> faults() const { return checked().faults; }

    static std::string lacks(const std::string& page, const std::string& section) {
        return page + " has no section " + section;
    }

    const std::string md = std::string(".") + "md", times = "times" + md, letters = "letters" + md;

  private:
    const test::TemporaryFolder folder_;
    const fs::path& tree_ = folder_;
};

TEST_F(MadeUpTree, EveryFormIsRead) {
    write("good.cpp", "// See (spec/" + times + " 1, 1.1 and 1.1.2), " + times + " R3 to R7b, D': fast.\n// " + times +
                          "\n// 1.1: over two lines; " + times + " \"Open points\"; a/" + letters + " (a); " + times +
                          ".\nint x = f(1.5);  // (1.5 GHz)\n");
    write("page" + md, "# Page\n\n## 2. Two\n\nAs in sec" + std::string("tion 2 and \u00a7") + "2, " + times + " 1.\n");
    const Citations found = checked();
    EXPECT_THAT(found.faults, IsEmpty());
    EXPECT_EQ(found.files, 5);
    EXPECT_EQ(found.sections, 12);
}

TEST_F(MadeUpTree, WhatIsNotThereIsFound) {
    write("bad.cpp", "// Twice as fast\n// (" + times + " 1 and 1.3).\nint x;  // " + times + " R4\n// nowhere" + md +
                         " 1, " + letters + " (a)\n");
    EXPECT_THAT(faults(), ElementsAre("bad.cpp:2: " + lacks("spec/" + times, "1.3"),
                                      "bad.cpp:3: " + lacks("spec/" + times, "R4"), "bad.cpp:4: no page nowhere" + md,
                                      "bad.cpp:4: " + letters + " may be a/" + letters + " or b/" + letters));
}

TEST_F(MadeUpTree, WhatCannotBeReadIsAFault) {
    const std::string unread = "what " + times + " is cited for cannot be read: a section ";
    write("bad.cpp", "// " + times + " sect. 1\n\n// " + times + ", rung R3\n\n// " + times + " rung\n");
    EXPECT_THAT(faults(),
                ElementsAre("bad.cpp:1: " + unread + "must follow", "bad.cpp:3: " + unread + "stands before the comma",
                            "bad.cpp:5: " + unread + "must follow"));
}

TEST_F(MadeUpTree, ASectionWithoutItsPageIsAFault) {
    const std::string word = "sec", which = "a section of which page? Cite page and section";
    write("bad.cpp", "// As " + word + "tion 1 says\n// (DES" + "IGN 2), spe" + "c 4.9\nint y;  // slow (1" + ".1)\n");
    write("page" + md, "# Page\n\nSee " + word + "tions 1 and 2.\n");
    EXPECT_THAT(faults(), ElementsAre("bad.cpp:1: " + which, "bad.cpp:2: " + which, "bad.cpp:2: " + which,
                                      "bad.cpp:3: 1.1 of which page? Cite page and section",
                                      "page" + md + ":3: " + lacks("page" + md, "1"),
                                      "page" + md + ":3: " + lacks("page" + md, "2")));
}

}  // namespace
}  // namespace tessera::house
