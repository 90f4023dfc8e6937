/* The random streams: known answers, replay, independence of streams, and flatness. */

#include "chi_square.h"
#include "math/rng.h"
#include "check.h"

#include <string.h>

/* xoshiro256** from the state {1, 2, 3, 4}, as its definition gives by hand; other implementations test the same. */
static void
test_known_answers(void)
{
    struct rng r = {{1, 2, 3, 4}};
    const uint64_t expected[] = {11520, 0, 1509978240};

    for (int i = 0; i < 3; i++) {
        const uint64_t got = rng_u64(&r);
        CHECK(got == expected[i], "number %d is %llu, not %llu", i, (unsigned long long)got, (unsigned long long)expected[i]);
    }
}

/* SplitMix64 from 1234567, as other implementations test it. */
static void
test_mix_has_known_answers(void)
{
    const uint64_t expected[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423)};
    uint64_t state = 1234567;

    for (int i = 0; i < 3; i++) {
        state += UINT64_C(0x9e3779b97f4a7c15);
        const uint64_t got = rng_mix(state);
        CHECK(got == expected[i], "number %d is %llu, not %llu", i, (unsigned long long)got, (unsigned long long)expected[i]);
    }
}

static void
test_a_copied_stream_replays(void)
{
    struct rng r;
    rng_init(&r, 7, 3);
    for (int i = 0; i < 100; i++)
        rng_u64(&r);

    struct rng saved = r;
    for (int i = 0; i < 1000; i++) {
        const uint64_t first = rng_u64(&r);
        const uint64_t again = rng_u64(&saved);
        if (!CHECK(first == again, "the copy leaves the original at draw %d", i))
            return;
    }
}

static void
test_neighbouring_streams_share_nothing(void)
{
    enum { SIDE = 64 };
    static uint64_t first[SIDE * SIDE];
    int count = 0;

    for (uint64_t seed = 0; seed < SIDE; seed++) {
        for (uint64_t stream = 0; stream < SIDE; stream++) {
            struct rng r;
            rng_init(&r, seed, stream);
            first[count++] = rng_u64(&r);
        }
    }
    int pair_count = 0;
    int bits = 0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            CHECK(first[i] != first[j], "streams %d and %d begin alike", i, j);
            bits += __builtin_popcountll(first[i] ^ first[j]) - 32;
            pair_count++;
        }
    }
    const double mean_difference = 32 + (double)bits / pair_count;
    CHECK(mean_difference > 31.9 && mean_difference < 32.1, "streams differ in %.3f bits on average, not in 32",
          mean_difference);
}

static void
test_below_is_flat_and_in_range(void)
{
    enum { BOUND = 37, DRAWS = 370000 };
    long seen[BOUND] = {0};
    double expected[BOUND];
    struct rng r;

    rng_init(&r, 11, 0);
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t value = rng_below(&r, BOUND);
        if (!CHECK(value < BOUND, "drew %llu below %d", (unsigned long long)value, BOUND))
            return;
        seen[value]++;
    }
    for (int i = 0; i < BOUND; i++)
        expected[i] = (double)DRAWS / (double)BOUND;
    check_chi_square("rng_below", seen, expected, BOUND);
}

/* A bound of 3/4 of 2^64 shows the bias of a plain multiplication: without rejection a third of the values comes twice. */
static void
test_below_has_no_bias_for_huge_bounds(void)
{
    enum { PARTS = 3, DRAWS = 300000 };
    const uint64_t bound = UINT64_C(3) << 62;
    long odd = 0;
    struct rng r;

    rng_init(&r, 12, 0);
    for (int i = 0; i < DRAWS; i++)
        odd += rng_below(&r, bound) % PARTS == 1;
    const double share = (double)odd / (double)DRAWS;
    CHECK(share > 0.330 && share < 0.337, "a third of the values has a share of %.4f", share);
}

static void
test_between_reaches_both_ends(void)
{
    const struct {
        int64_t low, high;
    } ranges[] = {{5, 5}, {-2, 2}, {INT64_MIN, INT64_MIN + 1}, {INT64_MAX - 1, INT64_MAX}};
    struct rng r;

    rng_init(&r, 13, 0);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        bool low_seen = false;
        bool high_seen = false;
        for (int draw = 0; draw < 200; draw++) {
            const int64_t value = rng_between(&r, ranges[i].low, ranges[i].high);
            CHECK(value >= ranges[i].low && value <= ranges[i].high, "range %zu: %lld is outside", i, (long long)value);
            low_seen |= value == ranges[i].low;
            high_seen |= value == ranges[i].high;
        }
        CHECK(low_seen && high_seen, "range %zu: an end never came in 200 draws", i);
    }
    int negative = 0;
    for (int draw = 0; draw < 1000; draw++)
        negative += rng_between(&r, INT64_MIN, INT64_MAX) < 0;
    CHECK(negative > 400 && negative < 600, "the full range gave %d negative numbers of 1000", negative);
}

static void
test_unit_is_below_one(void)
{
    struct rng highest = {{0, UINT64_MAX, 0, 0}};
    struct rng r;
    double sum = 0;

    rng_init(&r, 14, 0);
    for (int i = 0; i < 100000; i++) {
        const double unit = rng_unit(&r);
        CHECK(unit >= 0 && unit < 1, "%.17g is not in [0, 1)", unit);
        sum += unit;
    }
    CHECK(sum > 49500 && sum < 50500, "the mean is %.4f", sum / 100000);
    CHECK(rng_unit(&highest) < 1, "the highest draws reach 1");
}

int
main(void)
{
    test_known_answers();
    test_mix_has_known_answers();
    test_a_copied_stream_replays();
    test_neighbouring_streams_share_nothing();
    test_below_is_flat_and_in_range();
    test_below_has_no_bias_for_huge_bounds();
    test_between_reaches_both_ends();
    test_unit_is_below_one();
    return check_result("test_rng");
}
