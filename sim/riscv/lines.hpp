// Which line of which file an instruction comes from, through every function that was inlined around it (libdw).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::riscv {

struct Frame {
    std::string function;  // empty when unknown
    std::string file;      // as the compiler was given it, made absolute with its folder, dots resolved
    int line = 0;
    friend bool operator==(const Frame&, const Frame&) = default;
};

// Where the compiler says that a statement begins; not every line of the code around it does.
struct Statement {
    std::uint32_t address = 0;
    std::string file;  // as of a frame
    int line = 0;
};

class Lines {
  public:
    // The bytes of an ELF file; empty means no table. Parsed at the first question, which may come from any thread.
    explicit Lines(std::vector<char> elf);
    ~Lines();
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    // Innermost first: the line of the instruction itself, then the call of each inlined function around it. Empty
    // where there is no debug information (libgcc, literal words of other sections).
    std::vector<Frame> frames(std::uint32_t pc) const;

    // The innermost frame whose file is not below the folder `api_prefix`: the user's line that led to `pc`.
    std::optional<Frame> user_frame(std::uint32_t pc, std::string_view api_prefix) const;

    // By address; several may begin at one.
    std::vector<Statement> statements() const;

  private:
    struct Table;
    const Table& table() const;
    struct Lazy;
    std::unique_ptr<Lazy> lazy_;
};

}  // namespace tessera::riscv
