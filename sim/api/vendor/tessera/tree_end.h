#pragma pop_macro("static_assert")
