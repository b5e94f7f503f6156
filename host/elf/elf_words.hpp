// What `tessera elf` is given, as text. Numbers are decimal, or hexadecimal behind 0x. InputError for what is
// malformed.
#pragma once

#include <string>
#include <string_view>

#include "host/elf/elf_run.hpp"

namespace tessera::host {

// [X,Y:]RISC, RISCs by their names in faults and options, in letters of either size.
RiscPlace risc_place(std::string_view text);
// The same with =FILE behind it.
ElfProgram elf_program(const std::string& text);
// [X,Y:|dramN:]ADDRESS; without the part in front, of core 0,0.
MemoryPlace memory_place(std::string_view text);
// PLACE=WORD,WORD... or PLACE=@FILE, the bytes of a file.
HostStep memory_write(const std::string& text);
// PLACE=WORD.
HostStep memory_wait(const std::string& text);
// PLACE+BYTES.
MemoryRead memory_read(std::string_view text);

}  // namespace tessera::host
