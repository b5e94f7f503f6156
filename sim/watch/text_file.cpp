#include "sim/watch/text_file.hpp"

#include <cstdio>

#include "sim/fault/fault.hpp"

namespace tessera::watch {

TextFile::TextFile(const std::string& path, bool overwrite) {
    if (path != "-") file_.emplace(path, overwrite);
}

void TextFile::flush() {
    const std::string_view text(buffer_.data(), buffer_.size());
    if (file_)
        file_->write(text);
    else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw fault::InputError("stdout cannot be written");
    buffer_.clear();
}

void TextFile::finish() {
    flush();
    if (file_)
        file_->commit();
    else if (std::fflush(stdout) != 0)
        throw fault::InputError("stdout cannot be written");
}

}  // namespace tessera::watch
