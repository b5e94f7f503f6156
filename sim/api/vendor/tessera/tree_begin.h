// Around the headers of the user's tree: some of their lines are for the vendor's compiler only.
#pragma push_macro("static_assert")
#define static_assert(...)
