// What `tessera accuracy` was asked: its options, and the inputs they mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/accuracy_conditions.hpp"
#include "host/study/study.hpp"

namespace tessera::apps {

struct AccuracyCommand : Conditions {
    std::vector<std::string> names;
    std::vector<std::string> kernels, functions, inits, references;
    std::string range, exhaustive, around, inputs, second, by = "both";
    accuracy::InputList listed;  // what `inputs` holds, once read
    std::int64_t sample = 0;
    std::string store, ulp = "goldberg";
    std::string shard, resume, baseline, csv, dump, plots;
    AxisOptions axes;
    bool scatter = false, sources = false;
    bool force = false;
};

void add_accuracy_options(CLI::App& command, AccuracyCommand& options);  // both must outlive the parse

struct Span {
    double low, high;
};

struct AskedInputs {
    std::vector<accuracy::Inputs> inputs;
    std::string text;    // in words
    bool whole = false;  // inputs beyond the function's domain are judged too
};
// Throw fault::InputError for what does not fit together or holds no number.
AskedInputs asked_inputs(const AccuracyCommand& given, const accuracy::Function& function);
// A sample without a way: numbers by size, as fp32 has them, and by value, as programs have them. Then each way as if
// it had been asked for, first by bits.
std::vector<AccuracyCommand> each_way(const AccuracyCommand& given, const accuracy::Function& function);
// Where samples by value say something: the range, or of the function's domain what is within 10 of zero.
Span value_span(const AccuracyCommand& given, const accuracy::Function& function);
// For functions of two arguments: each value of the format with each.
accuracy::Pairs all_pairs(const std::string& format);
// Reads the file of --inputs, if one is given, as numbers of Dst.
void take_inputs(AccuracyCommand& given);
void take_shard(const AccuracyCommand& given, accuracy::Request& request);

// LOW:HIGH, numbers or patterns as 0x3f800000.
Span span_of(const std::string& option, const std::string& text);

}  // namespace tessera::apps
