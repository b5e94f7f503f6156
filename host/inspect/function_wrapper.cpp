#include "host/inspect/function_wrapper.hpp"

#include <fmt/format.h>

#include <cctype>

namespace tessera::host {
namespace {

// The file may hold a kernel of its own; it must not be the one that runs.
constexpr const char* head =
    "#include \"compute_kernel_api.h\"\n"
    "#include \"compute_kernel_api/common.h\"\n"
    "#include \"sfpi.h\"\n"
    "#undef MAIN\n"
    "#define MAIN tessera_other_main()\n"
    "#define kernel_main tessera_other_kernel_main\n";

constexpr const char* tools = R"(#undef kernel_main
#if defined(TRISC_MATH)
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

// Whether the name stands in the expression as a word.
bool uses(const std::string& expression, char name) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t i = 0; i < expression.size(); ++i)
        if (expression[i] == name && (i == 0 || (!is_word(expression[i - 1]) && expression[i - 1] != '.')) &&
            (i + 1 == expression.size() || !is_word(expression[i + 1])))
            return true;
    return false;
}

std::string body(const std::string& function) {
    if (function.find('(') == std::string::npos)
        return fmt::format(
            "    tessera_list::run([](auto&&... a) -> decltype({0}(static_cast<decltype(a)>(a)...)) {{\n"
            "        return {0}(static_cast<decltype(a)>(a)...);\n    }}, tessera_list::Rank<10>{{}});\n",
            function);
    std::string text;
    int tile = 0;
    for (const char name : {'x', 'y', 'z', 'w'})
        if (uses(function, name)) text += fmt::format("    vFloat {} = dst_reg[{}];\n", name, 32 * tile++);
    return text + fmt::format("    tessera_list::store([&] {{ return {}; }});\n", function);
}

}  // namespace

std::string function_wrapper(const std::string& path, const std::string& function) {
    std::string text = head;
    if (!path.empty()) text += fmt::format("#include \"{}\"\n", path);
    text += tools;
    int rank = 9;
    for (const char* type : {"vFloat", "vInt", "vUInt"})
        for (const char* count : {"one", "two", "three"}) text += overload(rank--, count, type);
    text += fmt::format("template <class F>\nvoid run(F, Rank<0>) {{\n    static_assert(sizeof(F) == 0, \"{}\");\n}}\n",
                        function_not_found);
    text +=
        "}  // namespace tessera_list\n#endif\nvoid kernel_main() {\n#if defined(TRISC_MATH)\n    using namespace "
        "sfpi;\n";
    return text + body(function) + "#endif\n}\n";
}

}  // namespace tessera::host
