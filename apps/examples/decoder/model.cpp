#include "model.hpp"

#include "checkpoint.hpp"
#include "gguf_model.hpp"

namespace decoder {

Model load_model(std::shared_ptr<const File> file) {
    return is_gguf(*file) ? gguf_model(Gguf(std::move(file))) : checkpoint_model(std::move(file));
}

}  // namespace decoder
