// Folders of golden arrays that a manifest.json describes, each case replayed on the simulated machine by the operation
// that knows it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "host/conformance/outcome.hpp"

namespace tessera::conformance {

bool is_manifest(const std::filesystem::path& file);

// How many cases there are.
std::size_t cases_of(const std::filesystem::path& file);

// `each`, if given, is called when a case is done. A case fails where its job's own judge says so, or where one of its
// arrays is beyond its limit. The outcome has a row for each array. InputError with file and case for what a manifest
// lacks or no operation knows.
Outcome run_manifest(const std::filesystem::path& file, const arch::Arch& arch, const std::function<void()>& each = {});

}  // namespace tessera::conformance
