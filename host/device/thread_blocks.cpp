#include "host/device/thread_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

namespace tessera::host {
namespace {

using Threads = unsigned;  // a bit for each of T0, T1, T2
constexpr Threads unpack = 1, math = 2, pack = 4, all = 7;

struct Word {
    std::string_view text;
    Threads threads;
};
constexpr std::array conditions{
    Word{"TRISC_UNPACK", unpack},         Word{"TRISC_MATH", math},           Word{"TRISC_PACK", pack},
    Word{"UCK_CHLKC_UNPACK", unpack},     Word{"UCK_CHLKC_MATH", math},       Word{"UCK_CHLKC_PACK", pack},
    Word{"COMPILE_FOR_TRISC==0", unpack}, Word{"COMPILE_FOR_TRISC==1", math}, Word{"COMPILE_FOR_TRISC==2", pack}};
constexpr std::array wrappers{Word{"UNPACK", unpack}, Word{"MATH", math}, Word{"PACK", pack}};
// Which thread carries out each (spec/kernel-api.md 2.1).
constexpr std::array calls{Word{"cb_reserve_back", pack}, Word{"cb_push_back", pack},    Word{"reserve_back", pack},
                           Word{"push_back", pack},       Word{"cb_wait_front", unpack}, Word{"cb_pop_front", unpack},
                           Word{"wait_front", unpack},    Word{"pop_front", unpack}};

template <class Table>
std::optional<Threads> find(const Table& table, std::string_view text) {
    const auto at = std::ranges::find(table, text, &Word::text);
    if (at == table.end()) return std::nullopt;
    return at->threads;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string names(Threads threads) {
    std::string out;
    for (const auto& [bit, name] : {std::pair{unpack, "TRISC0"}, std::pair{math, "TRISC1"}, std::pair{pack, "TRISC2"}})
        if ((threads & bit) != 0) out += (out.empty() ? "" : " and ") + std::string(name);
    return out;
}

class Scan {
  public:
    Scan(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    std::string run() {
        bool line_begins = true;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\n') {
                ++line_;
                line_begins = true;
                ++at_;
            } else if (skip("//", "\n", false) || skip("/*", "*/", true)) {
            } else if (c == '#' && line_begins) {
                directive();
            } else if (is_name(c)) {
                name();
                line_begins = false;
            } else {
                if (c == '(') ++depth_;
                if (c == ')' && --depth_ == (wrapped_.empty() ? -1 : wrapped_.back().depth)) wrapped_.pop_back();
                if (std::isspace(static_cast<unsigned char>(c)) == 0) line_begins = false;
                ++at_;
            }
        }
        return notes_;
    }

  private:
    struct Region {
        Threads threads, left;  // compiled here; in none of the branches so far
    };
    struct Wrapped {
        Threads threads;
        int depth;
    };

    bool skip(std::string_view begin, std::string_view end, bool with_end) {
        if (text_.substr(at_, begin.size()) != begin) return false;
        const std::size_t stop = std::min(text_.find(end, at_ + begin.size()), text_.size());
        line_ += static_cast<int>(std::ranges::count(text_.substr(at_, stop - at_), '\n'));
        at_ = std::min(text_.size(), stop + (with_end ? end.size() : 0));
        return true;
    }

    // Of a condition that names no thread, or more than the threads, nothing is known.
    static Threads holds(std::string_view condition) {
        std::string words;
        for (const char c : condition)
            if (std::isspace(static_cast<unsigned char>(c)) == 0) words += c;
        for (const std::string_view wrap : {"defined(", "("})
            if (words.starts_with(wrap) && words.ends_with(')'))
                words = words.substr(wrap.size(), words.size() - wrap.size() - 1);
        if (words.starts_with("defined")) words = words.substr(7);
        return find(conditions, words).value_or(all);
    }

    void directive() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end;
        line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
        line = line.substr(0, line.find("//"));
        const std::size_t word = std::min(line.find_first_of(" \t("), line.size());
        const std::string_view kind = line.substr(0, word);
        const Threads threads = holds(line.substr(word));
        const auto rest = [](Threads some) { return some == all ? all : all & ~some; };
        if (kind == "if" || kind == "ifdef")
            regions_.push_back({threads, rest(threads)});
        else if (kind == "ifndef")
            regions_.push_back({rest(threads), threads});
        else if (regions_.empty())
            return;
        else if (kind == "elif")
            regions_.back() = {regions_.back().left & threads, regions_.back().left & rest(threads)};
        else if (kind == "else")
            regions_.back().threads = regions_.back().left;
        else if (kind == "endif")
            regions_.pop_back();
    }

    void name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        const std::size_t next = text_.find_first_not_of(" \t", at_);
        if (next == text_.npos || text_[next] != '(') return;
        if (const auto threads = find(wrappers, word)) wrapped_.push_back({*threads, depth_});
        const auto needed = find(calls, word);
        if (!needed) return;
        Threads here = all;
        for (const Region& region : regions_) here &= region.threads;
        for (const Wrapped& wrapped : wrapped_) here &= wrapped.threads;
        if (here == 0 || (here & *needed) != 0) return;
        notes_ += fmt::format("{}:{}: note: {} is in a block of {} alone, where it does nothing: {} does this\n", name_,
                              line_, word, names(here), names(*needed));
    }

    std::string_view text_;
    const std::string& name_;
    std::string notes_;
    std::size_t at_ = 0;
    int line_ = 1, depth_ = 0;
    std::vector<Region> regions_;
    std::vector<Wrapped> wrapped_;
};

}  // namespace

std::string notes_of_idle_calls(std::string_view text, const std::string& name) { return Scan(text, name).run(); }

}  // namespace tessera::host
