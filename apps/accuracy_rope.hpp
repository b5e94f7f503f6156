// tessera accuracy rope: how the errors of sine and cosine grow with the position.
#pragma once

namespace CLI {
class App;
}

namespace tessera::apps {

// Adds the subcommand to `tessera accuracy`.
void add_accuracy_rope(CLI::App& accuracy, int& exit_code);

}  // namespace tessera::apps
