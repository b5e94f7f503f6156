// The parts of a page of accuracy: one file, no other needed.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "host/plots/plot.hpp"

namespace tessera::accuracy {

class PageTable {
  public:
    explicit PageTable(std::initializer_list<std::string_view> heads) : PageTable({heads.begin(), heads.size()}) {}
    explicit PageTable(std::span<const std::string_view> heads);
    void row(std::initializer_list<std::string> cells) { row(std::span(cells.begin(), cells.size())); }
    void row(std::span<const std::string> cells);
    std::string text() const { return text_ + "</table></div>\n"; }

  private:
    std::string text_;
};

using Drawings = std::map<std::string, std::string>;  // SVG of the plots by their names

std::string figure(const Plot& plot, const Drawings& drawings);
// A chart to zoom and read off instead of the drawing; host/plots/page/study.js makes it from the data of
// charts_script.
std::string chart(const Plot& plot, const Drawings& drawings);
// Behind all charts: their data, a JSON object, and what draws them.
std::string charts_script(std::string_view data);
std::string page(std::string_view what, std::string_view body);

}  // namespace tessera::accuracy
