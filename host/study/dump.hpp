// Every input of a study in a file: x, the bits of the result, what was due, how far off it is and what became of it.
#pragma once

#include <cstdint>
#include <string>

#include "host/study/study.hpp"

namespace tessera::accuracy {

// The rows that a study has, of its shard where it is one of several.
std::uint64_t dumped_rows(const Study& study);

// InputError, before any work, for a name that ends neither in .csv nor in .npy, a file that exists and is not to be
// replaced, a size that the folder has no room for, and, unless `overwrite`, one of 16 GB or more. The last two name
// the size.
void check_dump(const std::string& file, const Study& study, bool overwrite);

// A .csv with a line of names, or an .npy of the same columns as a structured array:
//
//     x, second    fp32; second where the function has two arguments
//     y_bits       the result's fp32 pattern, behind the packer where it is stored
//     exact        what was due, as double
//     ulp          signed, in the ULP of the study
//     outcome      in .npy its number (outcome.hpp), in .csv its name
//     way          of studies whose inputs are sampled in two ways: 0 by bits, 1 by value
//
// In .csv x has its pattern beside it, and y its number. Rows are in the order of the inputs, whatever the threads. The
// file appears when it is complete; once stopped there is none, and false is returned.
bool dump(const std::string& file, bool overwrite, const Study& study, const Recorded& recorded,
          const Reference& reference, unsigned threads, const Watch& watch);

}  // namespace tessera::accuracy
