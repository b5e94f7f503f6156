// One cell of a table as Markdown and LaTeX write it: characters with a meaning of their own show as themselves.
#pragma once

#include <string>
#include <string_view>

namespace tessera::views {

std::string in_markdown(std::string_view text);
// Numbers with a sign or an exponent and powers, such as -0.5, 1.2e-05 and 2^24, are set as mathematics.
std::string in_latex(std::string_view text);

}  // namespace tessera::views
