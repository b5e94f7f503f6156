// Formatted text into an OutputFile, buffered; "-" is stdout. A name that ends in .gz gets the text compressed.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "sim/views/gzip.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::views {

class TextFile {
  public:
    TextFile(const std::string& path, bool overwrite);
    // Into memory.
    explicit TextFile(std::string& text) : memory_(&text) {}

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() > flush_bytes) flush(false);
    }
    // As it is, braces and all.
    void text(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() > flush_bytes) flush(false);
    }
    void finish();

  private:
    static constexpr std::size_t flush_bytes = 1 << 16;
    void flush(bool last);

    std::string* memory_ = nullptr;
    std::optional<OutputFile> file_;  // nothing: stdout, or memory
    std::optional<Gzip> gzip_;
    fmt::memory_buffer buffer_;
};

}  // namespace tessera::views
