// What a command says of its tables goes with them into papers and pages as comments.
#include "sim/views/document.hpp"

#include <gtest/gtest.h>

namespace tessera::views {
namespace {

Document two_tables() {
    Document document;
    document.prose("inputs     all\n");
    document.prose("\n");
    Table first({"function", "ULP"});
    first.add({"exp", "2"});
    document.table(first);
    Document more;
    more.prose("\nspecial values, 100 % --> none\n");
    more.table(first);
    document.append(more);
    return document;
}

TEST(Document, IsProseAndTablesAsText) {
    EXPECT_EQ(two_tables().in(TableForm::text),
              "inputs     all\n\nfunction  ULP\nexp         2\n\nspecial values, 100 % --> none\nfunction  ULP\nexp   "
              "      2\n");
}

TEST(Document, HasCommentsThatEndWhereTheyShouldInMarkdown) {
    const std::string table = "| function | ULP |\n| :------- | --: |\n| exp      |   2 |\n";
    EXPECT_EQ(two_tables().in(TableForm::markdown),
              "<!--\ninputs     all\n-->\n\n" + table + "\n<!--\nspecial values, 100 % -- > none\n-->\n\n" + table);
}

TEST(Document, HasCommentsByTheLineInLatex) {
    const std::string table = "\\begin{tabular}{lr}\nfunction & ULP \\\\\n\\hline\nexp & 2 \\\\\n\\end{tabular}\n";
    EXPECT_EQ(two_tables().in(TableForm::latex),
              "% inputs     all\n\n" + table + "\n% special values, 100 % --> none\n\n" + table);
}

}  // namespace
}  // namespace tessera::views
