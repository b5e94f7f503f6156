// Values of a job file as what their keys expect. Whatever is wrong is told with file, line, column and key:
//
//     job.toml:12:9: tensor.x.shape[0]: `$row / 32`: unknown parameter $row; did you mean `rows`?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/job/file/document.hpp"
#include "host/job/file/scope.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {

// A value and the key it is told by.
struct Item {
    const Node* node = nullptr;
    std::string path;
};

class Reader {
  public:
    Reader(std::string file, Scope& scope) : file_(std::move(file)), scope_(scope) {}

    [[noreturn]] void refuse(const Item& item, const std::string& why) const;
    // What `act` finds wrong is told with the item's place.
    template <class Act>
    auto at(const Item& item, const Act& act) const {
        try {
            return act();
        } catch (const fault::InputError& error) {
            refuse(item, error.what());
        }
    }

    // The item must be a table with no keys but these.
    void keys(const Item& table, const std::vector<std::string>& known) const;
    // Of `{ by = "op", add = "a + b", silu = "silu(a)" }` what stands for the value of the parameter `op`.
    std::optional<Item> find(const Item& table, std::string_view key) const;
    Item need(const Item& table, std::string_view key, std::string_view expected) const;
    std::vector<Item> items(const Item& array, std::string_view expected) const;

    struct Named {
        std::string name;
        Item item;
    };
    std::vector<Named> members(const Item& table) const;  // of any names
    // [[key]] with a `name`, or [key.NAME]; the names are those of identifiers, each once.
    std::vector<Named> named(const Item& root, std::string_view key) const;

    // Numbers, or strings that hold expressions.
    Value value(const Item& item, const Variables& variables = {}) const;
    std::int64_t whole(const Item& item, std::int64_t least, std::int64_t most, const Variables& variables = {}) const;
    double real(const Item& item) const;
    bool flag(const Item& item) const;         // true, false, or "$parameter"
    std::string text(const Item& item) const;  // as it stands
    std::string word(const Item& item) const;  // with parameters put in
    tensix::DataFormat format(const Item& item) const;
    std::size_t choice(const Item& item, const std::vector<std::string>& words) const;

    const std::string& file() const { return file_; }
    Scope& scope() const { return scope_; }

  private:
    Item chosen(const Item& item) const;

    std::string file_;
    Scope& scope_;
};

// Letters, digits and underscores, no digit first.
bool is_identifier(std::string_view name);

}  // namespace tessera::host::job_file
