#include "host/tensor/npy_header.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::string_view supported = "<f2 <f4 <f8 |i1 <i2 <i4 <i8 |u1 <u2 <u4 <u8";
constexpr std::array all_dtypes{DType::f2, DType::f4, DType::f8, DType::i1, DType::i2, DType::i4,
                                DType::i8, DType::u1, DType::u2, DType::u4, DType::u8};
constexpr std::size_t max_dimensions = 32;  // NumPy's own limit

DType parse_descr(std::string_view text) {
    for (DType dtype : all_dtypes) {
        const std::string_view name = descr(dtype);
        if (text == name) return dtype;
        // A single byte has no order, so '<u1' means '|u1'.
        if (size_of(dtype) == 1 && text.size() == 3 && text.substr(1) == name.substr(1) && text[0] != '>') return dtype;
    }
    if (text.starts_with('>')) throw InputError(fmt::format("big-endian type '{}'; save it as little endian", text));
    if (text.find('O') != text.npos) throw InputError(fmt::format("object type '{}'; save it as numbers", text));
    throw InputError(fmt::format("type '{}' is not one of {}", text, supported));
}

class Parser {
  public:
    explicit Parser(std::string_view text) : rest_(text) {}

    NpyHeader header() {
        NpyHeader out;
        bool has_descr = false, has_order = false, has_shape = false;
        expect('{');
        while (!accept('}')) {
            const std::string_view key = string();
            expect(':');
            if (key == "descr") {
                once(has_descr, key);
                if (peek() == '[') throw InputError("structured type; save each field as an array of its own");
                out.dtype = parse_descr(string());
            } else if (key == "fortran_order") {
                once(has_order, key);
                if (boolean()) throw InputError("fortran_order is True; save it in C order (numpy.ascontiguousarray)");
            } else if (key == "shape") {
                once(has_shape, key);
                out.shape = tuple();
            } else {
                throw InputError(fmt::format("unknown header key '{}'", key));
            }
            if (!accept(',') && peek() != '}') throw InputError("header is not a Python dict: ',' or '}' expected");
        }
        if (peek() != '\0') throw InputError("text after the header's dict");
        if (!has_descr) throw InputError("header has no key 'descr'");
        if (!has_order) throw InputError("header has no key 'fortran_order'");
        if (!has_shape) throw InputError("header has no key 'shape'");
        return out;
    }

  private:
    static void once(bool& seen, std::string_view key) {
        if (seen) throw InputError(fmt::format("header key '{}' appears twice", key));
        seen = true;
    }

    char peek() {
        const std::size_t start = rest_.find_first_not_of(" \t\r\n");
        rest_.remove_prefix(start == rest_.npos ? rest_.size() : start);
        return rest_.empty() ? '\0' : rest_.front();
    }
    bool accept(char c) {
        if (peek() != c || rest_.empty()) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) throw InputError(fmt::format("header is not a Python dict: '{}' expected", c));
    }
    bool accept(std::string_view word) {
        peek();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    std::string_view string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') throw InputError("header is not a Python dict: a quoted name expected");
        rest_.remove_prefix(1);
        const std::size_t end = rest_.find(quote);
        if (end == rest_.npos || end > 64) throw InputError("a name in the header does not end");
        const std::string_view out = rest_.substr(0, end);
        for (char c : out)
            if (c < ' ' || c > '~') throw InputError("a name in the header is not printable ASCII");
        rest_.remove_prefix(end + 1);
        return out;
    }

    bool boolean() {
        if (accept("True")) return true;
        if (accept("False")) return false;
        throw InputError("fortran_order is neither True nor False");
    }

    std::size_t integer() {
        const char first = peek();
        if (first < '0' || first > '9') throw InputError("shape is not a tuple of whole numbers >= 0");
        std::size_t value = 0;
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
            const std::size_t digit = static_cast<std::size_t>(rest_.front() - '0');
            if (value > (std::numeric_limits<std::size_t>::max() - digit) / 10)
                throw InputError("a dimension in the shape is too large");
            value = value * 10 + digit;
            rest_.remove_prefix(1);
        }
        return value;
    }

    std::vector<std::size_t> tuple() {
        std::vector<std::size_t> out;
        expect('(');
        while (!accept(')')) {
            out.push_back(integer());
            if (out.size() > max_dimensions) throw InputError("shape has more than 32 dimensions");
            if (accept(',')) continue;
            if (peek() != ')') throw InputError("shape is not a tuple of whole numbers >= 0");
            if (out.size() == 1) throw InputError("shape of one dimension needs its comma: (n,)");
        }
        return out;
    }

    std::string_view rest_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) { return Parser(text).header(); }

}  // namespace tessera::host
