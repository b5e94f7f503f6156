#include "host/inspect/function_wrapper.hpp"

#include <fmt/format.h>

#include <cctype>

namespace tessera::host {
namespace {

constexpr const char* head =
    "#include \"compute_kernel_api.h\"\n"
    "#include \"compute_kernel_api/common.h\"\n"
    "#include \"sfpi.h\"\n";

// The file may hold a kernel of its own; it must not be the one that runs. It comes after the tools, so that none of
// its macros changes them, and where its names meet text of ours all of that begins with tessera_.
std::string user_file(const std::string& path) {
    if (path.empty()) return {};
    return fmt::format(
        "#undef MAIN\n#define MAIN tessera_other_main()\n#define kernel_main tessera_other_kernel_main\n"
        "#include \"{}\"\n#undef kernel_main\n",
        path);
}

constexpr const char* tools = R"(#if defined(TRISC_MATH)
namespace tessera_list {
using namespace sfpi;
template <int n>
struct Rank : Rank<n - 1> {};
template <>
struct Rank<0> {};
template <class V>
V vector(int tile) {
    return V(dst_reg[32 * tile]);
}
template <class F, class... V>
void store(F f, V&&... v) {
    if constexpr (std::is_void_v<decltype(f(static_cast<V&&>(v)...))>)
        f(static_cast<V&&>(v)...);
    else
        dst_reg[0] = f(static_cast<V&&>(v)...);
}
template <class F>
auto run(F f, Rank<10>) -> decltype(void(f())) {
    f();
}
template <class V, class F>
auto one(F f) -> decltype(void(f(std::declval<V>()))) {
    store(f, vector<V>(0));
}
template <class V, class F>
auto two(F f) -> decltype(void(f(std::declval<V>(), std::declval<V>()))) {
    store(f, vector<V>(0), vector<V>(1));
}
template <class V, class F>
auto three(F f) -> decltype(void(f(std::declval<V>(), std::declval<V>(), std::declval<V>()))) {
    store(f, vector<V>(0), vector<V>(1), vector<V>(2));
}
)";

std::string overload(int rank, const char* count, const char* type) {
    return fmt::format(
        "template <class F>\nauto run(F f, Rank<{0}>) -> decltype({1}<{2}>(f)) {{\n    {1}<{2}>(f);\n}}\n", rank, count,
        type);
}

// Whether the name stands in the expression as a word that is not the name of a function.
bool uses(const std::string& expression, char name) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t i = 0; i < expression.size(); ++i)
        if (expression[i] == name && (i == 0 || (!is_word(expression[i - 1]) && expression[i - 1] != '.')) &&
            (i + 1 == expression.size() || (!is_word(expression[i + 1]) && expression[i + 1] != '(')))
            return true;
    return false;
}

std::string body(const std::string& function) {
    if (function.find('(') == std::string::npos)
        return fmt::format(
            "    tessera_list::tessera_run([](auto&&... tessera_v) -> "
            "decltype({0}(static_cast<decltype(tessera_v)>(tessera_v)...)) "
            "{{\n        return {0}(static_cast<decltype(tessera_v)>(tessera_v)...);\n    }});\n",
            function);
    std::string text;
    int tile = 0;
    for (const char name : {'x', 'y', 'z', 'w'})
        if (uses(function, name)) text += fmt::format("    vFloat {} = dst_reg[{}];\n", name, 32 * tile++);
    return text + fmt::format("    tessera_list::tessera_store([&] {{ return {}; }});\n", function);
}

}  // namespace

std::string function_wrapper(const std::string& path, const std::string& function) {
    std::string text = head;
    text += tools;
    int rank = 9;
    for (const char* type : {"vFloat", "vInt", "vUInt"})
        for (const char* count : {"one", "two", "three"}) text += overload(rank--, count, type);
    text += fmt::format("template <class F>\nvoid run(F, Rank<0>) {{\n    static_assert(sizeof(F) == 0, \"{}\");\n}}\n",
                        function_not_found);
    text +=
        "template <class F>\nvoid tessera_run(F f) {\n    run(f, Rank<10>{});\n}\n"
        "template <class F>\nvoid tessera_store(F f) {\n    store(f);\n}\n"
        "}  // namespace tessera_list\n#endif\n" +
        user_file(path);
    return text + "void kernel_main() {\n#if defined(TRISC_MATH)\n    using namespace sfpi;\n" + body(function) +
           "#endif\n}\n";
}

}  // namespace tessera::host
