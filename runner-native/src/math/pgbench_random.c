#include "math/pgbench_random.h"

#include <assert.h>
#include <math.h>

#define TWO_PI 6.28318530717958647692

static uint64_t
rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static uint64_t
splitmix(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

void
pgbench_rng_seed(struct pgbench_rng *r, uint64_t seed)
{
    r->state[0] = splitmix(&seed);
    r->state[1] = splitmix(&seed);
}

uint64_t
pgbench_rng_u64(struct pgbench_rng *r)
{
    const uint64_t first = r->state[0], mixed = r->state[1] ^ first;

    r->state[0] = rotate_left(first, 24) ^ mixed ^ (mixed << 16);
    r->state[1] = rotate_left(mixed, 37);
    return rotate_left(first * 5, 7) * 9;
}

/* Uniform in [0, 1), a multiple of 2^-52. */
static double
unit(struct pgbench_rng *r)
{
    return ldexp((double)(pgbench_rng_u64(r) >> 12), -52);
}

/* Draws from 0 to `high`, without bias: as many leading bits as it takes, until they are in the range. */
static uint64_t
up_to(struct pgbench_rng *r, uint64_t high)
{
    uint64_t drawn;

    if (high == 0)
        return 0;
    do
        drawn = pgbench_rng_u64(r) >> __builtin_clzll(high);
    while (drawn > high);
    return drawn;
}

int64_t
pgbench_uniform(struct pgbench_rng *r, int64_t low, int64_t high)
{
    assert(low <= high);
    return (int64_t)((uint64_t)low + up_to(r, (uint64_t)high - (uint64_t)low));
}

/* `share` of the range, in [0, 1). */
static int64_t
at_share(int64_t low, int64_t high, double share)
{
    return low + (int64_t)((double)(high - low + 1) * share);
}

int64_t
pgbench_exponential(struct pgbench_rng *r, int64_t low, int64_t high, double parameter)
{
    const double cut = exp(-parameter);
    const double drawn = 1.0 - unit(r); /* Above 0, for the logarithm. */

    return at_share(low, high, -log(cut + (1.0 - cut) * drawn) / parameter);
}

int64_t
pgbench_gaussian(struct pgbench_rng *r, int64_t low, int64_t high, double parameter)
{
    double deviate;

    do { /* Box and Muller; what is further than `parameter` standard deviations off is drawn again. */
        const double first = 1.0 - unit(r), second = 1.0 - unit(r);
        deviate = sqrt(-2.0 * log(first)) * sin(TWO_PI * second);
    } while (deviate < -parameter || deviate >= parameter);
    return at_share(low, high, (deviate + parameter) / (parameter * 2.0));
}

/* Rejection, Devroye, "Non-Uniform Random Variate Generation" (1986), p. 550. */
int64_t
pgbench_zipfian(struct pgbench_rng *r, int64_t low, int64_t high, double parameter)
{
    const double count = (double)(high - low + 1), b = pow(2.0, parameter - 1.0);
    double x, t, v;

    if (high == low)
        return low;
    do {
        const double u = unit(r);
        v = unit(r);
        x = floor(pow(u, -1.0 / (parameter - 1.0)));
        t = pow(1.0 + 1.0 / x, parameter - 1.0);
    } while (v * x * (t - 1.0) / (b - 1.0) > t / b || x > count);
    return low - 1 + (int64_t)x;
}

/* One round on the values below 2^bits: times an odd number, some bits flipped, turned by one bit. */
static uint64_t
scatter(struct pgbench_rng *r, uint64_t value, int bits)
{
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const uint64_t multiplier = (pgbench_rng_u64(r) & mask) | 1, flips = pgbench_rng_u64(r) & mask;
    const uint64_t mixed = ((value * multiplier) ^ flips) & mask;

    return value > mask ? value : ((mixed << 1) & mask) | (mixed >> (bits - 1));
}

/* Six rounds: scatter the lower part, whose size is a power of two, then the upper one, and turn the whole by a random step. */
int64_t
pgbench_permute(int64_t value, int64_t size, int64_t seed)
{
    const uint64_t count = (uint64_t)size;
    struct pgbench_rng r;

    if (size < 2)
        return 0;
    const int bits = 63 - __builtin_clzll(count);
    uint64_t at = (uint64_t)value % count;
    pgbench_rng_seed(&r, (uint64_t)seed);
    for (int round = 0; round < 6; round++) {
        at = scatter(&r, at, bits);
        at = count - 1 - scatter(&r, count - 1 - at, bits);
        at = (at + up_to(&r, count - 1)) % count;
    }
    return (int64_t)at;
}

/* Hashes the eight bytes, the lowest first. */
int64_t
pgbench_hash_fnv1a(int64_t value, int64_t seed)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)seed;

    for (int byte = 0; byte < 8; byte++)
        hash = (hash ^ (((uint64_t)value >> (byte * 8)) & 0xff)) * UINT64_C(0x100000001b3);
    return (int64_t)hash;
}

/* MurmurHash2 of eight bytes (Appleby). */
int64_t
pgbench_hash_murmur2(int64_t value, int64_t seed)
{
    const uint64_t multiplier = UINT64_C(0xc6a4a7935bd1e995);
    uint64_t word = (uint64_t)value * multiplier, hash = (uint64_t)seed ^ (8 * multiplier);

    word = (word ^ (word >> 47)) * multiplier;
    hash = (hash ^ word) * multiplier;
    hash = (hash ^ (hash >> 47)) * multiplier;
    return (int64_t)(hash ^ (hash >> 47));
}
