#include "sim/sfpu/kernel_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/tensix/config_fields.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::sfpu {
namespace {

using tensix::ConfigField;

// By name, in the order of the lists; a name stands once for each unpacker or packer that has the field.
using Named = std::vector<std::pair<std::string, std::vector<const ConfigField*>>>;

Named by_name(const std::vector<ConfigField>& fields) {
    Named named;
    for (const ConfigField& field : fields) {
        std::string name(field.name);
        std::ranges::replace(name, ' ', '_');
        auto found = std::ranges::find(named, name, &Named::value_type::first);
        if (found == named.end()) found = named.insert(named.end(), {name, {}});
        found->second.push_back(&field);
    }
    return named;
}

std::string text(const Named& named, std::size_t column) {
    std::string out;
    for (const auto& [name, fields] : named) {
        std::string places;
        int count = 0;
        for (const ConfigField* field : fields) {
            const tensix::ConfigPlace& place = field->place[column];
            if (place.word < 0) continue;
            places += fmt::format("{}{{{}, {}, {}, {}}}", count++ == 0 ? "" : ", ", place.word, place.bits.shift,
                                  place.bits.width, place.step);
        }
        if (count == 0) continue;
        const bool is_list = fields.size() > 1;  // on any architecture
        const bool of_thread = fields.front()->space == tensix::ConfigSpace::thread;
        out += fmt::format("inline constexpr {} {}{} = {}{}{};\n", of_thread ? "ThreadField" : "CoreField", name,
                           is_list ? "[]" : "", is_list ? "{" : "", places, is_list ? "}" : "");
    }
    return out;
}

}  // namespace

std::string kernel_registers() {
    const Named named = by_name(tensix::config::all_fields());
    return fmt::format(
        "// Made by the build from the fields of the configuration registers.\n#pragma once\n\n#include <stdint.h>\n\n"
        "namespace tessera::config {{\n\n"
        "// A register's number, where the field lies in it, and how far the next register of the same kind is.\n"
        "struct Field {{\n    uint32_t word, shift, width, step;\n}};\n"
        "struct ThreadField : Field {{}};\nstruct CoreField : Field {{}};\n"
        "inline constexpr uint32_t thcon_base = TESSERA_ISA_COLUMN == 0 ? {} : {};\n\n"
        "#if TESSERA_ISA_COLUMN == 0\n{}#else\n{}#endif\n\n}}  // namespace tessera::config\n",
        tensix::config::thcon_base[0], tensix::config::thcon_base[1], text(named, 0), text(named, 1));
}

}  // namespace tessera::sfpu
