/*
 * Loads that change while they run: the area below the rates and its inverse, and planned starts against it, of each second, for all
 * shards together, in one slice and in many. What is typed for them is here as well.
 */

#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "check_values.h"
#include "math/pacer.h"
#include "parse.h"

/* A level, a rise, a pause, a level, a fall. */
static const struct rate_plan plan = {.count = 5,
                                      .stages = {{100, 100, 10 * NS_PER_S},
                                                 {100, 500, 20 * NS_PER_S},
                                                 {0, 0, 5 * NS_PER_S},
                                                 {200, 200, 5 * NS_PER_S},
                                                 {200, 0, 10 * NS_PER_S}}};
enum { SECONDS = 50 };

/* By hand: rectangles and trapezes. */
static void
the_area_is_that_of_its_pieces(void)
{
    static const struct {
        double until_s, events;
    } cases[] = {{0, 0},     {10, 1000}, {20, 3000}, {30, 7000}, {33, 7000},
                 {35, 7000}, {40, 8000}, {45, 8750}, {50, 9000}, {60, 9000}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const double events = rate_plan_events(&plan, cases[i].until_s * (double)NS_PER_S);
        CHECK(fabs(events - cases[i].events) < 1e-6, "%g s: %g events", cases[i].until_s, events);
    }
    CHECK_INT(rate_plan_duration_ns(&plan), SECONDS * NS_PER_S);
    CHECK_INT(rate_plan_stage(&plan, 0), 0);
    CHECK_INT(rate_plan_stage(&plan, 10 * NS_PER_S - 1), 0);
    CHECK_INT(rate_plan_stage(&plan, 10 * NS_PER_S), 1);
    CHECK_INT(rate_plan_stage(&plan, 1000 * NS_PER_S), 4);
}

static void
time_is_the_inverse_of_the_area(void)
{
    for (double events = 0.25; events < 9000; events += 7.5) {
        const double at_ns = rate_plan_time_ns(&plan, events);
        CHECK(fabs(rate_plan_events(&plan, at_ns) - events) < 1e-4, "%g events are due at %g", events, at_ns);
    }
    CHECK(rate_plan_time_ns(&plan, 9001) == RATE_PLAN_NEVER, "after a rate of 0 nothing is due");
}

enum { START_COUNT_MAX = 20000 };

/* How many starts of all shards lie in each second. */
static void
count_seconds(enum arrivals arrivals, int64_t shards, uint64_t seed, int counts[SECONDS])
{
    memset(counts, 0, SECONDS * sizeof *counts);
    for (int64_t shard = 0; shard < shards; shard++) {
        struct pacer p;
        int64_t last_ns = 0;
        pacer_init(&p, arrivals, 1, shard, shards, seed);
        pacer_follow(&p, &plan);
        for (pacer_begin_at(&p, 0); pacer_next_ns(&p) < SECONDS * NS_PER_S; pacer_advance(&p)) {
            CHECK(pacer_next_ns(&p) >= last_ns, "no start lies before the one before it");
            last_ns = pacer_next_ns(&p);
            counts[last_ns / NS_PER_S]++;
        }
    }
}

static double
due_in(int second)
{
    return rate_plan_events(&plan, (second + 1.0) * (double)NS_PER_S) -
           rate_plan_events(&plan, (double)second * (double)NS_PER_S);
}

static void
starts_have_the_rate_of_each_second(void)
{
    int counts[SECONDS];

    for (int64_t shards = 1; shards <= 4; shards += 3) {
        count_seconds(ARRIVALS_FIXED, shards, 7, counts);
        for (int s = 0; s < SECONDS; s++)
            CHECK(fabs(counts[s] - due_in(s)) <= 1, "fixed: second %d has %d starts, not %g", s, counts[s], due_in(s));
        count_seconds(ARRIVALS_POISSON, shards, 7, counts);
        for (int s = 0; s < SECONDS; s++) /* Five standard deviations. */
            CHECK(fabs(counts[s] - due_in(s)) <= 5 * sqrt(due_in(s)), "poisson: second %d has %d starts, not %g", s, counts[s],
                  due_in(s));
    }
}

/* Half of the slices are another target's. */
static void
slices_go_through_the_stages(void)
{
    const int64_t slice_ns = 50 * NS_PER_MS;
    struct pacer p;
    double counts[SECONDS] = {0};

    pacer_init(&p, ARRIVALS_FIXED, 1, 0, 1, 3);
    pacer_follow(&p, &plan);
    for (int64_t elapsed_ns = 0; elapsed_ns < SECONDS * NS_PER_S; elapsed_ns += 2 * slice_ns)
        for (pacer_begin_at(&p, elapsed_ns); pacer_next_ns(&p) < slice_ns; pacer_advance(&p))
            counts[elapsed_ns / NS_PER_S]++;
    for (int s = 0; s < SECONDS; s++) /* Ten slices, each with a phase of its own. */
        CHECK(fabs(counts[s] - due_in(s) / 2) <= 10, "second %d has %g starts, not %g", s, counts[s], due_in(s) / 2);
}

static void
a_seed_plans_the_same_starts(void)
{
    struct pacer a, b;

    for (enum arrivals arrivals = ARRIVALS_POISSON; arrivals <= ARRIVALS_FIXED; arrivals++) {
        pacer_init(&a, arrivals, 1, 1, 3, 5);
        pacer_follow(&a, &plan);
        pacer_begin_at(&a, NS_PER_S);
        b = a;
        for (int i = 0; i < 100; i++, pacer_advance(&a), pacer_advance(&b))
            CHECK_INT(pacer_next_ns(&a), pacer_next_ns(&b));
    }
}

static void
the_warm_up_has_the_first_rate(void)
{
    struct pacer p;
    int count = 0;

    pacer_init(&p, ARRIVALS_FIXED, 1, 0, 1, 5);
    pacer_follow(&p, &plan);
    for (pacer_begin_at(&p, -1); pacer_next_ns(&p) < NS_PER_S; pacer_advance(&p))
        count++;
    CHECK(abs(count - 100) <= 1, "%d starts in a second of warm-up", count);
}

static void
what_is_typed_is_read(void)
{
    static const char *const wrong[] = {
        "",           "100",        "100 for",    "100 for 10",         "100 for 10s,",           "100 for 10s, 5",
        "-1 for 10s", "100 for 0s", "100 to 10s", "0 for 10s, 0 in 5s", "100 for 10s 200 for 5s", "1e9 for 1s",
        "100for 10s", "nan for 10s"};
    static struct options o;
    struct diag d;
    char option[64];

    CHECK_INT(PARSE(&o, "--stages=100 for 10s,  500 in 1m , 0 for 500ms", "kv", "run"), ERR_OK);
    CHECK_INT(o.run.stages.count, 3);
    CHECK(o.run.stages.stages[1].from_per_s == 100 && o.run.stages.stages[1].to_per_s == 500, "a rise from the rate before it");
    CHECK_INT(o.run.stages.stages[1].duration_ns, 60 * NS_PER_S);
    CHECK_INT(o.run.stages.stages[2].duration_ns, NS_PER_S / 2);
    CHECK_INT(o.run.time_ns, 70 * NS_PER_S + NS_PER_S / 2);
    CHECK(fabs(o.run.rate_per_s - 19000 / 70.5) < 1e-9, "the mean rate is %g", o.run.rate_per_s);
    for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
        snprintf(option, sizeof option, "--stages=%s", wrong[i]);
        const bool is_read = PARSE(&o, option, "kv", "run") == ERR_OK;
        CHECK(is_read == (i == 3), "\"%s\"", wrong[i]); /* A plain number is of seconds, as with --time. */
    }
    CHECK_INT(PARSE(&o, "--stages=5 for 5s", "--rate=4", "kv", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "--stages and --rate both plan");
    CHECK_INT(PARSE(&o, "--stages=5 for 20s", "--time=10", "kv", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "--stages last 20 s, and --time=10 is shorter");
    CHECK_INT(PARSE(&o, "--stages=5 for 20s", "--time=30", "kv", "run"), ERR_OK);
    CHECK_INT(o.run.time_ns, 30 * NS_PER_S);
}

int
main(void)
{
    the_area_is_that_of_its_pieces();
    time_is_the_inverse_of_the_area();
    starts_have_the_rate_of_each_second();
    slices_go_through_the_stages();
    a_seed_plans_the_same_starts();
    the_warm_up_has_the_first_rate();
    what_is_typed_is_read();
    return check_result("rate plan");
}
