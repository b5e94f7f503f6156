#include "sim/sfpu/kernel_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "sim/tensix/pack_fields.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::sfpu {
namespace {

using tensix::ConfigField;

// By name, in the order of the lists; a name stands once for each unpacker or packer that has the field.
using Named = std::vector<std::pair<std::string, std::vector<const ConfigField*>>>;

template <class Fields>
void add(Named& named, const Fields& fields) {
    for (const ConfigField& field : fields) {
        std::string name(field.name);
        std::ranges::replace(name, ' ', '_');
        auto found = std::ranges::find(named, name, &Named::value_type::first);
        if (found == named.end()) found = named.insert(named.end(), {name, {}});
        found->second.push_back(&field);
    }
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
    static constexpr auto first = tensix::config::unpackers[0].all(), second = tensix::config::unpackers[1].all();
    static constexpr std::array packers{tensix::config::packers[0].all(), tensix::config::packers[1].all(),
                                        tensix::config::packers[2].all(), tensix::config::packers[3].all()};
    Named named;
    add(named, tensix::config::fields);
    add(named, first);
    add(named, second);
    add(named, tensix::config::of_threads);
    add(named, std::span(&tensix::config::scratch, 1));
    for (const auto& fields : packers) add(named, fields);
    add(named, tensix::config::of_packers);
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
