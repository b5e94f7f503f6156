#include "sim/tensix/tile.hpp"

namespace tessera::tensix {

bool find_format(std::string_view name, DataFormat& format) {
    for (const FormatRow& row : format_rows) {
        if (row.name == name) {
            format = row.format;
            return true;
        }
    }
    return false;
}

}  // namespace tessera::tensix
