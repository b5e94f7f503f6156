// Compiled kernels are always kept (spec/design.md 7), so there is nothing to switch.
#pragma once

namespace tt::tt_metal::detail {

inline void EnablePersistentKernelCache() {}
inline void DisablePersistentKernelCache() {}

}  // namespace tt::tt_metal::detail
