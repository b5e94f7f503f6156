// A file that appears complete or not at all: written without a name, or beside its target under one that nothing else
// has, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "sim/views/unfinished.hpp"

namespace tessera::views {

// Every failure is one fault::InputError line that names the target. Without commit() nothing is left behind.
class OutputFile {
  public:
    // An existing file is refused unless overwrite; a folder, a device other than /dev/null or a link to nothing
    // always. A symbolic link is followed, so that the file it points to is replaced and not the link. A replaced
    // file's mode is kept.
    OutputFile(const std::filesystem::path& target, bool overwrite);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void commit();

    // Fails as the constructor would, and leaves nothing: to refuse a bad output before long work.
    static void check(const std::filesystem::path& target, bool overwrite) { OutputFile(target, overwrite); }
    // /dev/null, which takes any number of outputs and keeps none.
    static bool discards(const std::filesystem::path& target);

  private:
    [[noreturn]] void fail(int error);
    void open();
    // False, with errno, where that name is taken or the file system has no links.
    bool link_to(const std::filesystem::path& name) const;

    std::filesystem::path target_, temporary_;  // no name: the system removes the file with the process
    std::optional<Unfinished> unfinished_;      // while it has a name of its own
    bool overwrite_, discarded_ = false;
    int descriptor_ = -1;
};

}  // namespace tessera::views
