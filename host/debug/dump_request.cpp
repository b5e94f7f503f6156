#include "host/debug/dump_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "host/debug/words.hpp"
#include "sim/abi/abi.hpp"
#include "sim/core/kernel.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/dst.hpp"

namespace tessera::host {
namespace {

struct Kind {
    std::string_view name;
    DumpRequest::What what;
    int count;
};
constexpr std::array kinds{
    Kind{"cb", DumpRequest::What::cb, static_cast<int>(abi::most_circular_buffers)},
    Kind{"dst", DumpRequest::What::dst, tensix::Dst::rows / tensix::Dst::rows_of_tile},
    Kind{"lreg", DumpRequest::What::lreg, 16},
};

bool read_what(std::string_view text, DumpRequest& into) {
    into.raw = text.ends_with(".raw");
    if (into.raw) text.remove_suffix(std::string_view(".raw").size());
    const auto kind = std::ranges::find_if(kinds, [&](const Kind& one) { return text.starts_with(one.name); });
    if (kind == kinds.end()) return false;
    into.what = kind->what;
    return read_number(text.substr(kind->name.size()), into.number) && into.number >= 0 && into.number < kind->count;
}

bool read_who(std::string_view text, DumpRequest& into) {
    if (text.find(':') != std::string_view::npos) {
        into.risc = take_behind(text, ':');
        bool known = false;
        for (int row = 0; row <= watch::trisc2; ++row) known |= into.risc == core::risc_name(row);
        if (!known) return false;
    }
    arch::Coord at{};
    const std::string_view y = take_behind(text, ',');
    if (!read_number(text, at.x) || !read_number(y, at.y) || at.x < 0 || at.y < 0) return false;
    into.core = at;
    return true;
}

}  // namespace

DumpRequest parse_dump(std::string_view text) {
    const fault::InputError wrong(
        fmt::format("--dump {}: expected WHAT@FILE:LINE[@X,Y[:RISC]][#N][=OUT]; WHAT is cb0 to cb{}, dst0 to dst{} or "
                    "lreg0 to lreg{}, bits with .raw behind it",
                    text, kinds[0].count - 1, kinds[1].count - 1, kinds[2].count - 1));
    DumpRequest request;
    request.text = text;
    const std::size_t place = text.find('@');
    if (place == std::string_view::npos || !read_what(text.substr(0, place), request)) throw wrong;
    std::string_view rest = text.substr(place + 1);
    if (const std::size_t equals = rest.find('='); equals != std::string_view::npos) {
        request.out = rest.substr(equals + 1);
        rest = rest.substr(0, equals);
        if (!request.is_npy() && !request.is_picture() && !request.out.ends_with(".txt"))
            throw fault::InputError(fmt::format("--dump {}: expected a file that ends in .npy, .svg or .txt", text));
    }
    const auto has = [&rest](char mark) { return rest.find(mark) != std::string_view::npos; };
    if (has('#') && (!read_number(take_behind(rest, '#'), request.nth) || request.nth == 0)) throw wrong;
    if (has('@') && !read_who(take_behind(rest, '@'), request)) throw wrong;
    if (!read_number(take_behind(rest, ':'), request.line) || request.line < 1 || rest.empty()) throw wrong;
    request.file = rest;
    return request;
}

std::string with_absolute_out(const std::string& text) {
    const std::string out = parse_dump(text).out;
    return out.empty() ? text : text.substr(0, text.size() - out.size()) + std::filesystem::absolute(out).string();
}

}  // namespace tessera::host
