/*
 * The bytes that values are cut from: so many random ones and so many zeros, in every value.
 */

#include "check_values.h"
#include "math/pool.h"

enum { SLICE_COUNT = 2000 };

/* Random bytes are zero too, now and then; the others always are. */
static int64_t
zeros_of(const char *slice, size_t length)
{
    int64_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += slice[i] == 0;
    return count;
}

static void
every_value_has_its_share_of_random_bytes_and_zeros(void)
{
    static const struct {
        size_t length;
        double ratio;
        int64_t zeros_min;
        int64_t zeros_max; /* Half a dozen random bytes may be zero. */
    } cases[] = {
        {16, 2, 8, 14}, {64, 2, 32, 38}, {100, 2, 50, 56}, {100, 4, 75, 81}, {64, 64, 63, 64}, {256, 256, 255, 256},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const size_t length = cases[i].length;
        struct pool pool;
        struct rng r;
        rng_init(&r, 1, 0);
        CHECK(pool_init(&pool, length, length, cases[i].ratio), "there is memory");
        for (int slice = 0; slice < SLICE_COUNT; slice++) {
            const int64_t zeros = zeros_of(pool_slice(&pool, &r, length), length);
            CHECK(zeros >= cases[i].zeros_min && zeros <= cases[i].zeros_max, "%lld of %zu bytes are zero, ratio %g",
                  (long long)zeros, length, cases[i].ratio);
        }
        pool_free(&pool);
    }
}

/* In SLICE_COUNT slices of a pool together. */
static int64_t
zeros_of_slices(size_t length, double ratio)
{
    struct pool pool;
    struct rng r;
    int64_t zeros = 0;

    rng_init(&r, 1, 0);
    CHECK(pool_init(&pool, length, length, ratio), "there is memory");
    for (int slice = 0; slice < SLICE_COUNT; slice++)
        zeros += zeros_of(pool_slice(&pool, &r, length), length);
    pool_free(&pool);
    return zeros;
}

static void
values_shorter_than_a_stretch_have_it_together(void)
{
    const int64_t zeros = zeros_of_slices(1, 4);

    /* Three of four are 1500, with a standard deviation of 19. */
    CHECK(zeros > 1400 && zeros < 1600, "%lld of %d bytes are zero", (long long)zeros, SLICE_COUNT);
}

static void
without_a_ratio_all_bytes_are_random(void)
{
    const int64_t zeros = zeros_of_slices(64, 1);

    /* One in 256. */
    CHECK(zeros > SLICE_COUNT * 64 / 512 && zeros < SLICE_COUNT * 64 / 128, "%lld bytes are zero", (long long)zeros);
}

int
main(void)
{
    every_value_has_its_share_of_random_bytes_and_zeros();
    values_shorter_than_a_stretch_have_it_together();
    without_a_ratio_all_bytes_are_random();
    return check_result("pool");
}
