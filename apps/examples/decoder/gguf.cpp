#include "gguf.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "gguf_values.hpp"

namespace decoder {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr std::size_t longest_key = 65535, longest_tensor_name = 64, most_dims = 4;     // of the format
constexpr std::size_t least_key = 8 + 1 + 4 + 1, least_tensor = 8 + 1 + 4 + 8 + 4 + 8;  // bytes of a record

std::uint64_t read_count(Cursor& cursor, std::string_view what) {
    const std::size_t offset = cursor.offset();
    const auto count = cursor.read<std::uint64_t>(what);
    const std::size_t most = cursor.left() / (what == "keys" ? least_key : least_tensor);
    if (count > most)
        refuse(cursor.file(), joined(count, " ", what), offset, joined("at most ", most, " in the bytes left"));
    return count;
}

std::string_view read_name(Cursor& cursor, std::string_view what, std::size_t longest) {
    const std::size_t offset = cursor.offset();
    const std::string_view name = read_gguf_string(cursor, what);
    if (name.empty() || name.size() > longest)
        refuse(cursor.file(), joined(what, " of ", name.size(), " bytes"), offset, joined("1 to ", longest));
    return name;
}

}  // namespace

bool is_gguf(const File& file) {
    return file.bytes.size() >= magic.size() && std::memcmp(file.bytes.data(), magic.data(), magic.size()) == 0;
}

Gguf::Gguf(std::shared_ptr<const File> file) : file_(std::move(file)) {
    if (!is_gguf(*file_)) refuse(*file_, "no GGUF file", 0, in_quotes(magic));
    Cursor cursor(*file_, magic.size());
    const auto version = cursor.read<std::uint32_t>("the version");
    if (version == 0x02000000 || version == 0x03000000)
        refuse(*file_, "version in big endian", magic.size(), "a little-endian file");
    if (version != 2 && version != 3) refuse(*file_, joined("version ", version), magic.size(), "2 or 3");
    const std::uint64_t tensors = read_count(cursor, "tensors"), keys = read_count(cursor, "keys");
    read_keys(cursor, keys);
    read_tensors(cursor, tensors);
}

void Gguf::read_keys(Cursor& cursor, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t offset = cursor.offset();
        GgufKey key;
        key.name = read_name(cursor, "key name", longest_key);
        read_gguf_value(cursor, key);
        if (!key_of_.try_emplace(key.name, keys_.size()).second)
            refuse(*file_, "second key " + in_quotes(key.name), offset, "each key once");
        keys_.push_back(key);
    }
}

void Gguf::read_tensors(Cursor& cursor, std::uint64_t count) {
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t i = 0; i < count; ++i) {
        GgufTensor tensor;
        tensor.offset = cursor.offset();
        tensor.name = read_name(cursor, "tensor name", longest_tensor_name);
        const auto refuse_tensor = [&](const std::string& what, const std::string& expected) {
            refuse(*file_, joined("tensor ", in_quotes(tensor.name), " ", what), tensor.offset, expected);
        };
        if (!tensor_of_.try_emplace(tensor.name, tensors_.size()).second) refuse_tensor("twice", "each tensor once");
        const auto n_dims = cursor.read<std::uint32_t>("a tensor's number of dimensions");
        if (n_dims == 0 || n_dims > most_dims)
            refuse_tensor(joined("of ", n_dims, " dimensions"), joined("1 to ", most_dims));
        std::size_t weights = 1;
        for (std::uint32_t d = 0; d < n_dims; ++d) {
            tensor.dims.push_back(cursor.read<std::uint64_t>("a tensor's dimensions"));
            weights = product_or_max(weights, tensor.dims.back());
            if (tensor.dims.back() == 0) refuse_tensor("with a dimension of 0", "at least 1");
        }
        const auto number = cursor.read<std::uint32_t>("a tensor's type");
        const std::optional<WeightType> type = weight_type(number);
        if (!type)
            refuse_tensor(joined("of type ", number), "F32 0, F16 1, Q4_0 2, Q8_0 8, Q4_K 12, Q6_K 14 or BF16 30");
        tensor.type = *type;
        const WeightBlock block = block_of(*type);
        if (tensor.dims[0] % block.weights != 0)
            refuse_tensor(joined("of ", block.name, " with rows of ", tensor.dims[0]),
                          joined("a multiple of ", block.weights));
        const std::size_t bytes = product_or_max(weights / block.weights, block.bytes);
        if (weights == std::numeric_limits<std::size_t>::max() || bytes > file_->bytes.size())
            refuse_tensor("larger than the file", joined("at most ", file_->bytes.size(), " bytes"));
        tensor.bytes = std::span(file_->bytes).first(bytes);
        offsets.push_back(cursor.read<std::uint64_t>("a tensor's offset"));
        tensors_.push_back(std::move(tensor));
    }
    place_tensors(cursor.offset(), offsets);
}

// tensors_ have the sizes of their bytes, offsets their places from the begin of the data.
void Gguf::place_tensors(std::size_t end_of_records, const std::vector<std::uint64_t>& offsets) {
    std::uint64_t alignment = 32;
    if (const GgufKey* key = this->key("general.alignment")) {
        alignment = *integer(key->name);
        if (alignment < 8 || alignment > file_->bytes.size() || !std::has_single_bit(alignment))
            refuse_key(*key, std::to_string(alignment), "a power of two from 8 to the size of the file");
    }
    const std::size_t data = (end_of_records + alignment - 1) / alignment * alignment;
    if (tensors_.empty()) return;
    if (data > file_->bytes.size()) refuse(*file_, "ends before its data", end_of_records, joined("data at ", data));
    const std::size_t size = file_->bytes.size() - data;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        GgufTensor& tensor = tensors_[i];
        const std::size_t bytes = tensor.bytes.size();
        if (offsets[i] % alignment != 0 || offsets[i] > size || bytes > size - offsets[i])
            refuse(*file_,
                   joined("tensor ", in_quotes(tensor.name), " of ", bytes, " bytes at ", offsets[i], " of the data"),
                   tensor.offset, joined("a multiple of ", alignment, " within the ", size, " bytes of data"));
        tensor.bytes = std::span(file_->bytes).subspan(data + offsets[i], bytes);
    }
    std::vector<std::size_t> order(tensors_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t i) { return offsets[i]; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const GgufTensor &before = tensors_[order[i - 1]], &after = tensors_[order[i]];
        if (before.bytes.size() > offsets[order[i]] - offsets[order[i - 1]])
            refuse(*file_, joined("tensor ", in_quotes(after.name), " overlaps ", in_quotes(before.name)), after.offset,
                   "bytes of its own");
    }
}

const GgufTensor* Gguf::tensor(std::string_view name) const {
    const auto found = tensor_of_.find(name);
    return found == tensor_of_.end() ? nullptr : &tensors_[found->second];
}

const GgufKey* Gguf::key(std::string_view name) const {
    const auto found = key_of_.find(name);
    return found == key_of_.end() ? nullptr : &keys_[found->second];
}

void Gguf::refuse_key(const GgufKey& key, const std::string& what, const std::string& expected) const {
    refuse(*file_, joined("key ", in_quotes(key.name), " is ", what), key.offset, expected);
}

}  // namespace decoder
