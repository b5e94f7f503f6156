#include "sim/views/text_file.hpp"

#include <cstdio>

#include "sim/fault/fault.hpp"

namespace tessera::views {

TextFile::TextFile(const std::string& path, bool overwrite) {
    if (path == "-") return;
    file_.emplace(path, overwrite);
    if (path.ends_with(".gz")) gzip_.emplace();
}

void TextFile::flush(bool last) {
    const std::string_view text(buffer_.data(), buffer_.size());
    if (memory_ != nullptr)
        memory_->append(text);
    else if (gzip_)
        file_->write(gzip_->compress(text, last));
    else if (file_)
        file_->write(text);
    else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw fault::InputError("stdout cannot be written");
    buffer_.clear();
}

void TextFile::finish() {
    flush(true);
    if (memory_ != nullptr) return;
    if (file_)
        file_->commit();
    else if (std::fflush(stdout) != 0)
        throw fault::InputError("stdout cannot be written");
}

}  // namespace tessera::views
