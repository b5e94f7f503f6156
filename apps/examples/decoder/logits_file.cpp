#include "logits_file.hpp"

#include "file.hpp"

namespace decoder {

LogitsFile::LogitsFile(const std::string& name, std::size_t vocabulary)
    : name_(name), vocabulary_(vocabulary), out_(name, std::ios::binary) {
    write_header();
    if (!out_.flush()) throw FileError(joined(name_, ": cannot be written"));
}

// 128 bytes whatever the shape, so that it can be written once more at the end.
void LogitsFile::write_header() {
    constexpr std::size_t header = 118;
    std::string text = joined("{'descr': '<f4', 'fortran_order': False, 'shape': (", rows_, ", ", vocabulary_, "), }");
    text.resize(header - 1, ' ');
    out_.write("\x93NUMPY\x01\x00", 8);
    out_.put(static_cast<char>(header)).put(0);
    out_ << text << '\n';
}

void LogitsFile::add(std::span<const float> logits) {
    out_.write(reinterpret_cast<const char*>(logits.data()), static_cast<std::streamsize>(logits.size_bytes()));
    ++rows_;
}

void LogitsFile::close() {
    out_.seekp(0);
    write_header();
    out_.close();
    if (!out_) throw FileError(joined(name_, ": cannot be written"));
}

}  // namespace decoder
