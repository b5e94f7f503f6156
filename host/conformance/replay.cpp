#include "host/conformance/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/conformance/angle_vectors.hpp"
#include "host/conformance/conversion_vectors.hpp"
#include "host/conformance/manifest.hpp"
#include "host/conformance/noc_trace.hpp"
#include "host/conformance/numeric_vectors.hpp"
#include "host/conformance/tvec.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::conformance {
namespace fs = std::filesystem;
namespace {

enum class Kind { tvec, conversion, numeric, angles, noc_trace, manifest };

constexpr std::string_view known_files =
    "*.tvec, fpu_*.txt, convert_*.txt, NAME_wh.txt beside NAME.seq.txt, rope_angles*.txt, NoC traces as .json, "
    "manifest.json";

std::optional<Kind> kind_of(const fs::path& file) {
    const std::string name = file.filename().string();
    if (file.extension() == ".tvec") return Kind::tvec;
    if (is_manifest(file)) return Kind::manifest;
    if (is_noc_trace(file)) return Kind::noc_trace;
    if (file.extension() != ".txt" || name.ends_with(".seq.txt")) return std::nullopt;
    if (name.starts_with("fpu_") || name.starts_with("convert_")) return Kind::conversion;
    if (name.starts_with("rope_angles")) return Kind::angles;
    if (has_sequence(file)) return Kind::numeric;
    return std::nullopt;
}

}  // namespace

Found find_vectors(const fs::path& path) {
    std::error_code failed;
    Found found;
    if (fs::is_directory(path, failed)) {
        for (const auto& entry : fs::recursive_directory_iterator(path, failed))
            if (entry.is_regular_file())
                (kind_of(entry.path()) ? found.files : found.passed_over).push_back(entry.path());
        std::sort(found.files.begin(), found.files.end());
        std::sort(found.passed_over.begin(), found.passed_over.end());
        if (found.files.empty())
            throw fault::InputError(fmt::format("{}: holds no golden data ({})", path.string(), known_files));
        return found;
    }
    if (!fs::exists(path, failed)) throw fault::InputError(fmt::format("{}: no such file or folder", path.string()));
    if (!kind_of(path))
        throw fault::InputError(fmt::format("{}: not golden data; expected one of {}", path.string(), known_files));
    found.files.push_back(path);
    return found;
}

bool concerns(const fs::path& file, const arch::Arch& arch) {
    const auto kind = kind_of(file);
    if (kind == Kind::noc_trace) return read_noc_trace(file).arch->name == arch.name;
    return kind != Kind::numeric || file.stem().string().ends_with(fmt::format("_{}", tag_of(arch)));
}

std::size_t parts_of(const fs::path& file) { return kind_of(file) == Kind::manifest ? cases_of(file) : 1; }

namespace {

Replay replay_all(const fs::path& file, const arch::Arch& arch, const std::function<void()>& each) {
    switch (kind_of(file).value()) {
        case Kind::tvec: return {file, &arch, run_tvec(read_tvec(file), arch), "instruction cases"};
        case Kind::conversion: return {file, &arch, run_conversion_vectors(file, arch), "conversion tests"};
        case Kind::noc_trace: return {file, &arch, run_noc_trace(file, arch), "NoC trace"};
        case Kind::manifest: return {file, &arch, run_manifest(file, arch, each), "cases"};
        case Kind::numeric: return {file, &arch, run_numeric(file, arch), "values"};
        case Kind::angles: return {file, &arch, run_angles(file, arch), "angles"};
    }
    throw fault::InputError(fmt::format("{}: not golden data", file.string()));
}

}  // namespace

Replay replay(const fs::path& file, const arch::Arch& arch, const std::function<void()>& each) {
    Replay done = replay_all(file, arch, each);
    if (each && !is_manifest(file)) each();
    return done;
}

}  // namespace tessera::conformance
