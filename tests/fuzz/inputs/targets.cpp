#include "tests/fuzz/inputs/targets.hpp"

#include <sstream>

#include "host/conformance/angle_vectors.hpp"
#include "host/conformance/conversion_vectors.hpp"
#include "host/conformance/numeric_vectors.hpp"
#include "host/conformance/tvec.hpp"
#include "host/job/job_file.hpp"
#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::fuzz {
namespace {

template <class F>
void answered(F f) {
    try {
        f();
    } catch (const fault::InputError&) {
    } catch (const fault::Fault&) {
    }
}

std::istringstream text(Input input) {
    return std::istringstream(std::string(reinterpret_cast<const char*>(input.data()), input.size()));
}

template <class F>
void on_each_architecture(Input input, F f) {
    for (const arch::Arch* arch : arch::all())
        answered([&] {
            std::istringstream in = text(input);
            f(in, *arch);
        });
}

}  // namespace

void tvec(Input input) {
    on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        run_tvec(conformance::read_tvec(conformance::parse_lines(in, "input.tvec")), arch);
    });
}

void conversion(Input input) {
    on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::run_conversion_vectors(in, "input.txt", arch);
    });
}

void sequence(Input input) {
    on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::read_sequence(conformance::parse_lines(in, "input.seq.txt"), arch.sfpu);
    });
}

void angles(Input input) {
    on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::run_angles(conformance::parse_lines(in, "rope_angles.txt"), arch);
    });
}

void npy(Input input) {
    answered([&] { host::parse_npy(input, "input.npy"); });
}

void job(Input input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    for (const arch::Arch* arch : arch::all())
        answered([&] {
            const host::JobFile file("input.toml", text);
            file.plan(host::Settings(file.parameters()), *arch, 1);
        });
}

std::span<const Target> targets() {
    static constexpr Target all[]{{"tvec", tvec},         {"conversion", conversion},
                                  {"sequence", sequence}, {"angles", angles},
                                  {"npy", npy},           {"job", job}};
    return all;
}

}  // namespace tessera::fuzz
