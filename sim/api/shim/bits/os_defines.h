// The C++ headers ask the operating system's headers for its quirks here; a baby core has no operating system, and
// picolibc needs none of them (design.md 3).
#ifndef _GLIBCXX_OS_DEFINES
#define _GLIBCXX_OS_DEFINES 1
#undef _GLIBCXX_USE_FLOAT128
#endif
