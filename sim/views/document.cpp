#include "sim/views/document.hpp"

#include <sstream>

namespace tessera::views {
namespace {

std::string comment(TableForm form, const std::string& lines) {
    std::string out;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
        if (line.empty()) continue;
        out += (form == TableForm::latex ? "% " : "") + line + "\n";
    }
    if (out.empty() || form == TableForm::latex) return out;
    // What would end the comment before its time.
    for (std::size_t at = out.find("-->"); at != out.npos; at = out.find("-->", at)) out.insert(at + 2, " ");
    return "<!--\n" + out + "-->\n";
}

}  // namespace

void Document::prose(const std::string& lines) {
    if (lines.empty()) return;
    if (parts_.empty() || !std::holds_alternative<std::string>(parts_.back())) parts_.emplace_back("");
    std::get<std::string>(parts_.back()) += lines;
}

void Document::append(Document other) {
    for (auto& part : other.parts_) {
        if (const auto* lines = std::get_if<std::string>(&part))
            prose(*lines);
        else
            table(std::move(std::get<Table>(part)));
    }
}

std::string Document::in(TableForm form, const Screen& screen) const {
    std::string out;
    for (const auto& part : parts_) {
        const auto* lines = std::get_if<std::string>(&part);
        if (form == TableForm::text) {
            out += lines != nullptr ? *lines : std::get<Table>(part).text(screen);
            continue;
        }
        const std::string written = lines != nullptr              ? comment(form, *lines)
                                    : form == TableForm::markdown ? std::get<Table>(part).markdown()
                                                                  : std::get<Table>(part).latex();
        if (!written.empty()) out += (out.empty() ? "" : "\n") + written;
    }
    return out;
}

}  // namespace tessera::views
