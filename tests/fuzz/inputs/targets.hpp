// The readers of untrusted files, each fed one input from memory. Wrong input ends in fault::InputError, a wrong
// simulated program in fault::Fault; both are taken as the answer. Anything else is a bug of ours and goes through.
#pragma once

#include <span>
#include <string_view>

namespace tessera::fuzz {

using Input = std::span<const std::byte>;

void tvec(Input input);        // instruction cases, replayed on both architectures
void conversion(Input input);  // fpu_* and convert_* lines
void sequence(Input input);    // instructions of a whole function
void angles(Input input);      // angles of a RoPE tile
void npy(Input input);
void job(Input input);  // a job file, planned on both architectures but not run

struct Target {
    std::string_view name;
    void (*run)(Input);
};
std::span<const Target> targets();

}  // namespace tessera::fuzz
