/*
 * The one queue of an open loop, in virtual time: who gets which start, whatever the workers are like, and what is counted.
 */

#include "machine/start_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/conductor.h"
#include "math/rng.h"

enum { CONN_COUNT_MAX = 12, START_COUNT_MAX = 4000, ORIGIN_NS = 1000000 };

static const int64_t unlimited[TARGET_COUNT_MAX] = {INT64_MAX, INT64_MAX};

static void
set_up(struct start_queue *q, enum arrivals arrivals, double rate_per_s, int conn_count, const int64_t *events)
{
    struct pacer pacer;

    pacer_init(&pacer, arrivals, rate_per_s, 0, 1, 42);
    CHECK(start_queue_init(q, &pacer, conn_count, events), "out of memory");
}

/* A slice of 100 ms with a start every 10 ms. */
static void
begin_ten(struct start_queue *q, bool is_measured)
{
    start_queue_begin(q,
                      &(struct slice_plan){.is_measured = is_measured, .start_ns = ORIGIN_NS, .duration_ns = 100 * NS_PER_MS});
}

static int64_t
first_free(const int64_t *free_ns, int conn_count)
{
    int first = 0;

    for (int c = 1; c < conn_count; c++)
        if (free_ns[c] < free_ns[first])
            first = c;
    return first;
}

/* The waiting times of G/G/c, by the recursion of Kiefer and Wolfowitz (1955): the next start goes to whichever of `conn_count` servers
 * is free first. */
static void
each_start_goes_to_the_connection_that_is_free_first(void)
{
    struct rng r;

    rng_init(&r, 3, 1);
    for (int round = 0; round < 100; round++) {
        const int conn_count = (int)rng_between(&r, 1, CONN_COUNT_MAX);
        const enum arrivals arrivals = rng_below(&r, 2) ? ARRIVALS_POISSON : ARRIVALS_FIXED;
        const double load = 0.2 + 1.2 * rng_unit(&r); /* Over 1 the queue grows to the end. */
        const double rate_per_s = load * conn_count / 0.010;
        int64_t free_ns[CONN_COUNT_MAX], expected_ns[CONN_COUNT_MAX];
        struct start_queue q;
        struct pacer plan;
        int wrong_count = 0;

        set_up(&q, arrivals, rate_per_s, conn_count, unlimited);
        start_queue_begin(&q, &(struct slice_plan){.start_ns = ORIGIN_NS, .duration_ns = NS_PER_S});
        plan = q.next;
        for (int c = 0; c < conn_count; c++)
            free_ns[c] = expected_ns[c] = ORIGIN_NS;
        for (int k = 0; k < START_COUNT_MAX; k++) {
            const int64_t c = first_free(free_ns, conn_count), e = first_free(expected_ns, conn_count);
            const int64_t service_ns = rng_between(&r, 0, 20 * NS_PER_MS);
            const int64_t start_ns = start_queue_take(&q, free_ns[c]);
            if (start_ns == START_NONE)
                break;
            const int64_t planned_ns = ORIGIN_NS + pacer_next_ns(&plan);
            const int64_t begun_ns = start_ns > free_ns[c] ? start_ns : free_ns[c];
            const int64_t expected_begun_ns = planned_ns > expected_ns[e] ? planned_ns : expected_ns[e];
            wrong_count += start_ns != planned_ns || begun_ns != expected_begun_ns;
            free_ns[c] = begun_ns + service_ns;
            expected_ns[e] = expected_begun_ns + service_ns;
            pacer_advance(&plan);
        }
        CHECK_INT(wrong_count, 0);
        CHECK(ORIGIN_NS + pacer_next_ns(&plan) >= ORIGIN_NS + NS_PER_S, "a start of the slice was given to nobody");
        start_queue_free(&q);
    }
}

/* A start is due at its moment and not before, and none is planned at the end of the slice or after it. */
static void
what_waits_is_counted_to_the_nanosecond(void)
{
    struct start_queue q;

    set_up(&q, ARRIVALS_FIXED, 100, 1, unlimited);
    begin_ten(&q, true);
    const int64_t first_ns = ORIGIN_NS + pacer_next_ns(&q.due);

    CHECK_INT(start_queue_backlog(&q, first_ns - 1), 0);
    CHECK_INT(start_queue_backlog(&q, first_ns), 1);
    CHECK_INT(start_queue_backlog(&q, first_ns + 20 * NS_PER_MS), 3);
    CHECK_INT(start_queue_take(&q, first_ns + 20 * NS_PER_MS), first_ns);
    CHECK_INT(start_queue_backlog(&q, first_ns + 20 * NS_PER_MS), 2);
    CHECK_INT(q.backlog_end, -1);
    CHECK_INT(start_queue_backlog(&q, ORIGIN_NS + NS_PER_S), 9);
    CHECK_INT(start_queue_take(&q, ORIGIN_NS + NS_PER_S), first_ns + 10 * NS_PER_MS);

    const struct start_account record = start_queue_end(&q, 100 * NS_PER_MS);
    CHECK_INT(record.offered, 10);
    CHECK_INT(record.backlog_max, 9);
    CHECK_INT(record.backlog_end, 9); /* What waited then, not what is left. */
    CHECK_INT(record.unstarted, 8);
    start_queue_free(&q);
}

static void
who_takes_a_start_that_is_yet_to_come_leaves_none_that_waits(void)
{
    struct start_queue q;

    set_up(&q, ARRIVALS_FIXED, 100, 2, unlimited);
    begin_ten(&q, true);
    const int64_t first_ns = ORIGIN_NS + pacer_next_ns(&q.due);
    CHECK_INT(start_queue_take(&q, ORIGIN_NS), first_ns);
    CHECK_INT(start_queue_take(&q, ORIGIN_NS), first_ns + 10 * NS_PER_MS);
    CHECK_INT(start_queue_backlog(&q, first_ns + 15 * NS_PER_MS), 0);
    CHECK_INT(start_queue_backlog(&q, first_ns + 20 * NS_PER_MS), 1);
    start_queue_free(&q);
}

/* Those of connections that went away; the earliest is the next for whoever is free. */
static void
what_is_given_back_is_taken_first_and_in_its_order(void)
{
    struct start_queue q;
    int64_t starts[4];

    set_up(&q, ARRIVALS_FIXED, 100, 4, unlimited);
    begin_ten(&q, true);
    for (int i = 0; i < 4; i++)
        starts[i] = start_queue_take(&q, ORIGIN_NS);
    start_queue_return(&q, starts[2]);
    start_queue_return(&q, starts[0]);
    start_queue_return(&q, starts[1]);
    CHECK_INT(start_queue_backlog(&q, starts[1]), 2); /* They wait again. */
    for (int i = 0; i < 3; i++)
        CHECK_INT(start_queue_take(&q, starts[1]), starts[i]);
    CHECK_INT(start_queue_take(&q, starts[1]), starts[3] + 10 * NS_PER_MS);
    start_queue_return(&q, starts[3]);

    const struct start_account record = start_queue_end(&q, 100 * NS_PER_MS);
    CHECK_INT(record.offered, 10);
    CHECK_INT(record.unstarted, 6);
    start_queue_free(&q);
}

/* --events: of several slices together, those of the warm-up not counted. */
static void
no_more_is_planned_than_may_begin(void)
{
    static const int64_t events[TARGET_COUNT_MAX] = {13, 0};
    struct start_queue q;
    int64_t start_ns;

    set_up(&q, ARRIVALS_FIXED, 100, 2, events);
    for (int slice = 0; slice < 3; slice++) {
        const int64_t planned = slice == 2 ? 3 : 10;
        begin_ten(&q, slice > 0);
        for (int k = 0; k < planned; k++)
            start_ns = start_queue_take(&q, ORIGIN_NS);
        CHECK(start_ns != START_NONE, "slice %d has %lld starts", slice, (long long)planned);
        CHECK(!atomic_load(&q.is_used_up), "nobody was refused yet");
        CHECK_INT(start_queue_take(&q, ORIGIN_NS), START_NONE);
        CHECK_INT(atomic_load(&q.is_used_up), slice == 2); /* And not because its time is over. */
        const struct start_account record = start_queue_end(&q, 100 * NS_PER_MS);
        CHECK_INT(record.offered, planned);
        CHECK_INT(record.unstarted, 0);
        CHECK_INT(start_queue_has_left(&q, 0), slice < 2);
    }
    CHECK(!start_queue_has_left(&q, 1), "the other target never had one");
    start_queue_free(&q);
}

/* Stopped in the middle: what was planned after it was not offered, and what of it was taken is given back. */
static void
a_slice_that_is_cut_short_was_planned_for_as_long_as_it_was(void)
{
    struct start_queue q;

    set_up(&q, ARRIVALS_FIXED, 100, 5, unlimited);
    begin_ten(&q, true);
    int64_t start_ns = 0;
    for (int i = 0; i < 5; i++)
        start_ns = start_queue_take(&q, ORIGIN_NS);
    start_queue_return(&q, start_ns - 10 * NS_PER_MS);
    start_queue_return(&q, start_ns);
    const struct start_account record = start_queue_end(&q, 30 * NS_PER_MS);
    CHECK_INT(record.offered, 3);
    CHECK_INT(record.unstarted, 0);
    CHECK_INT(record.backlog_end, 0);
    begin_ten(&q, true);
    CHECK(start_queue_take(&q, ORIGIN_NS) < ORIGIN_NS + 10 * NS_PER_MS, "a slice begins with what another left");
    start_queue_free(&q);
}

/* As for a warm-up that ends when it is told to, on a machine that has just been started. */
static void
a_slice_without_an_end_may_begin_before_the_clock_does(void)
{
    struct start_queue q;

    set_up(&q, ARRIVALS_FIXED, 100, 1, unlimited);
    start_queue_begin(&q, &(struct slice_plan){.start_ns = -3600 * NS_PER_S, .duration_ns = INT64_MAX});
    CHECK_INT(q.deadline_ns, INT64_MAX);
    CHECK(start_queue_take(&q, 0) < 0, "the first start is not in the slice");
    start_queue_free(&q);
}

static void
note_phase(void *ctx, enum phase phase)
{
}

/* In each slice anew, for the time that the worker has longest: of its 100 starts the one that was taken was begun. */
static void
the_queue_of_an_open_loop_is_told_with_its_slice(void)
{
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    const bool has_left[TARGET_COUNT_MAX] = {true, true};
    struct start_queue starts;
    struct schedule schedule;
    struct slice_plan plan;
    struct conductor c;
    struct diag d = DIAG_NONE;

    schedule_init(&schedule, 1, NS_PER_S, 0, 5 * NS_PER_S, 1);
    CHECK_INT(conductor_init(&c, 1, &schedule, 64, hooks, &d), ERR_OK);
    set_up(&starts, ARRIVALS_FIXED, 100, 1, unlimited);
    conductor_pace(&c, &starts);
    struct slice_record done = {.connections = 1};
    for (int slice = 0; conductor_next(&c, slice == 0 ? NULL : &done, has_left, &plan); slice++) {
        CHECK(start_queue_take(&starts, plan.start_ns) - plan.start_ns < 10 * NS_PER_MS, "the plan of another slice goes on");
        done.offered_ns = plan.duration_ns;
        done.end_ns = done.start_ns + 1;
    }
    CHECK(c.record_count > 0, "there was no slice");
    const int64_t off = c.totals[0].offered - 100 * c.totals[0].offered_ns / NS_PER_S;
    CHECK(llabs(off) <= c.totals[0].slice_count, "%lld more than 100 a second were offered", (long long)off);
    CHECK_INT(c.totals[0].unstarted, c.totals[0].offered - c.totals[0].slice_count);
    conductor_free(&c);
    start_queue_free(&starts);
}

int
main(void)
{
    each_start_goes_to_the_connection_that_is_free_first();
    what_waits_is_counted_to_the_nanosecond();
    who_takes_a_start_that_is_yet_to_come_leaves_none_that_waits();
    what_is_given_back_is_taken_first_and_in_its_order();
    no_more_is_planned_than_may_begin();
    a_slice_that_is_cut_short_was_planned_for_as_long_as_it_was();
    a_slice_without_an_end_may_begin_before_the_clock_does();
    the_queue_of_an_open_loop_is_told_with_its_slice();
    return check_result("start_queue");
}
