// What can be studied: the functions tessera knows by name, and the user's own in a kernel file. Either is compiled as
// a kernel and recorded once by running it on T1's interpreter.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/inspect/kernel_trace.hpp"
#include "host/study/recorded.hpp"
#include "host/study/reference.hpp"

namespace tessera::accuracy {

inline constexpr double int16_reach = 32767.5;  // half turns that the reduction of a sine takes

struct Function {
    std::string name;
    std::string file;  // kernel file that declares it, empty for the kernel library; below kernels/ of tessera's own
    std::string expression;  // of vectors x and y, or a function's name
    std::string init;        // expression that programs constants first, may be empty
    const Reference* reference;
    double low = -0x1p128, high = 0x1p128;  // where it is meant to be used
    std::string_view arch = "";             // the only one that has it, empty for both
    std::string about = "";
    bool is_builtin = false;
    std::map<std::string, std::string> defines = {};
};

// The functions known by name, grouped by what they approximate.
std::span<const Function> builtin_functions();
const Function* find_builtin(std::string_view name);

struct Cost {  // of one vector of 32 elements
    std::size_t instructions = 0, nops = 0;
    Cycle cycles = 0;        // of the SFPU
    double push_cycles = 0;  // of T1, which hands the instructions over
    int registers = 0;       // at most in use of 8
    // A tile is 32 vectors; the slower of the two sets the pace.
    double cycles_per_tile() const { return 32 * std::max(static_cast<double>(cycles), push_cycles); }
};

struct Built {
    Recorded recorded;
    host::KernelTrace trace;
    Cost cost;
};
// Throws fault::InputError for a function that does not exist or is of the wrong kind, what the compiler says about the
// user's file, and Fault for code that cannot be lowered.
Built build(const Function& function, const Setting& setting);

}  // namespace tessera::accuracy
