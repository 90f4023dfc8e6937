/*
 * What workers measured, added up to a run: who was treated fairly, where all of them were, and whether the server kept up.
 */

#include "machine/outcome.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/worker.h"
#include "report/report.h"

enum { WORKER_COUNT = 2, CONN_COUNT = 2 };

/* Two workers of two connections each, which have measured nothing yet. */
struct crew {
    struct program program;
    struct target target;
    struct conn conns[WORKER_COUNT][CONN_COUNT];
    struct worker workers[WORKER_COUNT];
    struct slice_totals totals;
    struct outcome outcome;
};

static struct crew
new_crew(void)
{
    struct crew c = {.program = {.event_kind_count = 1, .statement_count = 1}, .target = {.host_count = 2}};

    for (int i = 0; i < WORKER_COUNT; i++) {
        struct loop *const l = &c.workers[i].loop;
        l->conn_count = CONN_COUNT;
        l->measured[0] = tally_create();
        l->details[0] = detail_create(&c.program, 2, false, 0);
        l->env.placement.cpu = -1;
    }
    return c;
}

static const struct block *
add_up(struct crew *c)
{
    for (int i = 0; i < WORKER_COUNT; i++)
        c->workers[i].loop.conns[0] = c->conns[i];
    CHECK(outcome_init(&c->outcome, &c->program, &c->target, 1, &(struct run_options){0}), "there is memory");
    outcome_add_up(&c->outcome, c->workers, WORKER_COUNT, &c->totals);
    return &c->outcome.blocks[0];
}

static void
free_crew(struct crew *c)
{
    outcome_free(&c->outcome);
    for (int i = 0; i < WORKER_COUNT; i++) {
        tally_destroy(c->workers[i].loop.measured[0]);
        detail_destroy(c->workers[i].loop.details[0]);
    }
}

static bool
is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* 2, 4, 4 and 6 events: a mean of 4, a variance of 2. */
static void
fairness_is_over_the_connections_of_all_workers(void)
{
    static const int64_t events[] = {2, 4, 4, 6};
    struct crew c = new_crew();

    for (int i = 0; i < WORKER_COUNT * CONN_COUNT; i++) {
        struct conn *const conn = &c.conns[i / CONN_COUNT][i % CONN_COUNT];
        conn->event_count = events[i];
        conn->busy_ns = 3 * events[i] * NS_PER_S;
    }
    c.totals.duration_ns = 24 * NS_PER_S;
    const struct block *const block = add_up(&c);
    CHECK(is_near(block->fairness.events_mean, 4), "the mean of events is %g", block->fairness.events_mean);
    CHECK(is_near(block->fairness.events_sd, sqrt(2)), "their sd is %g", block->fairness.events_sd);
    CHECK(is_near(block->fairness.busy_s_mean, 12), "the mean of seconds is %g", block->fairness.busy_s_mean);
    CHECK(is_near(block->fairness.busy_s_sd, 3 * sqrt(2)), "their sd is %g", block->fairness.busy_s_sd);
    /* Little's law: 48 busy seconds in 24. */
    CHECK(is_near(block->in_flight_mean, 2), "%g were in flight", block->in_flight_mean);
    free_crew(&c);
}

/* Sums of squares of equal numbers differ in the last digits, and there is no root below 0. */
static void
connections_that_are_alike_have_no_spread(void)
{
    struct crew c = new_crew();

    c.workers[1].loop.conn_count = 1;
    for (int i = 0; i < 3; i++) {
        c.conns[i / CONN_COUNT][i % CONN_COUNT].event_count = 1;
        c.conns[i / CONN_COUNT][i % CONN_COUNT].busy_ns = 100000004; /* The difference is -3e-18. */
    }
    const struct block *const block = add_up(&c);
    CHECK(is_near(block->fairness.events_sd, 0), "the sd of events is %g", block->fairness.events_sd);
    CHECK(block->fairness.busy_s_sd < 1e-6, "that of seconds is %g", block->fairness.busy_s_sd);
    CHECK(is_near(block->in_flight_mean, 0), "without slices nothing was in flight, %g", block->in_flight_mean);
    free_crew(&c);
}

static void
a_run_is_pinned_only_where_every_worker_and_all_of_its_processes_are(void)
{
    static const struct {
        int cpu[WORKER_COUNT];
        int64_t missed[WORKER_COUNT];
        const char *placement;
    } cases[] = {
        {{-1, -1}, {0, 0}, "free"}, {{0, 1}, {0, 0}, "pinned"}, {{0, -1}, {0, 0}, "free"},  {{-1, 0}, {0, 0}, "free"},
        {{0, 1}, {1, 0}, "mixed"},  {{0, 1}, {0, 1}, "mixed"},  {{0, -1}, {0, 2}, "mixed"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct crew c = new_crew();
        for (int w = 0; w < WORKER_COUNT; w++) {
            c.workers[w].loop.env.placement.cpu = cases[i].cpu[w];
            c.workers[w].loop.env.placement.missed_count = cases[i].missed[w];
        }
        add_up(&c);
        CHECK_TEXT(c.outcome.placement, cases[i].placement);
        free_crew(&c);
    }
}

static void
one_worker_alone_is_pinned_too(void)
{
    struct crew c = new_crew();

    c.workers[0].loop.conns[0] = c.conns[0];
    c.workers[0].loop.env.placement.cpu = 0;
    CHECK(outcome_init(&c.outcome, &c.program, &c.target, 1, &(struct run_options){0}), "there is memory");
    outcome_add_up(&c.outcome, c.workers, 1, &c.totals);
    CHECK_TEXT(c.outcome.placement, "pinned");
    free_crew(&c);
}

/* Of a hundred planned starts five may wait when the time is over, and none may be left at the end. */
static void
a_server_keeps_up_while_few_starts_wait_and_all_are_begun(void)
{
    static const struct {
        int64_t offered, backlog_end, unstarted;
        bool is_sustained;
    } cases[] = {
        {100, 0, 0, true}, {100, 5, 0, true}, {100, 6, 0, false}, {200, 10, 0, true}, {100, 5, 1, false}, {0, 0, 0, true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct crew c = new_crew();
        c.totals = (struct slice_totals){
            .offered = cases[i].offered, .backlog_end = cases[i].backlog_end, .unstarted = cases[i].unstarted};
        CHECK(add_up(&c)->is_sustained == cases[i].is_sustained, "%lld of %lld waited, %lld were left",
              (long long)cases[i].backlog_end, (long long)cases[i].offered, (long long)cases[i].unstarted);
        free_crew(&c);
    }
}

/* Three events, one of which took two attempts: 10, 20 and 500 ms, of which the last attempt was 30. */
static void
latency_without_retries_has_the_last_attempts_in_their_place(void)
{
    struct crew c = new_crew();
    struct loop *const first = &c.workers[0].loop, *const second = &c.workers[1].loop;

    hist_record(&first->measured[0]->latency, 10 * NS_PER_MS);
    hist_record(&first->measured[0]->latency, 500 * NS_PER_MS);
    hist_record(first->details[0]->retried, 500 * NS_PER_MS);
    hist_record(first->details[0]->last_attempt, 30 * NS_PER_MS);
    hist_record(&second->measured[0]->latency, 20 * NS_PER_MS);
    const struct block *const block = add_up(&c);
    CHECK_INT(block->tally->latency.count, 3);
    CHECK_INT(block->attempt->count, 3);
    CHECK_INT(block->attempt->sum_ns, (10 + 20 + 30) * NS_PER_MS);
    CHECK_INT(hist_percentile_ns(block->attempt, 100), 30 * NS_PER_MS);
    free_crew(&c);
}

static void
counts_of_all_workers_add_up(void)
{
    struct crew c = new_crew();

    c.workers[0].loop.accounting = (struct accounting){.started = 10, .done = 7, .failed = 2, .abandoned = 1};
    c.workers[1].loop.accounting = (struct accounting){.started = 100, .done = 70, .failed = 20, .abandoned = 10};
    c.conns[0][0].host = 1;
    c.conns[1][1].host = 1;
    c.conns[1][0].host = 1;
    memcpy(c.workers[1].server_version[0], "15.18", sizeof "15.18"); /* The first worker was never told. */
    c.workers[1].server_version_num[0] = 150018;
    const struct block *const block = add_up(&c);
    CHECK_INT(c.outcome.worker_count, 2);
    CHECK_INT(c.outcome.accounting.started, 110);
    CHECK_INT(c.outcome.accounting.done, 77);
    CHECK_INT(c.outcome.accounting.failed, 22);
    CHECK_INT(c.outcome.accounting.abandoned, 11);
    CHECK_INT(block->host_connections[0], 1);
    CHECK_INT(block->host_connections[1], 3);
    CHECK_TEXT(block->server_version, "15.18");
    CHECK_INT(block->server_version_num, 150018);
    free_crew(&c);
}

static void
before_the_run_nothing_is_known(void)
{
    struct crew c = new_crew();

    CHECK(outcome_init(&c.outcome, &c.program, &c.target, 1, &(struct run_options){.rate_per_s = 1}), "there is memory");
    CHECK_INT(c.outcome.target_count, 1);
    CHECK_INT(c.outcome.blocks[0].server_cpu_ns, -1);
    CHECK_INT(c.outcome.blocks[1].server_cpu_ns, -1);
    CHECK(c.outcome.steal_share < 0 && c.outcome.others_share < 0 && c.outcome.load_average < 0, "shares are unknown");
    CHECK(c.outcome.blocks[0].detail->lateness != NULL, "an open loop has lateness");
    CHECK(c.outcome.blocks[0].detail->hosts[1].latency != NULL, "each of two hosts has its latency");
    free_crew(&c);
}

/* What a report prints, as text. */
static const char *
printed(const struct report_ops *ops, struct report *r, const struct outcome *o)
{
    static char text[16384];
    FILE *const file = tmpfile();
    const int before = dup(STDOUT_FILENO);

    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    ops->outcome(r, o);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Its last bucket is at 100 s, and has all that is longer. */
static void
the_histogram_of_sysbench_has_every_event(void)
{
    struct crew c = new_crew();
    struct options o = {.compat = COMPAT_SYSBENCH_1_0_20, .report = {.histogram = true, .verbosity = VERBOSITY_REPORT}};
    struct report r = {.ops = &report_sysbench, .options = &o, .target_count = 1};

    hist_record(&c.workers[0].loop.measured[0]->latency, 10 * NS_PER_MS);
    hist_record(&c.workers[0].loop.measured[0]->latency, 200 * NS_PER_S);
    hist_record(&c.workers[1].loop.measured[0]->latency, 300 * NS_PER_S);
    hist_record(&c.workers[1].loop.measured[0]->latency, 2 * HIST_VALUE_NS_MAX);
    add_up(&c);
    const char *const text = printed(&report_sysbench, &r, &c.outcome);
    CHECK_HAS(text, "|*************                            1\n");
    CHECK_HAS(text, "  100000.000 |**************************************** 3\n");
    free_crew(&c);
}

int
main(void)
{
    before_the_run_nothing_is_known();
    fairness_is_over_the_connections_of_all_workers();
    connections_that_are_alike_have_no_spread();
    a_run_is_pinned_only_where_every_worker_and_all_of_its_processes_are();
    one_worker_alone_is_pinned_too();
    a_server_keeps_up_while_few_starts_wait_and_all_are_begun();
    latency_without_retries_has_the_last_attempts_in_their_place();
    counts_of_all_workers_add_up();
    the_histogram_of_sysbench_has_every_event();
    return check_result("outcome");
}
