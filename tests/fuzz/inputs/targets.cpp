#include "tests/fuzz/inputs/targets.hpp"

#include <sstream>

#include "host/conformance/angle_vectors.hpp"
#include "host/conformance/conversion_vectors.hpp"
#include "host/conformance/numeric_vectors.hpp"
#include "host/conformance/tvec.hpp"
#include "host/job/job_file.hpp"
#include "host/tensor/npy.hpp"
#include "tests/fuzz/inputs/answered.hpp"

namespace tessera::fuzz {
namespace {

std::istringstream text(Input input) {
    return std::istringstream(std::string(reinterpret_cast<const char*>(input.data()), input.size()));
}

template <class F>
bool on_each_architecture(Input input, F f) {
    bool taken = false;
    for (const arch::Arch* arch : arch::all())
        taken |= answered([&] {
            std::istringstream in = text(input);
            f(in, *arch);
        });
    return taken;
}

}  // namespace

bool tvec(Input input) {
    return on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        run_tvec(conformance::read_tvec(conformance::parse_lines(in, "input.tvec")), arch);
    });
}

bool conversion(Input input) {
    return on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::run_conversion_vectors(in, "input.txt", arch);
    });
}

bool sequence(Input input) {
    return on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::read_sequence(conformance::parse_lines(in, "input.seq.txt"), arch.sfpu);
    });
}

bool angles(Input input) {
    return on_each_architecture(input, [](std::istream& in, const arch::Arch& arch) {
        conformance::run_angles(conformance::parse_lines(in, "rope_angles.txt"), arch);
    });
}

bool npy(Input input) {
    return answered([&] { host::parse_npy(input, "input.npy"); });
}

bool job(Input input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    bool taken = false;
    for (const arch::Arch* arch : arch::all())
        taken |= answered([&] {
            const host::JobFile file("input.toml", text);
            file.plan(host::Settings(file.parameters()), *arch, 1);
        });
    return taken;
}

std::span<const Target> targets() {
    static constexpr Target all[]{{"tvec", tvec},
                                  {"conversion", conversion},
                                  {"sequence", sequence},
                                  {"angles", angles},
                                  {"npy", npy},
                                  {"job", job},
                                  {"gguf", gguf},
                                  {"checkpoint", checkpoint},
                                  {"tokenizer", tokenizer},
                                  {"profile", profile, true},
                                  {"trace", trace, true},
                                  {"noc_trace", noc_trace, true},
                                  {"manifest", manifest, true},
                                  {"baseline", baseline, true},
                                  {"study_state", study_state, true},
                                  {"sweep_state", sweep_state, true},
                                  {"case_table", case_table, true},
                                  {"exec_options", exec_options, true}};
    return all;
}

}  // namespace tessera::fuzz
