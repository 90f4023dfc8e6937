#include "math/rng.h"

#define SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio, odd. */

uint64_t
rng_mix(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

void
rng_init(struct rng *r, uint64_t seed, uint64_t stream)
{
    /* The seed is scattered before it meets the stream, so that (seed, stream + 1) and (seed + 1, stream) differ. */
    uint64_t state = rng_mix(rng_mix(seed + SPLITMIX_STEP) + stream);

    for (int i = 0; i < 4; i++) {
        state += SPLITMIX_STEP;
        r->state[i] = rng_mix(state);
    }
    /* rng_mix() is a bijection, so at most one of the four words is zero: the forbidden all-zero state cannot arise. */
}
