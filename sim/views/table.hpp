// Columns of text: the first `left` of them begin at the left, numbers end at the right.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera::views {

class Table {
  public:
    explicit Table(std::vector<std::string> head, std::vector<std::size_t> left = {0})
        : left_(std::move(left)), rows_{std::move(head)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.size() == 1; }
    // Rows end without blanks.
    std::string text() const;

  private:
    std::vector<std::size_t> left_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace tessera::views
