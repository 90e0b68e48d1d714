#pragma once

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)  // it wakes after clones are chosen
#define CLONED __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define CLONED
#endif
#define INLINE static inline __attribute__((always_inline))
// Four vectors at a time: as many as hide how long a multiplication takes.
#define EACH(i, count) _Pragma("clang loop interleave_count(4)") for (size_t i = 0; i < count; i++)
