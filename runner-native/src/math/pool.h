#ifndef PLUMBLINE_MATH_POOL_H
#define PLUMBLINE_MATH_POOL_H

/*
 * Random bytes, made once, from which values are cut at random places: a value costs one number of the stream instead of one
 * for every eight bytes. Two values overlap now and then, which no row-wise compression sees.
 *
 * Read-only after pool_init(), so threads may share one.
 */

#include "base/base.h"
#include "math/rng.h"

struct pool {
    char *bytes;
    size_t size;
    size_t slice_max;
};

/* Room for slices of `slice_min` to `slice_max` bytes; 0 and 0 make an empty pool. One byte in `compression_ratio` (1: each) is
 * random, the others are zero, in each slice that is not much shorter than the others, so that about so much is left of a longer
 * one when it is compressed. False: out of memory. */
bool pool_init(struct pool *p, size_t slice_min, size_t slice_max, double compression_ratio);

/* Accepts a zeroed pool. */
void pool_free(struct pool *p);

/* `length` bytes, at most slice_max. */
const char *pool_slice(const struct pool *p, struct rng *r, size_t length);

#endif
