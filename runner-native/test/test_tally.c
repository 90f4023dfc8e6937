/* What workers counted, added up: every field, and SQLSTATEs beyond those that there is room for. */

#include "machine/tally.h"
#include "check_values.h"

#include <stdio.h>

static struct tally *
made(int64_t unit)
{
    struct tally *const t = tally_create();

    t->events = unit;
    t->failed_events = 2 * unit;
    t->failed_attempts = 3 * unit;
    t->rollbacks = 4 * unit;
    t->retries = 5 * unit;
    t->reconnects = 6 * unit;
    t->downtime_ns = 7 * unit;
    t->longest_wait_ns = 8 * unit;
    t->retried_events = 30 * unit;
    t->skipped_events = 31 * unit;
    t->lag_sum_ns = 32 * unit;
    t->lag_max_ns = 33 * unit;
    t->reconnect_ns = 34 * unit;
    for (int i = 0; i < QUERY_CLASS_COUNT; i++) {
        t->queries.count[i] = (10 + i) * unit;
        t->committed.count[i] = (20 + i) * unit;
    }
    sqlstates_add(&t->sqlstates, "40001", unit);
    hist_record(&t->latency, 1000 * unit);
    return t;
}

static void
every_count_adds_up(void)
{
    struct tally *const all = made(1), *const more = made(100);

    sqlstates_add(&more->sqlstates, "40P01", 9);
    tally_merge(all, more);
    CHECK_INT(all->events, 101);
    CHECK_INT(all->failed_events, 202);
    CHECK_INT(all->failed_attempts, 303);
    CHECK_INT(all->rollbacks, 404);
    CHECK_INT(all->retries, 505);
    CHECK_INT(all->reconnects, 606);
    CHECK_INT(all->downtime_ns, 707);
    CHECK_INT(all->retried_events, 3030);
    CHECK_INT(all->skipped_events, 3131);
    CHECK_INT(all->lag_sum_ns, 3232);
    CHECK_INT(all->lag_max_ns, 3300);
    CHECK_INT(all->reconnect_ns, 3434);
    CHECK_INT(all->longest_wait_ns, 800); /* The longest of either, whichever comes first. */
    tally_merge(more, all);
    CHECK_INT(more->longest_wait_ns, 800);
    for (int i = 0; i < QUERY_CLASS_COUNT; i++) {
        CHECK_INT(all->queries.count[i], (10 + i) * 101);
        CHECK_INT(all->committed.count[i], (20 + i) * 101);
    }
    CHECK_INT(all->sqlstates.count, 2);
    CHECK_INT(all->sqlstates.entry[0].attempts, 101);
    CHECK_TEXT(all->sqlstates.entry[1].sqlstate, "40P01");
    CHECK_INT(all->sqlstates.entry[1].attempts, 9);
    CHECK_INT(all->latency.count, 2);
    CHECK_INT(all->latency.sum_ns, 101000);
    tally_destroy(all);
    tally_destroy(more);
}

static void
sqlstates_beyond_the_room_are_counted_together(void)
{
    struct tally *const t = tally_create(), *const all = tally_create();
    char state[16];

    for (int i = 0; i < SQLSTATE_COUNT_MAX + 2; i++) {
        snprintf(state, sizeof state, "X%04d", i);
        sqlstates_add(&t->sqlstates, state, 3);
    }
    CHECK_INT(t->sqlstates.count, SQLSTATE_COUNT_MAX);
    CHECK_INT(t->sqlstates.overflow, 6);
    sqlstates_add(&t->sqlstates, "X0000", 4); /* Who is there stays counted alone. */
    CHECK_INT(t->sqlstates.entry[0].attempts, 7);
    tally_merge(all, t);
    tally_merge(all, t);
    CHECK_INT(all->sqlstates.overflow, 12);
    CHECK_INT(all->sqlstates.entry[0].attempts, 14);
    tally_reset(t);
    CHECK_INT(t->sqlstates.count + t->sqlstates.overflow + t->events, 0);
    tally_destroy(t);
    tally_destroy(all);
}

int
main(void)
{
    every_count_adds_up();
    sqlstates_beyond_the_room_are_counted_together();
    return check_result("tally");
}
