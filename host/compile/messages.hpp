// What the compiler says, as the user is to see it: about the kernel's own lines.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

// The compiler's words on errors without the lines about our wrapper.
std::string users_lines(std::string_view output, const std::filesystem::path& wrapper);

// The first line that tells an error; else the first line.
std::string first_error(std::string_view output);

// Lines "FILE:LINE:COLUMN: warning: ..." about files that are the user's, each once, in their order. What is wrong in a
// function of the library that became a part of the user's is a matter of the line that calls it, as a value is that
// nobody set.
std::vector<std::string> users_warnings(std::string_view output,
                                        const std::function<bool(const std::string& file)>& is_users);

// Says each on stderr unless this process has said something about that file and line before.
void say_warnings(const std::vector<std::string>& warnings);

}  // namespace tessera::host
