// A case of a manifest.json, a folder of golden arrays with its description. Files are untrusted: whatever is missing,
// of another kind or not as described ends in one line of an InputError. Whoever runs the manifest adds file and case.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

// A case that contradicts itself or its files, as opposed to one that an operation's contract refuses.
class BadCase : public fault::InputError {
    using fault::InputError::InputError;
};

class ManifestCase {
  public:
    // `one_case` must outlive it.
    ManifestCase(const nlohmann::json& one_case, std::filesystem::path folder);

    const std::string& name() const { return name_; }
    bool has(const std::string& role) const;  // an array
    // Of the type and the shape that the manifest states; its file lies below the folder.
    NpyArray array(const std::string& role) const;
    NpyArray array(const std::string& role, DType dtype) const;  // of that type too
    template <class T>
    std::vector<T> values(const std::string& role) const {
        const NpyArray found = array(role, dtype_of<T>());
        return {found.as<T>().begin(), found.as<T>().end()};
    }

    // Members of the case, or of one of its objects.
    const nlohmann::json& object(const std::string& key) const;
    bool flag(const std::string& key) const;
    std::string word(const std::string& key) const;
    std::vector<std::string> words(const std::string& key) const;
    std::int64_t whole(const std::string& key) const { return whole(case_, key); }
    std::int64_t whole(const nlohmann::json& of, const std::string& key) const;
    std::int32_t whole_32(const std::string& key) const;
    std::vector<std::int32_t> wholes_32(const std::string& key, std::size_t count) const;  // a list of so many
    double real(const std::string& key) const { return real(case_, key); }
    double real(const nlohmann::json& of, const std::string& key) const;

    [[noreturn]] void refuse(const std::string& why) const;

  private:
    const nlohmann::json& at(const nlohmann::json& of, const std::string& key) const;
    std::int64_t whole_in(const nlohmann::json& found, const std::string& key) const;
    std::int32_t narrowed(std::int64_t value, const std::string& key) const;
    const nlohmann::json& case_;
    std::filesystem::path folder_;
    std::string name_;
};

}  // namespace tessera::host
