// What a function should be, as a table of inputs and results in a file.
#pragma once

#include <string>
#include <vector>

#include "host/study/inputs.hpp"
#include "host/study/reference.hpp"

namespace tessera::accuracy {

class ExactTable final : public ExactFunction {
  public:
    // An array of N rows: x, which fp32 must hold, and f(x), which counts as exact. InputError for another file.
    explicit ExactTable(const std::string& file);

    std::size_t arguments() const override { return 1; }
    double value(double x, double y) const override;  // no number where the table has none
    double nearest(double x, double y, const Format& format) const override;
    // All of its x, in the order of their values.
    std::vector<Inputs> inputs() const;
    std::size_t size() const { return rows_.size(); }

  private:
    struct Row {
        double x, f;
    };
    std::vector<Row> rows_;  // by x
};

// The table that it is; null where it is none.
const ExactTable* table_of(const Reference& reference);

}  // namespace tessera::accuracy
