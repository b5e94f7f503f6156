// Which lines of a program a debugger stops at.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tessera::host {

// The compiler's assembly with statements only in the user's files. A call of the API that is inlined begins at the
// address of the line that makes it, and of two statements in different files at one address gdb keeps the last: it
// would not find the user's. The instructions stay as they are.
std::string with_users_statements(std::string_view assembly,
                                  const std::function<bool(const std::string& file)>& is_users);

}  // namespace tessera::host
