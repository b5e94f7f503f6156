// A gzip stream without name or time, so that equal texts give equal bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tessera::views {

class Gzip {
  public:
    Gzip();
    ~Gzip();
    // What is ready to be written so far; `last` also ends the stream.
    std::string compress(std::string_view text, bool last);

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

}  // namespace tessera::views
