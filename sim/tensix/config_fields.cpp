#include "sim/tensix/config_fields.hpp"

#include <vector>

#include "sim/tensix/pack_fields.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::tensix {

const std::vector<ConfigField>& config::all_fields() {
    static const std::vector<ConfigField> all = [] {
        std::vector<ConfigField> fields(config::fields.begin(), config::fields.end());
        for (const config::UnpackerFields& unpacker : config::unpackers)
            for (const ConfigField& field : unpacker.all()) fields.push_back(field);
        fields.insert(fields.end(), config::of_threads.begin(), config::of_threads.end());
        fields.push_back(config::scratch);
        for (const config::PackerFields& packer : config::packers)
            for (const ConfigField& field : packer.all()) fields.push_back(field);
        fields.insert(fields.end(), config::of_packers.begin(), config::of_packers.end());
        return fields;
    }();
    return all;
}

}  // namespace tessera::tensix
