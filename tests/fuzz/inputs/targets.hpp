// The readers of untrusted files, each fed one input from memory. Wrong input ends in fault::InputError, a wrong
// simulated program in fault::Fault, a wrong model in decoder::FileError; all are taken as the answer, false. Anything
// else is a bug of ours and goes through.
#pragma once

#include <span>
#include <string_view>

namespace tessera::fuzz {

using Input = std::span<const std::byte>;

bool tvec(Input input);        // instruction cases, replayed on both architectures
bool conversion(Input input);  // fpu_* and convert_* lines
bool sequence(Input input);    // instructions of a whole function
bool angles(Input input);      // angles of a RoPE tile
bool npy(Input input);
bool job(Input input);  // a job file, planned on both architectures but not run
// Models: each that is taken runs one token. A vocabulary of five tokens is what the tokenizer must have.
bool gguf(Input input);
bool checkpoint(Input input);
bool tokenizer(Input input);
// JSON. Of states, the text in front of the checksum; profiles, states and options get the members that they lack.
bool profile(Input input);    // printed, and compared with itself
bool trace(Input input);      // replayed into a profile
bool noc_trace(Input input);  // replayed on the network
bool manifest(Input input);   // cases of tests/data, planned but not run
bool baseline(Input input);
bool study_state(Input input);
bool sweep_state(Input input);
bool case_table(Input input);
bool exec_options(Input input);

struct Target {
    std::string_view name;
    bool (*run)(Input);
    bool is_json = false;
};
std::span<const Target> targets();

}  // namespace tessera::fuzz
