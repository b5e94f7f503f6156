// A decoder of the Llama family on the chip: prints what follows a prompt, token by token.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include "decoder.hpp"
#include "frequencies.hpp"
#include "logits_file.hpp"
#include "options.hpp"
#include "reference.hpp"
#include "tokenizer.hpp"

namespace {

using namespace decoder;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Nothing where neither the command line nor the model's file has one.
std::optional<Tokenizer> tokenizer_of(const CommandLine& line, const Model& model) {
    if (!line.tokenizer.empty()) return load_tokenizer(read_file(line.tokenizer), model.vocabulary);
    if (is_gguf(*model.file) && Gguf(model.file).key("tokenizer.ggml.tokens") != nullptr)
        return load_tokenizer(model.file, model.vocabulary);
    return std::nullopt;
}

std::vector<std::uint32_t> prompt_of(const CommandLine& line, const std::optional<Tokenizer>& tokenizer) {
    if (line.prompt_tokens) return *line.prompt_tokens;
    if (!tokenizer) throw FileError(joined(line.model, ": no tokenizer in it, expected its file or --prompt-tokens"));
    return tokenizer->encode(line.prompt);
}

// Prints tokens as they come.
class Printer {
  public:
    explicit Printer(const Tokenizer* tokenizer) : tokenizer_(tokenizer) {}
    void add(std::uint32_t token) {
        if (tokenizer_ == nullptr)
            std::printf(any_ ? " %u" : "%u", token);
        else if (any_)
            std::fputs(tokenizer_->decode(before_, token).c_str(), stdout);
        std::fflush(stdout);
        before_ = token;
        any_ = true;
    }

  private:
    const Tokenizer* tokenizer_;
    std::uint32_t before_ = 0;
    bool any_ = false;
};

// What the formulas give for the same tokens in double precision.
class Formulas {
  public:
    Formulas(const Model& model, const std::string& file) : reference_(model), file_(file, model.vocabulary) {}
    void add(std::span<const std::uint32_t> tokens) {
        std::span<const double> exact;
        for (const std::uint32_t token : tokens) exact = reference_.logits(token, position_++);
        file_.add(std::vector<float>(exact.begin(), exact.end()));
    }
    void close() { file_.close(); }

  private:
    Reference reference_;
    LogitsFile file_;
    std::size_t position_ = 0;
};

void run(const CommandLine& line) {
    Model model = line.shape ? model_of(*line.shape) : load_model(read_file(line.model));
    rescale(model, line.rope_scaling, line.rope_factor);
    if (line.context != 0) model.context = line.context;
    const std::optional<Tokenizer> tokenizer = tokenizer_of(line, model);
    const std::vector<std::uint32_t> prompt = prompt_of(line, tokenizer);
    if (line.from >= model.context)
        throw FileError(joined("--from ", line.from, ": expected less than ", model.context, " positions"));
    const std::size_t room = model.context - line.from;
    if (prompt.empty() || prompt.size() > room)
        throw FileError(joined("a prompt of ", prompt.size(), " tokens: expected 1 to ", room));
    for (const std::uint32_t token : prompt)
        if (token >= model.vocabulary)
            throw FileError(joined("token ", token, ": expected less than ", model.vocabulary));
    const std::size_t end = line.from + std::min<std::size_t>(room, prompt.size() + line.tokens - 1);

    std::optional<LogitsFile> file;
    if (!line.logits.empty()) file.emplace(line.logits, model.vocabulary);
    std::optional<Formulas> formulas;
    if (!line.reference.empty()) formulas.emplace(model, line.reference);

    Clock::time_point begin = Clock::now();
    Chip chip(line.kernels, line.cores);
    Decoder decoder(chip, model, static_cast<std::uint32_t>(end), line.storage, line.arithmetic);
    for (const std::string& note : decoder.notes()) std::fprintf(stderr, "%s\n", note.c_str());
    std::fprintf(stderr, "weights on the chip in %.1f s, %zu bytes\n", seconds_since(begin), decoder.weight_bytes());

    decoder.skip_to(line.from);
    Printer printer(line.print_tokens || !tokenizer ? nullptr : &*tokenizer);
    for (const std::uint32_t token : prompt) printer.add(token);
    Sampler sampler(line.sampling);
    begin = Clock::now();
    std::size_t made = 0;
    // A part of tokens goes at once and leaves the logits for the next.
    std::vector<std::uint32_t> part = prompt;
    std::size_t given = 0;
    if (line.one_by_one) part.resize(1);
    for (;;) {
        const std::vector<float> logits = decoder.logits(part);
        if (file) file->add(logits);
        if (formulas) formulas->add(part);
        given += part.size();
        if (given < prompt.size()) {
            part = {prompt[given]};
            continue;
        }
        const std::uint32_t next = sampler.next(logits);
        if (tokenizer && tokenizer->ends(next)) break;
        printer.add(next);
        ++made;
        if (made == line.tokens || decoder.position() == end) break;
        part = {next};
    }
    std::puts("");
    std::fflush(stdout);
    if (file) file->close();
    if (formulas) formulas->close();
    const double took = seconds_since(begin);
    std::fprintf(stderr, "%zu tokens of prompt, %zu made: %.1f tokens a second of the host\n", prompt.size(), made,
                 static_cast<double>(made) / took);
}

}  // namespace

int main(int count, char** words) {
    if (count == 2 && std::string_view(words[1]) == "--help") {
        std::fputs(usage, stdout);
        return 0;
    }
    try {
        run(parse(std::span(words + 1, words + count)));
        return 0;
    } catch (const FileError& error) {
        std::fprintf(stderr, "decoder: %s\n%s", error.what(), count < 2 ? usage : "");
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "decoder: %s\n", error.what());
        return 1;
    }
}
