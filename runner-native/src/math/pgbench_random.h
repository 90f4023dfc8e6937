#ifndef PLUMBLINE_MATH_PGBENCH_RANDOM_H
#define PLUMBLINE_MATH_PGBENCH_RANDOM_H

/*
 * Random numbers, permutations and hashes as the functions of pgbench's scripts have them: docs/workloads.md section 1.14. The
 * generator is xoroshiro128** (Blackman and Vigna, 2018), seeded by splitmix64, so that the same seed draws the same values as
 * pgbench of PostgreSQL 15 and later.
 */

#include <stdbool.h>
#include <stdint.h>

/* A stream: a plain value, copied to remember a place. */
struct pgbench_rng {
    uint64_t state[2];
};

void pgbench_rng_seed(struct pgbench_rng *r, uint64_t seed);

/* 64 random bits. */
uint64_t pgbench_rng_u64(struct pgbench_rng *r);

/* From `low` to `high`, both included; `low` <= `high`, and their distance is below 2^63. The parameters of the distributions are
 * in the ranges that their names below say. */
int64_t pgbench_uniform(struct pgbench_rng *r, int64_t low, int64_t high);
int64_t pgbench_exponential(struct pgbench_rng *r, int64_t low, int64_t high, double parameter);
int64_t pgbench_gaussian(struct pgbench_rng *r, int64_t low, int64_t high, double parameter);
int64_t pgbench_zipfian(struct pgbench_rng *r, int64_t low, int64_t high, double parameter);

#define PGBENCH_GAUSSIAN_LOW 2.0
#define PGBENCH_ZIPFIAN_LOW 1.001
#define PGBENCH_ZIPFIAN_HIGH 1000.0

/* The place of `value`, modulo `size`, in a permutation of 0 ... size - 1; `size` > 0. */
int64_t pgbench_permute(int64_t value, int64_t size, int64_t seed);

int64_t pgbench_hash_fnv1a(int64_t value, int64_t seed);
int64_t pgbench_hash_murmur2(int64_t value, int64_t seed);

#endif
