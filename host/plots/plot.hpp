// A plot: its data, and the gnuplot script that draws it.
#pragma once

#include <string>

namespace tessera::accuracy {

// NAME.tsv and NAME.gp; the script leaves NAME.svg and NAME.png.
struct Plot {
    std::string name, title, caption;
    std::string data, script;
};

}  // namespace tessera::accuracy
