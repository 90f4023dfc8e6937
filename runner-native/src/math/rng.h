#ifndef PLUMBLINE_MATH_RNG_H
#define PLUMBLINE_MATH_RNG_H

/*
 * Pseudo-random numbers: xoshiro256** (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021),
 * seeded by splitmix64. Not for secrets.
 *
 * A stream is a plain value: copy it to remember a place and copy it back to replay the same draws (a retried transaction
 * does). One owner at a time, no locks.
 */

#include <assert.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

/* Starts stream number `stream` of `seed`. The same pair always gives the same numbers; other pairs give numbers that look
 * independent. Any values are fine, 0 too. */
void rng_init(struct rng *r, uint64_t seed, uint64_t stream);

/* The splitmix64 finaliser: a bijection of 64-bit numbers that scatters neighbours. For deriving a stream number out of
 * several, as in rng_mix(table) + chunk. */
uint64_t rng_mix(uint64_t value);

static inline uint64_t
rng_rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* 64 random bits. */
static inline uint64_t
rng_u64(struct rng *r)
{
    uint64_t *s = r->state;
    const uint64_t result = rng_rotate_left(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate_left(s[3], 45);
    return result;
}

/* Uniform in [0, 1), a multiple of 2^-53. */
static inline double
rng_unit(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1.0p-53;
}

/* Uniform in [0, bound), without bias (Lemire, "Fast Random Integer Generation in an Interval", 2019). `bound` > 0. */
static inline uint64_t
rng_below(struct rng *r, uint64_t bound)
{
    assert(bound > 0);
    unsigned __int128 product = (unsigned __int128)rng_u64(r) * bound;
    if (__builtin_expect((uint64_t)product < bound, 0)) {
        const uint64_t threshold = -bound % bound;
        while ((uint64_t)product < threshold)
            product = (unsigned __int128)rng_u64(r) * bound;
    }
    return (uint64_t)(product >> 64);
}

/* Uniform from `low` to `high`, both included. `low` <= `high`. */
static inline int64_t
rng_between(struct rng *r, int64_t low, int64_t high)
{
    assert(low <= high);
    const uint64_t span = (uint64_t)high - (uint64_t)low;
    if (span == UINT64_MAX)
        return (int64_t)rng_u64(r);
    return (int64_t)((uint64_t)low + rng_below(r, span + 1));
}

#endif
