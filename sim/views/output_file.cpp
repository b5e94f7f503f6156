#include "sim/views/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "sim/fault/fault.hpp"

namespace tessera::views {

using fault::InputError;
namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& target, bool overwrite) : target_(target), overwrite_(overwrite) {
    if (target.empty()) throw InputError("the name of the output file is empty");
    std::error_code failed;
    const fs::file_status status = fs::status(target, failed);
    if (fs::is_directory(status))
        throw InputError(fmt::format("{}: is a folder, not a file to write", target.string()));
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw InputError(fmt::format("{}: is not a regular file, so it is not replaced", target.string()));
    if (fs::exists(status) && !overwrite)
        throw InputError(fmt::format("{}: exists already; give --force to replace it", target.string()));
    if (fs::is_symlink(fs::symlink_status(target, failed))) target_ = fs::weakly_canonical(target, failed);
    // The process id keeps two runs apart; the name is gone before anybody can depend on it.
    temporary_ = part_of(target_, ::getpid());
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        const int error = errno;
        throw InputError(
            fmt::format("{}: cannot be written: {}", target.string(), std::generic_category().message(error)));
    }
}

fs::path OutputFile::part_of(const fs::path& target, int process) {
    return target.string() + fmt::format(".{}.part", process);
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(int error) {
    throw InputError(
        fmt::format("{}: cannot be written: {}", target_.string(), std::generic_category().message(error)));
}

void OutputFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) fail(errno);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
}

void OutputFile::commit() {
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail(errno);
    // link() refuses an existing target, so a file that appeared meanwhile is not lost; file systems without hard
    // links get the rename.
    if (!overwrite_) {
        if (::link(temporary_.c_str(), target_.c_str()) == 0) return;
        if (errno == EEXIST)
            throw InputError(fmt::format("{}: exists already; give --force to replace it", target_.string()));
    }
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
}

}  // namespace tessera::views
