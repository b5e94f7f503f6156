// Prose and tables in their order, as a command prints them. A paper or a page takes the tables; what the prose says of
// them, which conditions they hold under, goes with them as comments.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/views/table.hpp"

namespace tessera::views {

enum class TableForm : std::uint8_t { text, markdown, latex };

class Document {
  public:
    // Whole lines.
    void prose(const std::string& lines);
    void table(Table table) { parts_.emplace_back(std::move(table)); }
    void append(Document other);
    std::string in(TableForm form, const Screen& screen = {}) const;

  private:
    std::vector<std::variant<std::string, Table>> parts_;  // no two of prose beside each other
};

}  // namespace tessera::views
