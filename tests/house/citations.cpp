#include "tests/house/citations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

namespace tessera::house {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".md";
constexpr std::string_view manual = "README.md";  // a file of a name that many folders have, cited as a whole
constexpr std::string_view section_sign = "\u00a7";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

// Files below root that are or would be committed, sorted.
std::vector<fs::path> files_of(const fs::path& root) {
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator at(root), end; at != end; ++at) {
        const std::string name = at->path().filename().string();
        const bool is_top = at.depth() == 0;
        if (at->is_directory() && is_top && (name == ".git" || name.starts_with("build")))
            at.disable_recursion_pending();
        else if (at->is_regular_file() && !(is_top && (name == "LICENSE" || name == ".git")))
            files.push_back(at->path().lexically_relative(root));
    }
    std::ranges::sort(files);
    return files;
}

// Data that are what their source made them; kernels and pages among them are ours.
bool is_golden(const fs::path& file) {
    static const std::set<std::string> ours{".cpp", ".hpp", ".h", std::string(ending)};
    const std::string path = file.generic_string();
    return (path.starts_with("tests/data/") || path.starts_with("tests/fuzz/inputs/corpus/")) &&
           !ours.contains(file.extension().string());
}

std::set<std::string> sections_of(const std::string& text) {
    static const std::regex heading(R"(^#+ +(.*\S))"), number(R"(^(\d+(\.\d+)*)[. ] *(.*))"),
        letter(R"(^(\([a-z]\)).*)");
    static const std::regex item(R"(^(\d+)\. .*)"), label(R"(^(?:\||\*|-) *\**([A-Z]\d{0,2}[a-z]?'?)(?:[.:]| *\|).*)");
    std::set<std::string> all;
    std::string line, at;
    std::smatch match;
    for (std::istringstream in(text); std::getline(in, line);) {
        if (std::regex_match(line, match, heading)) {
            const std::string title = match[1];
            all.insert(title);
            if (std::regex_match(title, match, number)) {
                all.insert(at = match[1]);
                all.insert(match[3]);
            } else if (std::regex_match(title, match, letter))
                all.insert(match[1]);
        } else if (std::regex_match(line, match, item)) {
            if (!at.empty()) all.insert(at + "." + match[1].str());
        } else if (std::regex_match(line, match, label))
            all.insert(match[1]);
    }
    return all;
}

// A text as prose: the lines of a comment or of a paragraph are one line, without what begins a comment.
struct Prose {
    std::string text;
    std::vector<int> line;         // of each character
    std::vector<bool> in_comment;  // of each character
};

Prose prose_of(const std::string& text, bool is_page) {
    Prose prose;
    std::string line;
    bool joins = false;
    std::istringstream in(text);
    for (int number = 1; std::getline(in, line); ++number) {
        std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        const std::string_view rest = std::string_view(line).substr(begin);
        bool whole = is_page && !rest.empty();
        for (const std::string_view leader : {"// ", "//", "# ", "* "})
            if (!is_page && !whole && rest.starts_with(leader)) {
                begin = std::min(line.find_first_not_of(' ', begin + leader.size()), line.size());
                whole = true;
            }
        if (!prose.text.empty()) {
            prose.text += joins && whole ? ' ' : '\n';
            prose.line.push_back(number - 1);
            prose.in_comment.push_back(false);
        }
        joins = whole;
        const std::size_t comment = whole ? 0 : line.find("// ");
        for (std::size_t i = begin; i < line.size(); ++i) {
            prose.text += line[i];
            prose.line.push_back(number);
            prose.in_comment.push_back(i >= comment);
        }
    }
    return prose;
}

class Reader {
  public:
    Reader(const Book& book, const Prose& prose, const std::string& page)
        : book_(book), prose_(prose), text_(prose.text), page_(page) {}

    Reading all() {
        for (at_ = 0; at_ < text_.size();) {
            const std::size_t begin = at_;
            const bool is_one = std::ranges::any_of(forms, [&](bool (Reader::*form)()) {
                at_ = begin;
                return (this->*form)();
            });
            if (!is_one) at_ = begin + 1;
        }
        return std::move(reading_);
    }

  private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n'; }
    char before(std::size_t place) const { return place == 0 ? '\n' : text_[place - 1]; }
    bool take(std::string_view what) {
        if (!text_.substr(at_).starts_with(what)) return false;
        at_ += what.size();
        return true;
    }
    void fault(std::size_t place, std::string what) {
        reading_.faults.push_back({prose_.line[place], std::move(what)});
    }

    std::optional<std::string> number() {
        const std::size_t begin = at_;
        while (is_digit(peek()) || (peek() == '.' && at_ > begin && is_digit(peek(1)))) ++at_;
        if (at_ > begin && !is_word(peek()) && peek() != '%') return std::string(text_.substr(begin, at_ - begin));
        at_ = begin;
        return std::nullopt;
    }
    std::optional<std::string> section() {
        if (auto found = number()) return found;
        const std::size_t begin = at_;
        std::size_t length = 0;
        if (peek() == '(' && std::islower(static_cast<unsigned char>(peek(1))) != 0 && peek(2) == ')')
            length = 3;
        else if (peek() == '"')
            length = std::min(text_.find('"', at_ + 1), text_.size() - 1) + 1 - at_;
        else if (std::isupper(static_cast<unsigned char>(peek())) != 0) {
            for (length = 1; is_digit(peek(length));) ++length;
            if (std::islower(static_cast<unsigned char>(peek(length))) != 0 && length > 1) ++length;
            if (peek(length) == '\'') ++length;
            if (is_word(peek(length))) length = 0;
        }
        if (length == 0) return std::nullopt;
        at_ += length;
        const bool is_quoted = text_[begin] == '"';
        return std::string(text_.substr(begin + (is_quoted ? 1 : 0), length - (is_quoted ? 2 : 0)));
    }

    // One section or more, each of which must be in the page.
    bool sections(const std::string& page, std::size_t place) {
        std::optional<std::string> found = section();
        if (!found) return false;
        for (std::size_t end = at_; found; found = section()) {
            if (book_.has(page, *found))
                ++reading_.sections;
            else
                fault(place, fmt::format("{} has no section {}", page, *found));
            end = at_;
            if (!take(", ") && !take(" and ") && !take(" to ")) break;
            if (const std::size_t next = at_; !section()) {
                at_ = end;
                break;
            } else
                at_ = next;
        }
        return true;
    }

    bool page_name() {
        const std::size_t begin = at_;
        if (is_word(before(begin)) || before(begin) == '/' || before(begin) == '-') return false;
        while (is_word(peek()) || peek() == '-' || peek() == '/' || peek() == '.') {
            if (at_ > begin && text_.substr(at_).starts_with(ending) && !is_word(peek(ending.size()))) break;
            ++at_;
        }
        if (at_ == begin || !take(ending)) return false;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name.ends_with(manual)) return true;
        std::string why;
        const std::string page = book_.find(name, why);
        if (page.empty()) {
            fault(begin, why);
        } else if (peek() == ' ') {
            ++at_;
            if (!sections(page, begin))
                fault(begin, fmt::format("what {} is cited for cannot be read: a section must follow", name));
        } else if (peek() == ',') {
            fault(begin, fmt::format("what {} is cited for cannot be read: a section stands before the comma", name));
        }
        return true;
    }

    bool own_section() {
        const std::size_t begin = at_;
        bool is_sign = take(section_sign);
        if (!is_sign) {
            if (is_word(before(begin)) || before(begin) == '-' || (!take("section") && !take("Section"))) return false;
            take("s");
            if (!take(" ")) return false;
        }
        if (!is_digit(peek())) return is_sign;
        if (page_.empty())
            fault(begin, "a section of which page? Cite page and section");
        else
            sections(page_, begin);
        return true;
    }

    // How pages were cited before they came into the tree.
    bool former_name() {
        const std::size_t begin = at_;
        if (is_word(before(begin)) || (!take("DESIGN ") && !take("spec "))) return false;
        if (!is_digit(peek())) return false;
        fault(begin, "a section of which page? Cite page and section");
        return true;
    }

    // A number in brackets in a comment is a section too; inside a page it may be any number.
    bool number_alone() {
        const std::size_t begin = at_;
        if (!page_.empty() || peek() != '(' || is_word(before(begin)) || !prose_.in_comment[begin]) return false;
        ++at_;
        const std::optional<std::string> found = number();
        static const std::regex two(R"([1-9]\d?\.\d{1,2})");
        if (!found || !std::regex_match(*found, two)) return false;
        if (std::string_view(");:,").find(peek()) == std::string_view::npos) return false;
        fault(begin, fmt::format("{} of which page? Cite page and section", *found));
        return true;
    }

    static constexpr std::array forms{&Reader::page_name, &Reader::own_section, &Reader::former_name,
                                      &Reader::number_alone};

    const Book& book_;
    const Prose& prose_;
    const std::string_view text_;
    const std::string& page_;
    std::size_t at_ = 0;
    Reading reading_;
};

}  // namespace

Book::Book(const fs::path& root) {
    for (const fs::path& file : files_of(root))
        if (file.extension() == ending) pages_[file.generic_string()] = sections_of(text_of(root / file));
}

std::string Book::find(std::string_view name, std::string& why) const {
    if (pages_.contains(std::string(name))) return std::string(name);
    std::vector<std::string> found;
    for (const auto& [path, sections] : pages_)
        if (path.ends_with(fmt::format("/{}", name))) found.push_back(path);
    if (found.size() == 1) return found.front();
    why = found.empty() ? fmt::format("no page {}", name) : fmt::format("{} may be {} or {}", name, found[0], found[1]);
    return {};
}

Reading Book::read(const std::string& text, const std::string& page) const {
    const Prose prose = prose_of(text, !page.empty());
    return Reader(*this, prose, page).all();
}

Citations check_citations(const fs::path& root) {
    const Book book(root);
    Citations out;
    for (const fs::path& file : files_of(root)) {
        const std::string path = file.generic_string(), text = text_of(root / file);
        const bool is_page = file.extension() == ending;
        if (is_golden(file) || text.find('\0') != std::string::npos) continue;
        ++out.files;
        const Reading reading = book.read(text, is_page ? path : std::string());
        out.sections += reading.sections;
        for (const Fault& fault : reading.faults)
            out.faults.push_back(fmt::format("{}:{}: {}", path, fault.line, fault.what));
    }
    return out;
}

}  // namespace tessera::house
