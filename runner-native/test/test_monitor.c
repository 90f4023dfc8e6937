/* What workers deliver between slices, and when that wakes who reports it. */

#include <unistd.h>

#include "check_values.h"
#include "machine/monitor.h"

static void
each_interval_is_given_out_once(void)
{
    struct monitor m;
    struct monitor_sample sample = {.tallies = {tally_create(), tally_create()}};
    struct tally *const t = tally_create();
    struct diag d = DIAG_NONE;

    CHECK_INT(monitor_init(&m, 2, NS_PER_S, &d), ERR_OK);
    t->events = 5;
    t->longest_wait_ns = 70;
    sqlstates_add(&t->sqlstates, "40001", 2);
    hist_record(&t->latency, NS_PER_MS);
    for (int interval = 0; interval < 4; interval++) {
        const int target = interval % 2;
        monitor_add(&m, target, t, 600);
        monitor_add(&m, target, t, 400 + 2 * interval);
        monitor_deliver(&m, 0, (struct monitor_standing){.in_flight = 2, .waiting_ns = 30 - interval});
        monitor_deliver(&m, 1, (struct monitor_standing){.in_flight = 1, .waiting_ns = 20 - interval});
        monitor_take(&m, &sample);
        CHECK_INT(sample.tallies[1 - target]->events, 0);
        CHECK_INT(sample.driven_ns[1 - target], 0);
        CHECK_INT(sample.tallies[target]->events, 10);
        CHECK_INT(sample.tallies[target]->latency.count, 2);
        CHECK_INT(sample.tallies[target]->sqlstates.entry[0].attempts, 4);
        CHECK_INT(sample.tallies[target]->longest_wait_ns, 70);
        CHECK_INT(sample.driven_ns[target], 500 + interval); /* The mean of two workers. */
        CHECK_INT(sample.in_flight, 3);
        CHECK_INT(sample.waiting_ns, 30 - interval); /* The longest of any worker. */
    }
    monitor_take(&m, &sample);
    CHECK_INT(sample.tallies[0]->events + sample.tallies[1]->events, 0);
    CHECK_INT(sample.driven_ns[0] + sample.driven_ns[1], 0);
    CHECK_INT(sample.in_flight, 0);
    CHECK_INT(sample.waiting_ns, 0);
    tally_destroy(t);
    tally_destroy(sample.tallies[0]);
    tally_destroy(sample.tallies[1]);
    monitor_free(&m);
}

/* How many workers wake the reporter, and once for each interval. */
static void
the_reporter_wakes_when_all_workers_have_delivered(void)
{
    static const struct monitor_standing standing = {.backlog = 4, .in_flight = 2, .waiting_ns = 30};
    struct monitor m;
    struct monitor_sample sample = {.tallies = {tally_create(), tally_create()}};
    struct diag d = DIAG_NONE;
    uint64_t woken = 0;

    CHECK_INT(monitor_init(&m, 2, NS_PER_S, &d), ERR_OK);
    CHECK_INT(m.interval_ns, NS_PER_S);
    for (int interval = 0; interval < 2; interval++) {
        monitor_deliver(&m, 0, standing);
        CHECK(read(m.event_fd, &woken, sizeof woken) < 0, "one of two workers wakes nobody");
        monitor_deliver(&m, 1, standing);
        CHECK(read(m.event_fd, &woken, sizeof woken) == sizeof woken && woken == 1, "both wake once, not %llu times",
              (unsigned long long)woken);
        monitor_take(&m, &sample);
        CHECK_INT(sample.backlog, 4); /* Of one queue, which both have seen. */
        CHECK_INT(sample.in_flight, 4);
    }
    tally_destroy(sample.tallies[0]);
    tally_destroy(sample.tallies[1]);
    monitor_free(&m);
    monitor_free(&m); /* As a half-built one is. */
    CHECK_INT(m.event_fd, -1);
}

/* It may wait for others between two slices, and say nothing. Then a line comes all the same, and who has delivered twice is in it once. */
static void
who_is_late_is_waited_for_until_another_comes_again(void)
{
    struct monitor m;
    struct monitor_sample sample = {.tallies = {tally_create(), tally_create()}};
    struct diag d = DIAG_NONE;
    uint64_t woken = 0;

    CHECK_INT(monitor_init(&m, 3, NS_PER_S, &d), ERR_OK);
    monitor_deliver(&m, 0, (struct monitor_standing){.backlog = 9, .in_flight = 2, .waiting_ns = 50});
    monitor_deliver(&m, 1, (struct monitor_standing){.backlog = 1, .in_flight = 3, .waiting_ns = 40});
    CHECK(read(m.event_fd, &woken, sizeof woken) < 0, "two of three workers wake nobody");
    monitor_deliver(&m, 0, (struct monitor_standing){.backlog = 4, .in_flight = 4, .waiting_ns = 10});
    CHECK(read(m.event_fd, &woken, sizeof woken) == sizeof woken, "nothing is told");
    monitor_take(&m, &sample);
    CHECK_INT(sample.backlog, 4); /* Whoever saw more of it. */
    CHECK_INT(sample.in_flight, 7);
    CHECK_INT(sample.waiting_ns, 40);
    monitor_deliver(&m, 2, (struct monitor_standing){.in_flight = 1}); /* Late, and the first of the next interval. */
    monitor_deliver(&m, 1, (struct monitor_standing){.in_flight = 1});
    CHECK(read(m.event_fd, &woken, sizeof woken) < 0, "the late one was counted for an interval that had been told");
    monitor_deliver(&m, 0, (struct monitor_standing){.in_flight = 1});
    CHECK(read(m.event_fd, &woken, sizeof woken) == sizeof woken, "nothing is told");
    monitor_take(&m, &sample);
    CHECK_INT(sample.in_flight, 3);
    tally_destroy(sample.tallies[0]);
    tally_destroy(sample.tallies[1]);
    monitor_free(&m);
}

/* What the warm-up has left is nothing of the measured time. */
static void
a_new_phase_forgets_what_was_there(void)
{
    struct monitor m;
    struct monitor_sample sample = {.tallies = {tally_create(), tally_create()}};
    struct tally *const t = tally_create();
    struct diag d = DIAG_NONE;
    uint64_t woken = 0;

    CHECK_INT(monitor_init(&m, 2, NS_PER_S, &d), ERR_OK);
    t->events = 5;
    monitor_add(&m, 0, t, 600);
    monitor_add(&m, 1, t, 600);
    monitor_deliver(&m, 0, (struct monitor_standing){.backlog = 4, .in_flight = 2, .waiting_ns = 30});
    monitor_reset(&m);
    monitor_deliver(&m, 1, (struct monitor_standing){.backlog = 1, .in_flight = 1, .waiting_ns = 1});
    CHECK(read(m.event_fd, &woken, sizeof woken) < 0, "the first of two to deliver in the new phase wakes nobody");
    monitor_take(&m, &sample);
    for (int target = 0; target < TARGET_COUNT_MAX; target++) {
        CHECK_INT(sample.tallies[target]->events, 0);
        CHECK_INT(sample.driven_ns[target], 0);
    }
    CHECK_INT(sample.backlog, 1);
    CHECK_INT(sample.in_flight, 1);
    CHECK_INT(sample.waiting_ns, 1);
    tally_destroy(t);
    tally_destroy(sample.tallies[0]);
    tally_destroy(sample.tallies[1]);
    monitor_free(&m);
}

static void
sqlstates_beyond_the_limit_are_counted_together(void)
{
    struct sqlstates s = {0};
    char sqlstate[12];

    for (int i = 0; i < SQLSTATE_COUNT_MAX + 3; i++) {
        snprintf(sqlstate, sizeof sqlstate, "%05d", i);
        sqlstates_add(&s, sqlstate, 1);
    }
    sqlstates_add(&s, "00000", 4);
    CHECK_INT(s.count, SQLSTATE_COUNT_MAX);
    CHECK_INT(s.overflow, 3);
    CHECK_INT(s.entry[0].attempts, 5);
}

int
main(void)
{
    each_interval_is_given_out_once();
    the_reporter_wakes_when_all_workers_have_delivered();
    who_is_late_is_waited_for_until_another_comes_again();
    a_new_phase_forgets_what_was_there();
    sqlstates_beyond_the_limit_are_counted_together();
    return check_result("monitor");
}
