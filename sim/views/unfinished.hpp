// Files and folders that must not outlive a process that is interrupted while it works on them.
#pragma once

#include <cstddef>
#include <filesystem>

namespace tessera::views {

// While it lives, remove_unfinished() removes the path.
class Unfinished {
  public:
    explicit Unfinished(const std::filesystem::path& path);
    ~Unfinished();
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

  private:
    char* path_;
    std::size_t slot_;  // beyond the last where there was none free
};

// For the handler of a signal that ends the process: takes no lock and no memory.
void remove_unfinished() noexcept;

}  // namespace tessera::views
