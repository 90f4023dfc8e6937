/*
 * Timers against an array that is searched.
 */

#include "check_values.h"
#include "machine/timers.h"
#include "math/rng.h"

enum { TIMER_COUNT = 60 };

static int64_t
earliest(const struct timer *timers, const bool *is_in)
{
    int64_t due_ns = INT64_MAX;

    for (int i = 0; i < TIMER_COUNT; i++)
        if (is_in[i] && timers[i].due_ns < due_ns)
            due_ns = timers[i].due_ns;
    return due_ns;
}

static void
the_first_is_always_the_earliest(void)
{
    struct timer timers[TIMER_COUNT] = {{0}};
    bool is_in[TIMER_COUNT] = {false};
    struct timers t;
    struct rng r;

    CHECK(timers_init(&t, TIMER_COUNT), "memory");
    rng_init(&r, 1, 1);
    for (int step = 0; step < 20000; step++) {
        const int i = (int)rng_below(&r, TIMER_COUNT);
        const uint64_t what = rng_below(&r, 10);
        if (what < 5) { /* In, or to another place; few moments, so that many are equal. */
            timers_put(&t, &timers[i], (int64_t)rng_below(&r, 40));
            is_in[i] = true;
        } else if (what < 8) {
            timers_take(&t, &timers[i]);
            is_in[i] = false;
        } else if (timers_first(&t)) {
            is_in[timers_first(&t) - timers] = false;
            timers_take(&t, timers_first(&t));
        }
        const struct timer *const first = timers_first(&t);
        int count = 0;
        for (int n = 0; n < TIMER_COUNT; n++) {
            count += is_in[n];
            CHECK(is_in[n] == (timers[n].place != 0), "timer %d knows whether it is in", n);
        }
        CHECK_INT(t.count, count);
        CHECK(first ? first->due_ns == earliest(timers, is_in) : count == 0, "step %d: the first is the earliest", step);
    }
    timers_free(&t);
}

static void
they_come_out_in_their_order(void)
{
    struct timer timers[TIMER_COUNT] = {{0}};
    struct timers t;
    int64_t before_ns = INT64_MIN;

    CHECK(timers_init(&t, TIMER_COUNT), "memory");
    for (int i = 0; i < TIMER_COUNT; i++)
        timers_put(&t, &timers[i], i * 37 % TIMER_COUNT);
    for (int left = TIMER_COUNT; left > 0; left--) {
        struct timer *const first = timers_first(&t);
        CHECK(first->due_ns > before_ns, "%lld after %lld", (long long)first->due_ns, (long long)before_ns);
        before_ns = first->due_ns;
        timers_take(&t, first);
    }
    CHECK(!timers_first(&t), "none is left");
    timers_put(&t, &timers[0], 5);
    timers_take(&t, &timers[0]);
    CHECK_INT(timers[0].place, 0);
    timers_take(&t, &timers[0]); /* Who is not in may be taken out. */
    CHECK_INT(t.count, 0);
    timers_free(&t);
}

int
main(void)
{
    the_first_is_always_the_earliest();
    they_come_out_in_their_order();
    return check_result("timers");
}
