#include "host/compile/read_ahead.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "host/compile/compiler.hpp"
#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "host/compile/lookups.hpp"
#include "host/compile/wrapper.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* step = "-xc++-header";

// The API is the same whatever folders the kernel has.
CompileRequest without_kernel(CompileRequest request) {
    request.include_dirs.clear();
    request.source = "kernel";
    request.text = "\n";
    return request;
}

}  // namespace

bool ReadAhead::is_of(const fs::path& header, const fs::path& file) {
    return !header.empty() && file.string().starts_with(header.string());
}

fs::path ReadAhead::header(const CompileRequest& request, KernelCache& cache) {
    // A user's tree is read after what the host defines for the kernel.
    if (request.library_of_tree) return {};
    const CompileRequest shared = without_kernel(request);
    Hash known;
    known.field(tools_.toolchain().identity).field(shared_text(shared));
    for (const std::string& word : part_command(tools_.toolchain(), shared, step, "", "", "")) known.field(word);
    const std::string name = known.hex();
    const fs::path file = cache.path(name + ".h");
    One* one = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<One>& at = all_[file];
        if (!at) at = std::make_unique<One>();
        one = at.get();
    }
    const std::lock_guard lock(one->mutex);
    if (!one->from) one->from = cache.find_header(name);
    std::error_code error;
    if (!one->from && fs::exists(file, error))
        one->from = make(shared, cache, name);
    else if (!one->from)
        write_file(file, shared_text(shared));
    return !one->from || finds_the_same(request, file, *one) ? file : fs::path();
}

bool ReadAhead::finds_the_same(const CompileRequest& request, const fs::path& header, One& one) const {
    const std::vector<fs::path> folders = include_folders(tools_.toolchain(), request);
    const auto [at, first] = one.same.try_emplace(folders);
    if (!first) return at->second;
    std::vector<fs::path> sources = one.from->sources;
    std::ranges::copy_if(one.from->tools, std::back_inserter(sources), [&](const fs::path& file) {
        return std::ranges::find(tools_(), file) == tools_().end();  // a header
    });
    sources.push_back(header);
    // Another header would be found that was not read.
    const std::set<fs::path> before(one.from->present.begin(), one.from->present.end());
    at->second = std::ranges::all_of(lookups(sources, folders, "").present, [&](const fs::path& file) {
        return before.contains(file) || tools_.has_header(file);
    });
    return at->second;
}

std::optional<MadeFrom> ReadAhead::make(const CompileRequest& request, KernelCache& cache, const std::string& name) {
    const fs::path file = cache.path(name + ".h"), made = file.string() + ".gch";
    const fs::path source = aside(file), gch = source.string() + ".gch", rule = source.string() + ".d";
    std::error_code error;
    try {
        fs::remove(made, error);  // of an API that is another by now
        const auto begin = std::chrono::system_clock::now();
        write_file(source, shared_text(request));
        const ProcessResult result =
            run_compiler(part_command(tools_.toolchain(), request, step, source, rule, gch), compiler_limits());
        ReadFiles read;
        read.note(
            prerequisites(read_file(rule).value_or("")), [&](const fs::path& one) { return one == source; },
            include_folders(tools_.toolchain(), request), shown_source(request));
        const MadeFrom from = read.made_from(tools_, begin);
        bool good = result.status == 0 && from.known;
        if (good) fs::rename(gch, made, error);
        good = good && !error;
        if (good) cache.store_header(name, from);
        for (const fs::path& left : {source, gch, rule}) fs::remove(left, error);
        return good ? std::optional(from) : std::nullopt;
    } catch (const NotWritten&) {
        return std::nullopt;  // the kernel says so, where it does not fit either
    }
}

}  // namespace tessera::host
