// DPRINT in both its forms (kernel-api.md 1.5): a stream of pieces, DPRINT << x << ENDL(), and a format with arguments,
// DPRINT("{} {:#x}\n", a, b). Lines are made by the machine; a piece costs one call.
#pragma once

#include "tessera/call.h"
#include "tessera/enum_names.h"
#include "tessera/types.h"

// Manipulators of the stream.
struct ENDL {};
struct SETW {
    uint32_t n;
    explicit SETW(uint32_t width, bool = true) : n(width) {}
};
struct SETPRECISION {
    uint32_t n;
    explicit SETPRECISION(uint32_t digits) : n(digits) {}
};
struct FIXED {};
struct DEFAULTFLOAT {};
struct HEX {};
struct DEC {};
struct OCT {};
struct F32 {
    float value;
    explicit F32(float v) : value(v) {}
};
struct BF16 {
    uint16_t bits;
    explicit BF16(uint16_t b) : bits(b) {}
};
struct U32 {
    uint32_t value;
    explicit U32(uint32_t v) : value(v) {}
};
struct U32_ARRAY {
    const uint32_t* words;
    uint32_t count;
    U32_ARRAY(const uint32_t* ptr, uint32_t len) : words(ptr), count(len) {}
};
// The kind and its detail are the vendor's business with its own tools: the words are printed as they are.
struct TYPED_U32_ARRAY : U32_ARRAY {
    TYPED_U32_ARRAY(uint16_t, uint16_t, const uint32_t* ptr, uint32_t len) : U32_ARRAY(ptr, len) {}
};
// Of the formatted form: bits of a bfloat16, a text known at compile time.
struct bf16_t {
    uint16_t val;
    bf16_t(uint16_t bits) : val(bits) {}
};
#define CTSTR(literal) (::tessera::Text{TESSERA_STRING(literal)})

namespace tessera {

struct Text {
    const char* characters;
};

class Printer {
    using P = abi::Print;
    template <class... A>
    ALWI const Printer& piece(P kind, A... values) const {
        if constexpr (sizeof...(A) == 0) call<Call::print>(kind, 0, 0);
        if constexpr (sizeof...(A) == 1) call<Call::print>(kind, values..., 0);
        if constexpr (sizeof...(A) == 2) call<Call::print>(kind, values...);
        return *this;
    }

  public:
    ALWI const Printer& operator<<(const char* text) const { return piece(P::text, text); }
    ALWI const Printer& operator<<(char* text) const { return piece(P::text, text); }
    ALWI const Printer& operator<<(Text text) const { return piece(P::text, text.characters); }
    ALWI const Printer& operator<<(char c) const { return piece(P::character, c); }
    ALWI const Printer& operator<<(bool v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(signed char v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned char v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(short v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned short v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(int v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(long v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned long v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(long long v) const {
        return piece(P::signed64, static_cast<uint32_t>(v), static_cast<uint32_t>(v >> 32));
    }
    ALWI const Printer& operator<<(unsigned long long v) const {
        return piece(P::unsigned64, static_cast<uint32_t>(v), static_cast<uint32_t>(v >> 32));
    }
    ALWI const Printer& operator<<(float v) const { return piece(P::float32, v); }
    ALWI const Printer& operator<<(double v) const { return piece(P::float32, static_cast<float>(v)); }
    ALWI const Printer& operator<<(const volatile void* v) const { return piece(P::pointer, v); }
    ALWI const Printer& operator<<(tt::CBIndex v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(ENDL) const { return piece(P::end_of_line); }
    ALWI const Printer& operator<<(SETW w) const { return piece(P::width, w.n); }
    ALWI const Printer& operator<<(SETPRECISION p) const { return piece(P::precision, p.n); }
    ALWI const Printer& operator<<(FIXED) const { return piece(P::fixed); }
    ALWI const Printer& operator<<(DEFAULTFLOAT) const { return piece(P::default_float); }
    ALWI const Printer& operator<<(HEX) const { return piece(P::hexadecimal); }
    ALWI const Printer& operator<<(DEC) const { return piece(P::decimal); }
    ALWI const Printer& operator<<(OCT) const { return piece(P::octal); }
    ALWI const Printer& operator<<(F32 v) const { return piece(P::float32, v.value); }
    ALWI const Printer& operator<<(BF16 v) const { return piece(P::bfloat16, v.bits); }
    ALWI const Printer& operator<<(bf16_t v) const { return piece(P::bfloat16, v.val); }
    ALWI const Printer& operator<<(U32 v) const { return piece(P::unsigned32, v.value); }
    const Printer& operator<<(U32_ARRAY array) const {
        for (uint32_t i = 0; i < array.count; ++i) *this << array.words[i] << ' ';
        return *this;
    }
    template <class T, class = typename T::TileSliceTag>
    ALWI const Printer& operator<<(const T& slice) const {
        slice.print();
        return *this;
    }

    // As an argument of a format: its names, or its number, and its type.
    template <class Enum>
    void enumerator(Enum value) const {
        using Number = std::underlying_type_t<Enum>;
        const char* name = detail::name_of(value);
        bool is_named = name != nullptr;
        if (is_named) piece(P::enumerator, name);
        if constexpr (detail::is_flags<Enum>)
            for (Number rest = static_cast<Number>(value); !is_named && rest != 0; rest &= rest - 1) {
                const Number flag = rest & -rest;
                name = detail::name_of(static_cast<Enum>(flag));
                if (name == nullptr) break;
                piece(P::enumerator, name);
                is_named = (rest & (rest - 1)) == 0;
            }
        if (!is_named) piece(P::enumerator_number, static_cast<uint32_t>(value), std::is_signed_v<Number>);
        piece(P::enumerator_type, detail::type_text<Enum>.characters);
    }

    // The pieces between the two are the arguments of a format.
    ALWI void begin() const { piece(P::format_begin); }
    ALWI void end(const char* format) const { piece(P::format_end, format); }
};

// Slots of a format, -1 where its braces do not pair. With indices ({0}) it is one more than the largest.
constexpr int format_slots(const char* format) {
    int sequential = 0, indexed = 0;
    for (const char* at = format; *at != 0; ++at) {
        if (*at == '}') {
            if (*++at != '}') return -1;
        } else if (*at == '{') {
            if (*++at == '{') continue;
            if (*at >= '0' && *at <= '9') {
                int index = 0;
                for (; *at >= '0' && *at <= '9'; ++at) index = 10 * index + *at - '0';
                indexed = index + 1 > indexed ? index + 1 : indexed;
            } else {
                ++sequential;
            }
            while (*at != '}')
                if (*at++ == 0) return -1;
        }
    }
    return sequential != 0 && indexed != 0 ? -1 : sequential + indexed;
}

template <class... Arguments>
struct Count {
    static constexpr int value = sizeof...(Arguments);
};
template <class... Arguments>
Count<Arguments...> count(const Arguments&...);

template <class T>
ALWI void print_argument(const Printer& printer, const T& argument) {
    if constexpr (std::is_enum_v<T>)
        printer.enumerator(argument);
    else
        (void)(printer << argument);
}
template <class... Arguments>
ALWI void print_formatted(const char* format, const Arguments&... arguments) {
    constexpr Printer printer{};
    printer.begin();
    (print_argument(printer, arguments), ...);
    printer.end(format);
}

// Of DPRINT_MATH and its kin with one argument, which is either a format without arguments, or a statement of the older
// form that prints by itself. What follows it in the macro is `& print_end`, which binds to either: a text is printed,
// a value is left alone, and after a block it stands for itself.
struct PrintEnd {};
inline constexpr PrintEnd print_end{};
template <size_t size>
ALWI void operator&(const char (&format)[size], const PrintEnd&) {
    print_formatted(format);
}
template <class T>
ALWI void operator&(const T&, const PrintEnd&) {}

}  // namespace tessera

// What DPRINT is, for pieces and functions of a kernel's own.
using DebugPrinter = tessera::Printer;
// Bytes of a text with the zero at its end.
inline uint32_t DebugPrintStrLen(const char* text) {
    uint32_t bytes = 1;
    while (*text++ != 0) ++bytes;
    return bytes;
}
inline constexpr tessera::Printer DPRINT{};
#define DPRINT(format, ...)                                                                              \
    do {                                                                                                 \
        static_assert(::tessera::format_slots(format) == decltype(::tessera::count(__VA_ARGS__))::value, \
                      "a format must have as many slots as arguments, and pair its braces");             \
        ::tessera::print_formatted(TESSERA_STRING(format), ##__VA_ARGS__);                               \
    } while (0)
#define DEVICE_PRINT(format, ...) DPRINT(format, ##__VA_ARGS__)

// One argument, or more: a format and what it formats.
#define TESSERA_PRINT_ONE(statement) \
    { statement& ::tessera::print_end; }
#define TESSERA_PRINT_MORE(...) DPRINT(__VA_ARGS__)
#define TESSERA_PRINT_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, name, ...) name
#define TESSERA_PRINT_IF_HERE(...)                                                                                  \
    TESSERA_PRINT_PICK(__VA_ARGS__, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, \
                       TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE,              \
                       TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE,              \
                       TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_MORE, TESSERA_PRINT_ONE, )             \
    (__VA_ARGS__)
#if defined(TRISC_UNPACK)
#define DPRINT_UNPACK(...) TESSERA_PRINT_IF_HERE(__VA_ARGS__)
#else
#define DPRINT_UNPACK(...)
#endif
#if defined(TRISC_MATH)
#define DPRINT_MATH(...) TESSERA_PRINT_IF_HERE(__VA_ARGS__)
#else
#define DPRINT_MATH(...)
#endif
#if defined(TRISC_PACK)
#define DPRINT_PACK(...) TESSERA_PRINT_IF_HERE(__VA_ARGS__)
#else
#define DPRINT_PACK(...)
#endif
// The movers are told apart by their NoC.
#if !defined(COMPILE_FOR_TRISC) && NOC_INDEX == 0
#define DPRINT_DATA0(...) TESSERA_PRINT_IF_HERE(__VA_ARGS__)
#define DPRINT_DATA1(...)
#elif !defined(COMPILE_FOR_TRISC)
#define DPRINT_DATA0(...)
#define DPRINT_DATA1(...) TESSERA_PRINT_IF_HERE(__VA_ARGS__)
#else
#define DPRINT_DATA0(...)
#define DPRINT_DATA1(...)
#endif
#define DEVICE_PRINT_UNPACK(...) DPRINT_UNPACK(__VA_ARGS__)
#define DEVICE_PRINT_MATH(...) DPRINT_MATH(__VA_ARGS__)
#define DEVICE_PRINT_PACK(...) DPRINT_PACK(__VA_ARGS__)
#define DEVICE_PRINT_DATA0(...) DPRINT_DATA0(__VA_ARGS__)
#define DEVICE_PRINT_DATA1(...) DPRINT_DATA1(__VA_ARGS__)
