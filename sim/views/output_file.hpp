// A file that appears complete or not at all: written beside its target under another name, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tessera::views {

// Every failure is one fault::InputError line that names the target. Without commit() nothing is left behind.
class OutputFile {
  public:
    // An existing file is refused unless overwrite; a folder or a device is always refused. A symbolic link is
    // followed, so that the file it points to is replaced and not the link.
    OutputFile(const std::filesystem::path& target, bool overwrite);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void commit();

    // Fails as the constructor would, and leaves nothing: to refuse a bad output before long work.
    static void check(const std::filesystem::path& target, bool overwrite) { OutputFile(target, overwrite); }

    // What a process writes before it has all: whoever outlives a killed one may remove it.
    static std::filesystem::path part_of(const std::filesystem::path& target, int process);

  private:
    [[noreturn]] void fail(int error);

    std::filesystem::path target_, temporary_;
    bool overwrite_;
    int descriptor_ = -1;
};

}  // namespace tessera::views
