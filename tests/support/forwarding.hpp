// Names of sim/api/forwarding.txt, where {A,B} stands for one name with A and one with B.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace tessera::test {

inline std::vector<std::string> forwarded_names(const std::string& name) {
    const std::size_t open = name.find('{'), close = name.find('}');
    if (open == std::string::npos || close == std::string::npos) return {name};
    std::vector<std::string> names;
    std::istringstream each(name.substr(open + 1, close - open - 1));
    for (std::string one; std::getline(each, one, ',');)
        names.push_back(name.substr(0, open) + one + name.substr(close + 1));
    return names;
}

}  // namespace tessera::test
