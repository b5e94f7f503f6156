// Columns of text: those of `left` begin at the left, numbers end at the right.
//
// A table that is wider than the screen gives way from its right: a last column of text goes on below itself, or shows
// the end of a path; columns that still do not fit follow in a further block below, behind the `keys` first ones.
//
// Papers and pages take the same cells as LaTeX or as Markdown:
//
//     \begin{tabular}{lr}        | function | max ULP |
//     function & max ULP \\      | :------- | ------: |
//     \hline                     | exp_24f  |   496.1 |
//     exp\_24f & 496.1 \\        | exp_61f  |   52.33 |
//     ...
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/views/screen.hpp"

namespace tessera::views {

class Table {
  public:
    explicit Table(std::vector<std::string> head, std::vector<std::size_t> left = {0}, std::size_t keys = 1)
        : left_(std::move(left)), keys_(keys), rows_{std::move(head)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.size() == 1; }
    // Rows end without blanks.
    std::string text(const Screen& screen = {}) const;
    std::string markdown() const;
    // A plain tabular, which needs no package.
    std::string latex() const;

  private:
    using Columns = std::vector<std::size_t>;
    bool is_left(std::size_t column) const;
    std::size_t columns() const;  // of the longest row; the others end with empty cells
    std::string block(const Columns& columns, const Columns& width, const Screen& screen) const;

    std::vector<std::size_t> left_;
    std::size_t keys_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace tessera::views
