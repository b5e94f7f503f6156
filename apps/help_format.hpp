// How --help looks: as wide as the terminal, options in two columns, examples as they are typed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sim/views/screen.hpp"

namespace tessera::apps {

class HelpFormatter : public CLI::Formatter {
  public:
    explicit HelpFormatter(const views::Screen& screen) : screen_(screen) {}

    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_group(std::string group, bool positional, std::vector<const CLI::Option*> opts) const override;
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
    std::string make_option(const CLI::Option* option, bool positional) const override;
    std::string make_footer(const CLI::App* app) const override;

  private:
    views::Screen screen_;
};

// A name, and beside or below it what is said of it.
std::string two_columns(const std::string& name, const std::string& text, const views::Screen& screen);

// "tessera profile rope".
std::string full_name(const CLI::App& app);

}  // namespace tessera::apps
