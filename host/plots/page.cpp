#include "host/plots/page.hpp"

#include <fmt/format.h>

#include "host/plots/page_files.hpp"
#include "sim/views/markup.hpp"

namespace tessera::accuracy {
namespace {

std::string files_of(const Plot& plot, bool drawn) {
    std::string out;
    for (const char* kind : {"tsv", "gp", "svg", "png"})
        if (drawn || std::string_view(kind) == "tsv" || std::string_view(kind) == "gp")
            out += fmt::format(" <a href=\"{0}.{1}\">{1}</a>", plot.name, kind);
    return out;
}

}  // namespace

PageTable::PageTable(std::span<const std::string_view> heads) {
    text_ = "<div class=\"wide\"><table>\n<tr>";
    for (const std::string_view head : heads) text_ += "<th>" + views::in_markup(head) + "</th>";
    text_ += "</tr>\n";
}

void PageTable::row(std::span<const std::string> cells) {
    text_ += "<tr>";
    for (const std::string& cell : cells) text_ += "<td>" + views::in_markup(cell) + "</td>";
    text_ += "</tr>\n";
}

std::string figure(const Plot& plot, const Drawings& drawings) {
    const auto drawing = drawings.find(plot.name);
    std::string out = fmt::format("<h2>{}</h2>\n<figure>\n", views::in_markup(plot.title));
    if (drawing != drawings.end()) {
        const std::size_t svg = drawing->second.find("<svg");  // without the declaration that a file of its own has
        if (svg != std::string::npos) out += drawing->second.substr(svg);
    }
    return out + fmt::format("<figcaption>{}{}</figcaption>\n</figure>\n", views::in_markup(plot.caption),
                             files_of(plot, drawing != drawings.end()));
}

std::string chart(const Plot& plot, const Drawings& drawings) {
    return fmt::format("<h2>{}</h2>\n<figure>\n<div id=\"chart-{}\"></div>\n<figcaption>{}{}</figcaption>\n</figure>\n",
                       views::in_markup(plot.title), plot.name, views::in_markup(plot.caption),
                       files_of(plot, drawings.contains(plot.name)));
}

std::string charts_script(std::string_view data) {
    std::string in_page;
    for (const char c : data) in_page += c == '<' ? "\\u003c" : std::string(1, c);
    return fmt::format(
        "<script type=\"application/json\" id=\"data\">\n{}\n</script>\n<script>\n\"use strict\";\n{}</script>\n",
        in_page, page_files::script);
}

std::string page(std::string_view what, std::string_view body) {
    std::string out(page_files::html);
    for (const auto& [mark, text] : {std::pair<std::string_view, std::string>{"{{what}}", views::in_markup(what)},
                                     {"{{style}}", std::string(page_files::style)},
                                     {"{{body}}", std::string(body)}})
        for (std::size_t at = out.find(mark); at != out.npos; at = out.find(mark, at + text.size()))
            out.replace(at, mark.size(), text);
    return out;
}

}  // namespace tessera::accuracy
