#include "tokenizer.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace decoder {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

struct Symbol {
    std::uint32_t token;
    std::size_t before, after;  // the neighbours that are left
};

struct Merge {
    float score;
    std::size_t left, right;                      // symbols
    std::uint32_t left_token, right_token, into;  // void once a symbol has another token

    // Last in the queue's order comes out first: the best score, then the leftmost.
    bool operator<(const Merge& other) const { return score != other.score ? score < other.score : left > other.left; }
};

}  // namespace

Tokenizer::Tokenizer(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
    for (std::uint32_t token = 0; token < pieces_.size(); ++token) {
        const Piece& piece = pieces_[token];
        if (piece.found_in_text && !piece.text.empty()) by_text_.push_back(token);
        if (piece.byte && !of_byte_[*piece.byte]) of_byte_[*piece.byte] = token;
    }
    // Stable, so that of equal texts the smallest token is found.
    std::ranges::stable_sort(by_text_, {}, [&](std::uint32_t token) { return std::string_view(pieces_[token].text); });
}

std::optional<std::uint32_t> Tokenizer::find(std::string_view text) const {
    const auto at = std::ranges::lower_bound(
        by_text_, text, {}, [&](std::uint32_t token) { return std::string_view(pieces_[token].text); });
    if (at == by_text_.end() || pieces_[*at].text != text) return std::nullopt;
    return *at;
}

std::vector<std::uint32_t> Tokenizer::encode(std::string_view text) const {
    std::vector<std::uint32_t> tokens;
    if (!text.empty()) {
        tokens = split(adds_blank ? " " + std::string(text) : std::string(text));
        merge(tokens);
    }
    if (adds_begin) tokens.insert(tokens.begin(), begin);
    return tokens;
}

// A token for each code point, of at most four bytes; one without a piece becomes its bytes.
std::vector<std::uint32_t> Tokenizer::split(std::string_view text) const {
    std::vector<std::uint32_t> tokens;
    for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
        length = 1;
        while (length < std::min<std::size_t>(4, text.size()) && continues_code_point(text[length])) ++length;
        if (const auto token = find(text.substr(0, length))) {
            tokens.push_back(*token);
            continue;
        }
        for (const char c : text.substr(0, length))
            tokens.push_back(of_byte_[static_cast<unsigned char>(c)].value_or(unknown));
    }
    return tokens;
}

void Tokenizer::merge(std::vector<std::uint32_t>& tokens) const {
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        symbols.push_back({tokens[i], i == 0 ? none : i - 1, i + 1 == tokens.size() ? none : i + 1});
    std::priority_queue<Merge> merges;
    const auto consider = [&](std::size_t left, std::size_t right) {
        if (left == none || right == none) return;
        const std::uint32_t a = symbols[left].token, b = symbols[right].token;
        if (const auto into = find(pieces_[a].text + pieces_[b].text))
            merges.push({pieces_[*into].score, left, right, a, b, *into});
    };
    for (std::size_t i = 1; i < symbols.size(); ++i) consider(i - 1, i);
    std::vector<bool> merged_away(symbols.size());
    while (!merges.empty()) {
        const Merge best = merges.top();
        merges.pop();
        Symbol &left = symbols[best.left], &right = symbols[best.right];
        if (merged_away[best.left] || merged_away[best.right] || left.token != best.left_token ||
            right.token != best.right_token)
            continue;
        left.token = best.into;
        left.after = right.after;
        if (right.after != none) symbols[right.after].before = best.left;
        merged_away[best.right] = true;
        consider(left.before, best.left);
        consider(best.left, left.after);
    }
    tokens.clear();
    for (std::size_t i = 0; i < symbols.size(); ++i)
        if (!merged_away[i]) tokens.push_back(symbols[i].token);
}

std::string Tokenizer::decode(std::uint32_t before, std::uint32_t token) const {
    const Piece& piece = pieces_.at(token);
    if (piece.byte) return std::string(1, static_cast<char>(*piece.byte));
    if (piece.control) return {};
    return before == begin && adds_blank && piece.text.starts_with(' ') ? piece.text.substr(1) : piece.text;
}

std::optional<unsigned char> byte_of(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return std::nullopt;
    unsigned value = 0;
    for (const char c : piece.substr(3, 2)) {
        const std::size_t digit = std::string_view("0123456789ABCDEF").find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return static_cast<unsigned char>(value);
}

}  // namespace decoder
