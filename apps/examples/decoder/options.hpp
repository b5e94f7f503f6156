// What the command line asks for.
#pragma once

#include <optional>

#include "frequencies.hpp"
#include "pass.hpp"
#include "sampler.hpp"
#include "shape.hpp"

namespace decoder {

struct CommandLine {
    std::optional<Shape> shape;    // in place of a model
    std::string model, tokenizer;  // files; no tokenizer: the one in the model's file
    std::string prompt;
    std::optional<std::vector<std::uint32_t>> prompt_tokens;  // in place of a text
    std::uint32_t from = 0;                                   // positions taken as filled before
    std::uint32_t tokens = 64;                                // to be made
    Sampler::Options sampling{.temperature = 0};
    Arithmetic arithmetic;
    Storage storage = Storage::packed;
    RopeScaling rope_scaling = RopeScaling::as_in_file;
    double rope_factor = 0;
    std::uint32_t context = 0;  // positions; 0: those of the model
    std::uint32_t cores = 1;
    bool one_by_one = false;        // tokens of the prompt
    bool print_tokens = false;      // numbers in place of text
    std::string logits, reference;  // files to write
    std::string kernels;            // a folder
};

inline constexpr const char* usage =
    "usage: decoder MODEL [TOKENIZER] [--prompt TEXT | --prompt-tokens N,N,...] [--tokens N]\n"
    "               [--temperature T] [--top-p P] [--seed S] [--precision exact|parts|matrix]\n"
    "               [--weights packed|fp32|bf16|bfp8|bfp4]\n"
    "               [--exp exp_weight|exp_fp32|exp_61f|exp_24f|exp_21f]\n"
    "               [--cache fp32|bf16|f16|bfp8] [--fidelity LoFi|HiFi2|HiFi3|HiFi4]\n"
    "               [--functions accurate|approximate] [--rope-scaling none|linear|yarn]\n"
    "               [--rope-factor S] [--context N] [--phase turns|split|computed] [--cores N] [--one-by-one]\n"
    "               [--print-tokens] [--logits FILE.npy] [--reference FILE.npy] [--kernels DIR]\n"
    "   or: decoder --shape DIM,HIDDEN,LAYERS,HEADS,KV_HEADS,VOCABULARY,CONTEXT[,TYPE] ...: a model of zeros, to time\n"
    "               [--from POSITION]: as if so many tokens came before\n";

// FileError for what makes no sense, one line.
CommandLine parse(std::span<char* const> words);

}  // namespace decoder
