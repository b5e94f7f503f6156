// Logits as an array of fp32 [rows, vocabulary] in a .npy file.
#pragma once

#include <fstream>
#include <span>
#include <string>

namespace decoder {

class LogitsFile {
  public:
    LogitsFile(const std::string& name, std::size_t vocabulary);
    void add(std::span<const float> logits);
    void close();  // FileError when not all could be written

  private:
    void write_header();

    std::string name_;
    std::size_t vocabulary_, rows_ = 0;
    std::ofstream out_;
};

}  // namespace decoder
