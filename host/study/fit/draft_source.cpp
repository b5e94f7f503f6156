// A draft as the source of a kernel, each constant on a line of its own.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "host/study/fit/draft.hpp"
#include "host/study/fit/literals.hpp"

namespace tessera::accuracy {
namespace {

constexpr std::size_t registers = 8;

std::string as_literal(double value) {
    const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return value == 0 ? "0.0f" : source_text(word, false);
}

}  // namespace

class Draft::Writer {
  public:
    Writer(const Draft& draft, std::span<const std::uint32_t> words) : draft_(draft), words_(words) {}

    Source all(bool has_reduction) {
        const Design& d = draft_.design_;
        line(0, fmt::format("// {} on {:g}..{:g}: {} segment{} of degree {}, fitted on the machine's arithmetic.",
                            draft_.reference_.name, d.low, d.high, d.segments, d.segments == 1 ? "" : "s", d.degree));
        line(0, "#include \"sfpi.h\"");
        line(0, "");
        line(0, "using namespace sfpi;");
        line(0, "");
        begin(d.name);
        if (d.by_exponent)
            of_fraction();
        else
            of_argument();
        line(0, "}");
        if (has_reduction && d.by_exponent) {
            line(0, "");
            begin(std::string(draft_.form_.reduction));
            reduce();
            line(1, "return z;");
            line(0, "}");
        }
        return std::move(source_);
    }

  private:
    void line(int depth, const std::string& text) {
        if (!text.empty()) source_.text += std::string(static_cast<std::size_t>(4 * depth), ' ') + text;
        source_.text += "\n";
        ++lines_;
    }
    // Between these two stands the next word.
    void line_of_word(int depth, const std::string& before, const std::string& after = ";", bool is_integer = false) {
        const std::uint32_t word = words_[source_.lines.size()];
        const bool is_zero = (word & 0x7f800000) == 0;
        line(depth, before +
                        (is_integer ? fmt::format("{}", static_cast<std::int32_t>(word))
                         : is_zero  ? "0.0f"
                                    : source_text(word, false)) +
                        after);
        source_.lines.push_back(lines_);
    }

    void begin(const std::string& name) { line(0, fmt::format("sfpi_inline vFloat {}(vFloat x) {{", name)); }

    void reduce() {
        const double base = draft_.log2_base_;
        line(1, base == 1 ? "vFloat t = x + 127.0f;" : fmt::format("vFloat t = x * {} + 127.0f;", as_literal(base)));
        if (draft_.design_.outside != Design::Outside::free) {
            line(1, "vFloat low = 0.0f, high = 255.0f;");
            line(1, "vec_min_max(low, t);");
            line(1, "vec_min_max(t, high);");
        }
        line(1, "vFloat z = reinterpret<vFloat>(shft(reinterpret<vUInt>(exman8(t)), exexp(t)));");
    }

    void of_fraction() {
        reduce();
        if (draft_.is_of_integers()) {
            line(1, "vInt m = exman9(z);");
            pieces("m", [&](std::size_t i, int depth) { factors(i, depth); });
            line(1, "vFloat p = d1 * int32_to_float(m + d2, 0) * int32_to_float(m + d3, 0) + 8388608.0f;");
        } else {
            line(1, "vFloat u = setexp(z, 127);");
            polynomial("u", "u");
        }
        line(1, draft_.is_of_integers() || draft_.keeps_binade()
                    ? "return setexp(p, exexp_nodebias(z));"
                    : "return p * setexp(vFloat(1.0f), exexp_nodebias(z));");
    }

    void of_argument() {
        const Design& d = draft_.design_;
        if (d.outside != Design::Outside::free) {
            const bool both = d.outside == Design::Outside::clamp;
            line(1, fmt::format("vFloat low = {}{};", as_literal(d.low), both ? ", high = " + as_literal(d.high) : ""));
            line(1, "vec_min_max(low, x);");
            if (both) line(1, "vec_min_max(x, high);");
        }
        if (d.odd && d.segments > 1) line(1, "vFloat size = abs(x);");
        if (d.odd) line(1, "vFloat u = x * x;");
        polynomial(d.odd ? "size" : "x", d.odd ? "u" : "x");
        if (d.odd) line(1, "p = p * x;");
        if (d.outside == Design::Outside::identity) {
            line(1, fmt::format("v_if(x >= {}) {{ p = x; }}", as_literal(d.high)));
            line(1, "v_endif;");
        }
        line(1, "return p;");
    }

    // What each piece does, and from the second on where it begins.
    template <class Body>
    void pieces(const std::string& by, Body body) {
        for (std::size_t i = 0; i < draft_.pieces_.size(); ++i) {
            if (i != 0) {
                const double edge = draft_.pieces_[i].low;
                line(i == 1 ? 1 : 2,
                     fmt::format("{}({} >= {}){}", i == 1 ? "v_if" : "v_and", by,
                                 draft_.is_of_integers() ? fmt::format("{:#x}", static_cast<long>(edge * 0x1p23))
                                                         : as_literal(edge),
                                 i == 1 ? " {" : ";"));
            }
            body(i, i == 0 ? 1 : 2);
        }
        if (draft_.pieces_.size() == 1) return;
        line(1, "}");
        line(1, "v_endif;");
    }

    void factors(std::size_t i, int depth) {
        line_of_word(depth, i == 0 ? "vFloat d1 = " : "d1 = ");
        line_of_word(depth, i == 0 ? "vInt d2 = " : "d2 = ", ";", true);
        line_of_word(depth, i == 0 ? "vInt d3 = " : "d3 = ", ";", true);
    }

    int lowest(std::size_t i) const { return (draft_.pieces_[i].first - draft_.first()) / draft_.step(); }
    int highest() const { return (draft_.design_.degree - draft_.first()) / draft_.step(); }

    // p, by Horner in u.
    void polynomial(const std::string& by, const std::string& u) {
        int least = highest();
        for (std::size_t i = 0; i < draft_.pieces_.size(); ++i) least = std::min(least, lowest(i));
        if (!draft_.is_selected()) {
            pieces(by, [&](std::size_t i, int depth) {
                line_of_word(depth, i == 0 ? "vFloat p = " : "p = ");
                for (int k = highest(); k-- > lowest(i);) line_of_word(depth, fmt::format("p = p * {} + ", u));
                if (lowest(i) > least) line(depth, fmt::format("p = p * {};", u));
            });
        } else {
            pieces(by, [&](std::size_t i, int depth) {
                const char* type = i == 0 ? "vFloat " : "";
                for (int k = highest(); k >= lowest(i); --k) line_of_word(depth, fmt::format("{}c{} = ", type, k));
                if (lowest(i) > least) line(depth, fmt::format("{}c0 = 0.0f;", type));
            });
            line(1, highest() == least ? fmt::format("vFloat p = c{};", least)
                                       : fmt::format("vFloat p = c{} * {} + c{};", highest(), u, highest() - 1));
            for (int k = highest() - 1; k-- > least;) line(1, fmt::format("p = p * {} + c{};", u, k));
        }
        if (least > 0) line(1, fmt::format("p = p * {};", u));
    }

    const Draft& draft_;
    std::span<const std::uint32_t> words_;
    Source source_;
    std::size_t lines_ = 0;
};

// Whether all constants of a segment find a register beside the argument, the result's exponent and a comparison; else
// each segment works out its polynomial itself.
bool Draft::is_selected() const {
    const auto terms = static_cast<std::size_t>((design_.degree - first()) / step() + 1);
    return pieces_.size() > 1 && terms + 3 <= registers;
}

Draft::Source Draft::source(std::span<const std::uint32_t> words, bool has_reduction) const {
    return Writer(*this, words).all(has_reduction);
}

}  // namespace tessera::accuracy
