// Runs the built command as a user does: a process of its own, with its own working directory and kernel cache.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace tessera::end_to_end {

namespace fs = std::filesystem;

struct Outcome {
    int status = 0;  // exit code, 128 + signal when killed
    std::string out, err;
};

struct Setting {
    fs::path directory;                              // working directory
    std::map<std::string, std::string> environment;  // over that of the test
    bool terminal = false;         // stderr is a terminal, whose text is then in `err` with every control character
    fs::path out = {};             // what stdout is, where the result's `out` stays empty
    fs::path err = {};             // the same of stderr
    std::vector<int> closed = {};  // streams that are not there
    std::function<void(int process)> meanwhile = {};         // called while it runs
    std::vector<std::pair<int, std::uint64_t>> limits = {};  // as setrlimit() takes them
    unsigned short columns = 0;  // of the terminal; given, stdout is it as well, and its text in `err`
};

// Whether a terminal can be played at all: a bare container may have no /dev/pts.
bool has_terminals();

// The command that is tested: the build's own, or the one that TESSERA_TEST_COMMAND names.
std::string tessera_program();
// `arguments` follow the program's name.
Outcome tessera(const std::vector<std::string>& arguments, const Setting& setting);

// What a terminal of unlimited width shows after `text`: a carriage return goes back to the start of the line, ESC [ K
// clears from there to its end. Lines are joined by \n; trailing blanks of a line do not show.
std::string on_screen(const std::string& text);

std::string read_text(const fs::path& path);
void write_text(const fs::path& path, const std::string& text);

// A new folder of a test, removed with its content.
class Scratch : public test::TemporaryFolder {
  public:
    // Names in the folder, sorted.
    std::vector<std::string> names() const;
};

// The kernel cache that all tests of this suite share, so that each kernel is compiled once per build.
fs::path shared_cache();

}  // namespace tessera::end_to_end
