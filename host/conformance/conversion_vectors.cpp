#include "host/conformance/conversion_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "sim/fault/fault.hpp"
#include "sim/tensix/fpu.hpp"
#include "sim/tensix/fpu_integer.hpp"
#include "sim/tensix/pack.hpp"
#include "sim/tensix/unpack.hpp"

namespace tessera::conformance {

namespace {

using std::uint32_t;
using tensix::DataFormat;
using tensix::SrcForm;

constexpr std::size_t mismatches_kept = 10;

// The words of one line, read from left to right.
class TestLine {
  public:
    TestLine(const std::string& text, std::string place) : place_(std::move(place)) {
        std::istringstream in(text);
        for (std::string word; in >> word;) words_.push_back(word);
    }

    const std::string& place() const { return place_; }

    [[noreturn]] void malformed(const std::string& expected) const {
        const std::string found = at_ < words_.size() ? fmt::format("\"{}\"", words_[at_]) : "the end of the line";
        throw fault::InputError(fmt::format("{}: word {}: expected {}, found {}; correct the line or remove it", place_,
                                            at_ + 1, expected, found));
    }

    bool next_is(std::string_view word) const { return at_ < words_.size() && words_[at_] == word; }
    std::string take(const std::string& expected) {
        if (at_ == words_.size()) malformed(expected);
        return words_[at_++];
    }
    void expect(const std::string& word) {
        if (!next_is(word)) malformed("\"" + word + "\"");
        ++at_;
    }
    void expect_end() const {
        if (at_ != words_.size()) malformed("the end of the line");
    }

    // All words of the form key=value from here on, each of the known keys at most once.
    void read_options(std::initializer_list<std::string_view> known) {
        for (; at_ < words_.size(); ++at_) {
            const std::string& word = words_[at_];
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos || equals == 0) return;
            const std::string key = word.substr(0, equals);
            if (std::find(known.begin(), known.end(), key) == known.end() || options_.contains(key))
                malformed(fmt::format("one value for each of {}", fmt::join(known, ", ")));
            options_[key] = word.substr(equals + 1);
        }
    }
    bool has(const std::string& key) const { return options_.contains(key); }
    std::string option(const std::string& key, std::initializer_list<std::string_view> allowed = {}) const {
        const auto found = options_.find(key);
        std::string value = found == options_.end() ? "" : found->second;
        bool good = found != options_.end() && allowed.size() == 0;
        for (const std::string_view choice : allowed) good = good || value == choice;
        if (!good) {
            throw fault::InputError(
                fmt::format("{}: expected {}={}, found \"{}\"; correct the line or remove it", place_, key,
                            allowed.size() == 0 ? "..." : fmt::format("{}", fmt::join(allowed, "|")), value));
        }
        return value;
    }
    DataFormat format(const std::string& key) const {
        DataFormat format{};
        const std::string value = option(key);
        if (!tensix::find_format(value, format)) {
            throw fault::InputError(
                fmt::format("{}: {}={} names no data format (bf16, fp16, fp32, bfp8, ...)", place_, key, value));
        }
        return format;
    }

    uint32_t hexadecimal(const std::string& key, uint32_t most) const {
        const std::string text = option(key);
        uint32_t value = 0;
        if (!parse(text, value) || value > most)
            throw fault::InputError(
                fmt::format("{}: expected {}= a hexadecimal number up to {:x}, found \"{}\"; "
                            "correct the line or remove it",
                            place_, key, most, text));
        return value;
    }

    uint32_t number() {
        uint32_t value = 0;
        if (at_ == words_.size()) malformed("a hexadecimal number");
        if (!parse(words_[at_], value)) malformed("a hexadecimal number of 32 bits");
        ++at_;
        return value;
    }
    template <std::size_t n>
    std::array<uint32_t, n> numbers(const char* label) {
        expect(label);
        std::array<uint32_t, n> values;
        for (uint32_t& value : values) value = number();
        return values;
    }

  private:
    static bool parse(const std::string& word, uint32_t& value) {
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
        return error == std::errc{} && end == word.data() + word.size();
    }

    std::string place_;
    std::vector<std::string> words_;
    std::size_t at_ = 0;
    std::map<std::string, std::string> options_;
};

// Empty when equal, else the first difference.
template <std::size_t n>
std::string difference(const std::array<uint32_t, n>& computed, const std::array<uint32_t, n>& expected) {
    for (std::size_t i = 0; i < n; ++i) {
        if (computed[i] != expected[i])
            return fmt::format("datum {}: expected {:08x}, computed {:08x}", i, expected[i], computed[i]);
    }
    return "";
}

std::string run_unpack(TestLine& line, const arch::Arch& arch) {
    line.read_options({"in", "out", "to", "fp8"});
    tensix::Unpack config;
    config.in = line.format("in");
    config.out = line.format("out");
    config.target = line.option("to", {"srca", "srcb", "dst"}) == "dst" ? tensix::Target::dst : tensix::Target::src;
    config.fp8_is_e4m3 = line.has("fp8") && line.option("fp8", {"e5m2", "e4m3"}) == "e4m3";
    config.rules = arch.tensix.unpack;
    uint32_t exponent = 0;
    if (line.next_is("exp")) exponent = line.numbers<1>("exp")[0];
    const auto in = line.numbers<16>("x");
    const auto expected = line.numbers<16>("=");
    line.expect_end();
    return difference(tensix::unpack_row(config, in, exponent), expected);
}

std::string run_pack(TestLine& line, const arch::Arch& arch) {
    line.read_options({"dst", "inter", "out", "relu", "threshold"});
    tensix::Pack config;
    config.dst_is_32_bit = line.option("dst", {"16b", "32b"}) == "32b";
    config.intermediate = line.format("inter");
    config.out = line.format("out");
    config.rules = arch.tensix.pack;
    if (line.has("relu")) config.relu = static_cast<tensix::Relu>(line.option("relu", {"0", "1", "2", "3"})[0] - '0');
    if (line.has("threshold")) config.relu_threshold = line.hexadecimal("threshold", 0x7FFF);
    const auto dst = line.numbers<16>("x");
    line.expect("=");
    uint32_t exponent = 0;
    std::array<uint32_t, 16> expected;
    if (tensix::is_bfp(config.out)) {
        exponent = line.numbers<1>("exp")[0];
        expected = line.numbers<16>("x");
    } else {
        for (uint32_t& value : expected) value = line.number();
    }
    line.expect_end();
    const tensix::PackedRow row = tensix::pack_row(config, dst);
    if (row.exponent != exponent)
        return fmt::format("exponent: expected {:02x}, computed {:02x}", exponent, row.exponent);
    return difference(row.datum, expected);
}

[[noreturn]] void unsupported(const TestLine& line) {
    throw fault::Fault(fault::Id::tensix_unsupported,
                       fmt::format("the matrix unit between Src and Dst of formats srca={}, dst={}",
                                   line.option("srca"), line.option("dst")));
}

bool is_int8(DataFormat format) { return format == DataFormat::int8 || format == DataFormat::uint8; }

// 8-bit integers lie in Src as fp16 does.
SrcForm src_form(DataFormat format) {
    if (format == DataFormat::tf32 || format == DataFormat::fp32) return SrcForm::tf32;
    return tensix::has_small_exponent(format) || is_int8(format) ? SrcForm::fp16 : SrcForm::bf16;
}

std::string run_mova2d(TestLine& line) {
    line.read_options({"srca", "dst"});
    const SrcForm form = src_form(line.format("srca"));
    if (src_form(line.format("dst")) != form) unsupported(line);
    const auto a = line.numbers<16>("a");
    const auto expected = line.numbers<16>("=");
    line.expect_end();
    std::array<uint32_t, 16> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensix::mova2d(form, a[i]);
    return difference(out, expected);
}

int phase_of(const TestLine& line) { return line.option("phase", {"0", "1", "2", "3"})[0] - '0'; }

tensix::Fpu fpu_config(const TestLine& line, const arch::Arch& arch) {
    tensix::Fpu fpu;
    const std::optional<SrcForm> form =
        tensix::common_form(src_form(line.format("srca")), src_form(line.format("srcb")));
    if (!form) throw fault::InputError(line.place() + ": srca and srcb differ in form; the matrix unit takes one");
    fpu.form = *form;
    const DataFormat dst = line.format("dst");
    fpu.dst_is_32_bit = dst == DataFormat::fp32;
    const DataFormat narrow = fpu.form == SrcForm::fp16 ? DataFormat::fp16 : DataFormat::bf16;
    if (!fpu.dst_is_32_bit && dst != narrow) unsupported(line);
    fpu.phase = phase_of(line);
    fpu.rules = arch.tensix.fpu;
    return fpu;
}

// Whether the test is on 8-bit integers; both operands are, or neither.
bool is_integer(const TestLine& line) {
    const bool integer = is_int8(line.format("srca"));
    if (integer != is_int8(line.format("srcb")))
        throw fault::InputError(line.place() + ": srca and srcb differ in form; the matrix unit takes one");
    if (integer && line.format("dst") != DataFormat::int32) unsupported(line);
    return integer;
}

using Elementwise = std::function<uint32_t(uint32_t a, uint32_t b, uint32_t d)>;

Elementwise elementwise(const TestLine& line, const std::string& name, const arch::Arch& arch) {
    if (is_integer(line)) {
        if (name == "ELWADD") return tensix::elw_add_integer;
        if (name == "ELWSUB") return tensix::elw_sub_integer;
        return std::bind_front(tensix::elw_mul_integer, phase_of(line));
    }
    const auto operation = name == "ELWADD" ? tensix::elw_add : name == "ELWSUB" ? tensix::elw_sub : tensix::elw_mul;
    return std::bind_front(operation, fpu_config(line, arch));
}

// Operands as the unit reads them, each in its own form.
template <std::size_t n>
std::array<uint32_t, n> operand(TestLine& line, const char* name, const char* source) {
    std::array<uint32_t, n> datums = line.numbers<n>(name);
    const SrcForm form = src_form(line.format(source));
    for (uint32_t& datum : datums) datum = tensix::masked(form, datum);
    return datums;
}

std::string run_elementwise(TestLine& line, const std::string& name, const arch::Arch& arch) {
    line.read_options({"srca", "srcb", "dst", "phase", "accum"});
    const bool accumulates = line.option("accum", {"0", "1"}) == "1";
    const auto a = operand<16>(line, "a", "srca");
    const auto b = operand<16>(line, "b", "srcb");
    std::array<uint32_t, 16> d{};
    if (accumulates || line.next_is("d")) d = line.numbers<16>("d");
    const auto expected = line.numbers<16>("=");
    line.expect_end();
    const Elementwise rule = elementwise(line, name, arch);
    std::array<uint32_t, 16> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = rule(a[i], b[i], accumulates ? d[i] : 0);
    return difference(out, expected);
}

std::string run_mvmul(TestLine& line, const arch::Arch& arch) {
    line.read_options({"srca", "srcb", "dst", "phase", "accum"});
    const auto a = operand<256>(line, "A", "srca");
    const auto b = operand<128>(line, "B", "srcb");
    auto d = line.numbers<128>("D");
    const auto expected = line.numbers<128>("=");
    line.expect_end();
    if (is_integer(line))
        tensix::mvmul_integer(phase_of(line), a, b, d);
    else
        tensix::mvmul(fpu_config(line, arch), a, b, d);
    return difference(d, expected);
}

std::string run_test(TestLine& line, const std::string& name, const arch::Arch& arch) {
    if (name == "unpack") return run_unpack(line, arch);
    if (name == "pack") return run_pack(line, arch);
    if (name == "MOVA2D") return run_mova2d(line);
    if (name == "MVMUL") return run_mvmul(line, arch);
    return run_elementwise(line, name, arch);
}

bool names_machine(const TestLine& line, const std::string& archs, const std::string& tag) {
    bool found = false;
    std::istringstream in(archs);
    for (std::string one; std::getline(in, one, '+');) {
        if (one.empty()) break;
        found = found || one == tag;
    }
    if (archs.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_+") != std::string::npos || archs.empty() ||
        archs.front() == '+' || archs.back() == '+') {
        throw fault::InputError(
            fmt::format("{}: expected machine names joined by + (wh+bh), found \"{}\"", line.place(), archs));
    }
    return found;
}

}  // namespace

Outcome run_conversion_vectors(std::istream& in, const std::string& name, const arch::Arch& arch) {
    Outcome outcome;
    int number = 0;
    for (std::string text; std::getline(in, text);) {
        TestLine line(text, fmt::format("{}:{}", name, ++number));
        const std::size_t start = text.find_first_not_of(" \t\r");
        if (start == std::string::npos || text[start] == '#') continue;
        const bool ours = names_machine(line, line.take("machine names"), std::string(tag_of(arch)));
        const std::string expected_name = "unpack, pack, MOVA2D, ELWADD, ELWSUB, ELWMUL or MVMUL";
        bool known = false;
        for (const char* test : {"unpack", "pack", "MOVA2D", "ELWADD", "ELWSUB", "ELWMUL", "MVMUL"})
            known = known || line.next_is(test);
        if (!known) line.malformed(expected_name);
        const std::string test = line.take(expected_name);
        if (!ours) continue;
        ++outcome.run;
        std::string mismatch;
        try {
            mismatch = run_test(line, test, arch);
        } catch (const fault::Fault& fault) {
            mismatch = outcome.refused(fault);
        }
        if (mismatch.empty()) {
            ++outcome.passed;
        } else if (outcome.mismatches.size() < mismatches_kept) {
            outcome.mismatches.push_back(fmt::format("{}: {} on {}: {}", line.place(), test, tag_of(arch), mismatch));
        }
    }
    return outcome;
}

Outcome run_conversion_vectors(const std::filesystem::path& file, const arch::Arch& arch) {
    std::ifstream in(file);
    if (!in)
        throw fault::InputError(fmt::format("{}: cannot be read; give a file of conversion vectors", file.string()));
    return run_conversion_vectors(in, file.string(), arch);
}

}  // namespace tessera::conformance
