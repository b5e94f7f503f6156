#include "host/compile/unrolls.hpp"

#include <algorithm>
#include <cctype>

namespace tessera::host {

bool refuses_an_unroll(std::string_view output) {
    return output.find("error: '#pragma GCC unroll' requires") != output.npos;
}

std::string without_named_unrolls(std::string_view preprocessed) {
    constexpr std::string_view unroll = "#pragma GCC unroll ";
    std::string text;
    text.reserve(preprocessed.size());
    while (!preprocessed.empty()) {
        const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1);
        const std::string_view line = preprocessed.substr(0, end + 1);
        preprocessed.remove_prefix(end + 1);
        const bool is_named =
            line.starts_with(unroll) && std::isdigit(static_cast<unsigned char>(line[unroll.size()])) == 0;
        text += is_named ? std::string_view("\n") : line;
    }
    return text;
}

}  // namespace tessera::host
