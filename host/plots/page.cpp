#include "host/plots/page.hpp"

#include <fmt/format.h>

namespace tessera::accuracy {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 1250px; margin: 2em auto;
       padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin: 2em 0 .4em; }
table { border-collapse: collapse; margin: .6em 0; font-size: 12px; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .5em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { font-weight: 600; border-bottom-color: #888; }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
figure { margin: 0; } figcaption { color: #555; }
figure svg { width: 100%; height: auto; border: 1px solid #e5e5e5; } svg image { image-rendering: pixelated; }
summary { cursor: pointer; font-weight: 600; margin-top: 1em; }
)";

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    return out;
}

PageTable::PageTable(std::span<const std::string_view> heads) {
    text_ = "<div class=\"wide\"><table>\n<tr>";
    for (const std::string_view head : heads) text_ += "<th>" + escaped(head) + "</th>";
    text_ += "</tr>\n";
}

void PageTable::row(std::span<const std::string> cells) {
    text_ += "<tr>";
    for (const std::string& cell : cells) text_ += "<td>" + escaped(cell) + "</td>";
    text_ += "</tr>\n";
}

std::string figure(const Plot& plot, const Drawings& drawings) {
    const auto drawing = drawings.find(plot.name);
    std::string out = fmt::format("<h2>{}</h2>\n<figure>\n", escaped(plot.title));
    if (drawing != drawings.end()) {
        const std::size_t svg = drawing->second.find("<svg");  // without the declaration that a file of its own has
        if (svg != std::string::npos) out += drawing->second.substr(svg);
    }
    out += fmt::format("<figcaption>{}", escaped(plot.caption));
    for (const char* kind : {"tsv", "gp", "svg", "png"})
        if (drawing != drawings.end() || std::string_view(kind) == "tsv" || std::string_view(kind) == "gp")
            out += fmt::format(" <a href=\"{0}.{1}\">{1}</a>", plot.name, kind);
    return out + "</figcaption>\n</figure>\n";
}

std::string page(std::string_view what, std::string_view body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>accuracy: {0}</title>\n"
        "<style>{1}</style>\n</head>\n<body>\n<h1>Accuracy of {0}</h1>\n{2}</body>\n</html>\n",
        escaped(what), style, body);
}

}  // namespace tessera::accuracy
