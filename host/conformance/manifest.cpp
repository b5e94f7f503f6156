#include "host/conformance/manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "host/conformance/golden.hpp"
#include "host/ops/manifest_case.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::conformance {
namespace {

namespace fs = std::filesystem;
using fault::InputError;

nlohmann::json read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    nlohmann::json out = views::parse_json<nlohmann::json>(text, file.string());
    if (!out.is_object() || !out.contains("cases") || !out["cases"].is_array())
        throw InputError(fmt::format("{}: an object with a list of cases is expected", file.string()));
    return out;
}

const host::Operation& operation_of(const nlohmann::json& manifest, const nlohmann::json& one) {
    for (const host::Operation* operation : host::operations())
        if (operation->knows(manifest, one)) return *operation;
    throw InputError("no operation of tessera's knows it");
}

// Its own, or which of the list it is.
std::string name_of(const nlohmann::json& one, long number) {
    const bool has_one = one.is_object() && one.contains("name") && one.at("name").is_string();
    return has_one ? one.at("name").get<std::string>() : fmt::format("{}", number);
}

}  // namespace

bool is_manifest(const fs::path& file) { return file.filename() == "manifest.json"; }

std::size_t cases_of(const fs::path& file) { return read(file)["cases"].size(); }

Outcome run_manifest(const fs::path& file, const arch::Arch& arch, const std::function<void()>& each) {
    const nlohmann::json manifest = read(file);
    Outcome outcome;
    for (const nlohmann::json& one : manifest["cases"]) {
        ++outcome.run;
        const std::string name = name_of(one, outcome.run);
        if (!one.is_object()) throw InputError(fmt::format("{}: case {}: an object is expected", file.string(), name));
        try {
            const host::GoldenCase golden = operation_of(manifest, one).golden(manifest, one, file.parent_path(), arch);
            const GoldenRun done = run_golden(golden, arch);
            outcome.rows.insert(outcome.rows.end(), done.rows.begin(), done.rows.end());
            for (const std::string& complaint : done.complaints())
                outcome.mismatches.push_back(fmt::format("{}: {}: {}", file.string(), name, complaint));
            outcome.passed += done.passed() ? 1 : 0;
        } catch (const fault::Fault& fault) {
            outcome.mismatches.push_back(fmt::format("{}: {}: {}", file.string(), name, outcome.refused(fault)));
        } catch (const host::BadCase& error) {
            throw InputError(fmt::format("{}: case {}: {}", file.string(), name, error.what()));
        } catch (const InputError& refusal) {
            // An operation's contract does not take the case: the others are none the worse for it.
            ++outcome.unsupported;
            outcome.mismatches.push_back(fmt::format("{}: {}: unsupported: {}", file.string(), name, refusal.what()));
        }
        if (each) each();
    }
    return outcome;
}

}  // namespace tessera::conformance
