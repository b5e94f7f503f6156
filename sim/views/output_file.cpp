#include "sim/views/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>

#include "sim/fault/fault.hpp"

namespace tessera::views {

using fault::InputError;
namespace fs = std::filesystem;

namespace {

// Process ids repeat between containers that write into one folder, and a killed one leaves its name behind.
fs::path random_name(const fs::path& target) {
    std::random_device random;
    return target.string() + fmt::format(".{:08x}{:08x}.part", random(), random());
}

}  // namespace

OutputFile::OutputFile(const fs::path& target, bool overwrite) : target_(target), overwrite_(overwrite) {
    if (target.empty()) throw InputError("the name of the output file is empty");
    if (discards(target)) {
        discarded_ = true;
        descriptor_ = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail(errno);
        return;
    }
    std::error_code failed;
    const fs::file_status status = fs::status(target, failed);
    if (fs::is_directory(status))
        throw InputError(fmt::format("{}: is a folder, not a file to write", target.string()));
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw InputError(fmt::format("{}: is not a regular file, so it is not replaced", target.string()));
    if (fs::exists(status) && !overwrite)
        throw InputError(fmt::format("{}: exists already; give --force to replace it", target.string()));
    if (fs::is_symlink(fs::symlink_status(target, failed))) {
        if (!fs::exists(status))
            throw InputError(fmt::format("{}: is a link to {}, which is not there", target.string(),
                                         fs::read_symlink(target, failed).string()));
        target_ = fs::weakly_canonical(target, failed);
    }
    open();
    // Whoever may read and write the file stays the same.
    struct stat replaced;
    if (::stat(target_.c_str(), &replaced) == 0 && ::fchmod(descriptor_, replaced.st_mode & 0777) != 0) fail(errno);
}

bool OutputFile::discards(const fs::path& target) {
    struct stat file, null;
    return ::stat(target.c_str(), &file) == 0 && S_ISCHR(file.st_mode) && ::stat("/dev/null", &null) == 0 &&
           file.st_rdev == null.st_rdev;
}

void OutputFile::open() {
    const fs::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
    // Some file systems have no files without a name, and some containers no /proc to name them by.
    if (::access("/proc/self/fd", X_OK) == 0)
        descriptor_ = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    temporary_ = random_name(target_);
    unfinished_.emplace(temporary_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(errno);
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

bool OutputFile::link_to(const fs::path& name) const {
    if (!temporary_.empty()) return ::link(temporary_.c_str(), name.c_str()) == 0;
    const std::string own = fmt::format("/proc/self/fd/{}", descriptor_);
    return ::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

void OutputFile::commit() {
    if (discarded_) return;
    // link() refuses an existing target, so a file that appeared meanwhile is not lost; file systems without hard
    // links get the rename.
    const bool linked = !overwrite_ && link_to(target_);
    if (!overwrite_ && !linked && errno == EEXIST)
        throw InputError(fmt::format("{}: exists already; give --force to replace it", target_.string()));
    if (!linked && temporary_.empty()) {
        const fs::path name = random_name(target_);
        unfinished_.emplace(name);
        if (!link_to(name)) fail(errno);
        temporary_ = name;
    }
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) {
        const int error = errno;
        if (linked) ::unlink(target_.c_str());
        fail(error);
    }
    if (linked) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
}

}  // namespace tessera::views
