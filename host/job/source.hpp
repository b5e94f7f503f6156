// What a job is made from: an operation with its options, or a job file with its parameters. Whoever runs, sweeps or
// compares jobs changes settings by name and plans anew, and knows nothing else of them.
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/job/job.hpp"

namespace tessera::host {

enum class ParameterKind : std::uint8_t { whole, real, word, flag, file };

struct Parameter {
    std::string name;  // "rotary-dim", typed as --rotary-dim
    ParameterKind kind = ParameterKind::whole;
    std::string fallback;  // taken when it is not given; empty for none, and for a flag that is off
    std::string group, text;
    std::string type_name = {};             // in the help; empty: by the kind
    std::vector<std::string> choices = {};  // of a word that is one of few
    // Of a number: refused outside.
    double least = -HUGE_VAL, most = HUGE_VAL;
    // Where a host's block of parameters holds it, in bytes (params.hpp): a whole number as uint32, a real one as
    // float32.
    std::optional<std::uint32_t> offset = {};
    // Taken besides a number, for one that is yet to be found: `best`.
    std::string word = {};
    // Decides who does what when and nothing of the results: a profile may try its other choices.
    bool order_only = false;
};

// The parameter that shares work among cores takes `best` for their number (host/sweep/best_cores.hpp), which its help
// says behind `text`.
inline constexpr std::string_view cores_name = "cores", best_word = "best";
Parameter cores_parameter(std::string fallback, const std::string& text);

// Values of parameters, as typed.
class Settings {
  public:
    // `parameters` must outlive it.
    explicit Settings(std::span<const Parameter> parameters) : parameters_(parameters) {}

    // InputError that begins with `option` for an unknown name or a value that is not of the kind.
    void set(const std::string& name, const std::string& value, const std::string& option);
    // An array instead of the file that would hold it; its text says what it is.
    void set(const std::string& name, NpyArray array, const std::string& option);
    bool gave(std::string_view name) const;

    // Names are the same with - and with _.
    std::string text(std::string_view name) const;    // given, or the fallback
    std::int64_t whole(std::string_view name) const;  // InputError where it is a word instead
    double real(std::string_view name) const;
    bool flag(std::string_view name) const;
    NpyArray array(std::string_view name) const;  // given, or read from the file that was
    // Among the parameter's choices; InputError with the nearest.
    std::size_t choice(std::string_view name) const;

    std::span<const Parameter> parameters() const { return parameters_; }
    const Parameter* find(std::string_view name) const;

  private:
    const Parameter& parameter(std::string_view name) const;
    const Parameter& parameter(const std::string& name, const std::string& option) const;
    std::span<const Parameter> parameters_;
    std::map<std::string, std::string, std::less<>> given_;
    std::map<std::string, NpyArray, std::less<>> arrays_;
};

class JobSource {
  public:
    virtual ~JobSource() = default;
    virtual std::string name() const = 0;
    virtual std::span<const Parameter> parameters() const = 0;
    // InputError for settings that do not fit together, and for files that cannot be read.
    virtual Job plan(const Settings& settings, const arch::Arch& arch, std::uint64_t seed) const = 0;
};

// The settings that `word` asks for: NAME=VALUE, or a word that is a choice of one of the parameters. Nothing where it
// is neither.
std::optional<Settings> with(const Settings& settings, const std::string& word);

}  // namespace tessera::host
