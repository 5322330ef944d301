// What the functions of this folder share: vectors, and the choice of instructions by processor.
#pragma once
#include <stdint.h>
#include <string.h>

// `swift test -Xcc -DCPIXELS_BASELINE` tries the code that processors without AVX2 run.
#if defined(__x86_64__) && !defined(CPIXELS_BASELINE)
#define CPIXELS_BY_PROCESSOR 1
#include <immintrin.h>
#define CPIXELS_AVX2 __attribute__((target("avx2")))
#endif

// Sixteen lanes: a product of a colour and a weight fits into one.
typedef uint16_t lanes __attribute__((vector_size(32)));
typedef uint32_t pixels __attribute__((vector_size(32)));
typedef uint64_t pairs __attribute__((vector_size(32)));
typedef uint8_t octets __attribute__((vector_size(16)));

enum { BLOCK = 8, LINE = 16 };

// Inlined into every function, so that each is compiled for the processor of its caller.
#define INLINED static inline __attribute__((always_inline))

// An address is only hinted at, so it may lie outside of what there is.
INLINED void fetch(const void *place, intptr_t ahead) {
  __builtin_prefetch((const void *)((uintptr_t)place + (uintptr_t)ahead));
}
