#include "apps/job_file_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "sim/fault/fault.hpp"

namespace tessera::apps {

void add_param_option(CLI::App& app, std::vector<std::string>& params) {
    app.add_option("--param", params, "another value for a parameter of the job file")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

Settings settings_of(const JobFile& file, const std::vector<std::string>& params) {
    Settings settings(file.parameters());
    for (const std::string& param : params) {
        const std::size_t equals = param.find('=');
        if (equals == std::string::npos || equals == 0)
            throw fault::InputError(fmt::format("--param {}: expected NAME=VALUE", param));
        const std::string name = param.substr(0, equals);
        settings.set(name, param.substr(equals + 1), "--param " + name);
    }
    return settings;
}

}  // namespace tessera::apps
