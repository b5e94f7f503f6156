// A function made from a form alone: so many segments, a polynomial of such a degree on each, constants of one kind.
// Its draft is a kernel's source with the reference's minimax polynomials, rounded one constant after the other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/study/fit/form.hpp"

namespace tessera::accuracy {

struct Design {
    enum class Constants : std::uint8_t {
        fp32,
        bf16,     // one instruction loads it
        integer,  // two linear factors of the fraction's bits, as in exp_21f (spec/sfpu-math.md 2)
    };
    enum class Outside : std::uint8_t { clamp, identity, free };  // identity: x itself above, clamped below
    std::string name = "fitted";                                  // of the function in the source
    double low = -1, high = 1;
    int segments = 1, degree = 2;
    bool odd = false;          // odd powers only, segments by |x|
    bool by_exponent = false;  // b^x: the whole part of x log2(b) is the exponent, the polynomial is of the rest
    Constants constants = Constants::fp32;
    Outside outside = Outside::clamp;
};

class Draft {
  public:
    // InputError for what cannot be made.
    Draft(const Design& design, const Reference& reference, const Format& result, ErrorKind kind);

    const std::vector<std::uint32_t>& words() const { return words_; }
    struct Source {
        std::string text;                // of a kernel file
        std::vector<std::size_t> lines;  // of each word
    };
    // With these words; with form().reduction behind it, if there is one.
    Source source(std::span<const std::uint32_t> words, bool has_reduction = false) const;
    const Form& form() const { return form_; }

  private:
    struct Piece {
        double low = 0, high = 0;  // of the polynomial's variable
        int first = 0;             // power
        std::vector<long double> coefficients = {};
        std::vector<std::uint32_t> words = {};  // as the source has them, the highest power first
    };
    class Writer;

    void check() const;
    void find_base();
    std::vector<double> cuts() const;
    std::vector<double> balanced(double low, double high) const;
    Piece piece(double low, double high) const;
    LinearFamily family(const Piece& piece, std::span<const long double> fixed, int points) const;
    double level(double low, double high) const;
    void round(Piece& piece) const;
    void factor(Piece& piece) const;
    double value(const Piece& piece, double at) const;
    int roundings() const;
    bool keeps_binade() const;
    bool is_selected() const;

    bool is_of_integers() const { return design_.constants == Design::Constants::integer; }
    // The variable is 1 and the fraction, which one instruction makes; or x.
    double origin() const { return design_.by_exponent && !is_of_integers() ? 1 : 0; }
    double exact(double at) const;
    int first() const { return design_.odd ? 1 : 0; }
    int step() const { return design_.odd ? 2 : 1; }

    const Design design_;
    const Reference& reference_;
    const Format result_;
    const ErrorKind kind_;
    double log2_base_ = 0;
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> words_;
    Form form_;
};

}  // namespace tessera::accuracy
