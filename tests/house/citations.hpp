// Whether what comments, pages and figures cite is there. A citation is the name of a page of this tree and its
// sections: a page is named by the end of its path; a section by its number, its letter in brackets, the label of a row
// or item, or its heading in double quotes; several follow each other with a comma, `and` or `to`. Whatever ends like
// the name of a page is one, so pages of other repositories are named without their ending. Inside a page, a section
// sign or the word section with a number means the page itself; elsewhere the page is always named.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::house {

struct Fault {
    int line;
    std::string what;
};

struct Reading {
    int sections = 0;  // cited and there
    std::vector<Fault> faults;
};

class Book {
  public:
    // The Markdown files below root that are not built.
    explicit Book(const std::filesystem::path& root);

    // Reads a text; `page` is its own path when it is a page, else empty.
    Reading read(const std::string& text, const std::string& page = {}) const;

    // The path of the page so named; empty, and `why` says so, when there is none or more than one.
    std::string find(std::string_view name, std::string& why) const;
    bool has(const std::string& page, const std::string& section) const { return pages_.at(page).contains(section); }

  private:
    std::map<std::string, std::set<std::string>> pages_;  // path: what of it may be cited
};

struct Citations {
    int files = 0, sections = 0;
    std::vector<std::string> faults;  // "file:line: what"
};
// Of all text files below root but golden data and the licence.
Citations check_citations(const std::filesystem::path& root);

}  // namespace tessera::house
