#include "host/expression/expression.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <initializer_list>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::size_t most_letters = 4096;
constexpr int deepest = 64;
constexpr std::size_t most_operands = 512;

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Expression all() {
        if (text_.size() > most_letters) fail(fmt::format("longer than {} letters", most_letters));
        Expression out = any(0);
        if (next() != '\0') fail(fmt::format("`{}` is not expected", shown(text_.substr(at_))));
        return out;
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw fault::InputError(fmt::format("`{}`: {}", shown(text_), why));
    }
    static std::string shown(std::string_view text) {
        std::string out;
        for (const char c : text.substr(0, 60)) out += c < ' ' || c == '\x7f' ? '?' : c;
        return text.size() > 60 ? out + "..." : out;
    }
    char next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char wanted) {
        if (next() != wanted) return false;
        ++at_;
        return true;
    }
    void expect(char wanted) {
        if (!take(wanted)) fail(fmt::format("`{}` is missing", wanted));
    }

    // A long sum leans to the left, so its length is bounded as its nesting is.
    Expression binary(Expression left, std::string sign, Expression right) {
        if (++operations_ > static_cast<int>(most_operands)) fail("too many operations");
        Expression out;
        out.kind = Expression::Kind::binary;
        out.name = std::move(sign);
        out.operands.push_back(std::move(left));
        out.operands.push_back(std::move(right));
        return out;
    }
    // The one of the signs that stands next, longer ones first; empty: none does.
    std::string take_one(std::initializer_list<std::string_view> signs) {
        next();
        for (const std::string_view sign : signs)
            if (text_.substr(at_).starts_with(sign)) {
                at_ += sign.size();
                return std::string(sign);
            }
        return {};
    }
    Expression operations(int depth, Expression (Parser::*operand)(int),
                          std::initializer_list<std::string_view> signs) {
        Expression out = (this->*operand)(depth);
        for (std::string sign = take_one(signs); !sign.empty(); sign = take_one(signs))
            out = binary(std::move(out), std::move(sign), (this->*operand)(depth));
        return out;
    }
    Expression any(int depth) {
        if (depth > deepest) fail("nested too deeply");
        return operations(depth, &Parser::all_of, {"||"});
    }
    Expression all_of(int depth) { return operations(depth, &Parser::compared, {"&&"}); }
    Expression compared(int depth) {
        Expression out = sum(depth);
        std::string sign = take_one({"<=", ">=", "==", "!=", "<", ">"});
        return sign.empty() ? out : binary(std::move(out), std::move(sign), sum(depth));
    }
    Expression sum(int depth) { return operations(depth, &Parser::product, {"+", "-"}); }
    Expression product(int depth) { return operations(depth, &Parser::signed_one, {"*", "/", "%"}); }
    Expression signed_one(int depth) {
        if (depth > deepest) fail("nested too deeply");
        if (take('-')) {
            Expression out;
            out.kind = Expression::Kind::negate;
            out.operands.push_back(signed_one(depth + 1));
            return out;
        }
        if (take('(')) {
            Expression out = any(depth + 1);
            expect(')');
            return out;
        }
        const char c = next();
        if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
        Expression out;
        if (take('$')) {
            out.kind = Expression::Kind::parameter;
            out.name = word("the name of a parameter");
            return out;
        }
        out.kind = Expression::Kind::name;
        out.name = word("a number, a name, $parameter or `(`");
        if (!take('(')) return out;
        out.kind = Expression::Kind::call;
        if (take(')')) return out;
        do out.operands.push_back(any(depth + 1));
        while (out.operands.size() < most_operands && take(','));
        expect(')');
        return out;
    }
    std::string word(const char* wanted) {
        const std::size_t begin = at_;
        const auto letter = [&](char c) {
            return std::isalpha(static_cast<unsigned char>(c)) || c == '_' ||
                   (at_ > begin && std::isdigit(static_cast<unsigned char>(c)));
        };
        while (at_ < text_.size() && letter(text_[at_])) ++at_;
        if (at_ == begin) fail(fmt::format("expected {}{}", wanted, at_ == text_.size() ? " at the end" : ""));
        return std::string(text_.substr(begin, at_ - begin));
    }
    Expression number() {
        const char *begin = text_.data() + at_, *end = text_.data() + text_.size();
        Expression out;
        std::from_chars_result read{};
        if (end - begin > 2 && begin[0] == '0' && begin[1] == 'x') {
            std::uint64_t bits = 0;
            read = std::from_chars(begin + 2, end, bits, 16);
            if (bits > INT64_MAX) fail("a number is out of range");
            out.whole = static_cast<std::int64_t>(bits);
        } else {
            read = std::from_chars(begin, end, out.whole);
            const bool fraction = read.ptr != end && (*read.ptr == '.' || *read.ptr == 'e' || *read.ptr == 'E');
            if (fraction || read.ec == std::errc::invalid_argument) {
                out.kind = Expression::Kind::real;
                read = std::from_chars(begin, end, out.real);
                out.name.assign(begin, read.ptr);
            }
        }
        if (read.ec == std::errc::result_out_of_range) fail("a number is out of range");
        if (read.ec != std::errc{}) fail("expected a number");
        at_ = static_cast<std::size_t>(read.ptr - text_.data());
        return out;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int operations_ = 0;
};

}  // namespace

Expression parse_expression(std::string_view text) { return Parser(text).all(); }

}  // namespace tessera::host
