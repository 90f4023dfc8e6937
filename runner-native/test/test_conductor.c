/* The meeting of the workers: parts of a slice become one, phases follow each other, everybody stops together. */

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/conductor.h"

enum { WORKER_COUNT = 3 };

static enum phase phases[8];
static int phase_count;

static void
note_phase(void *ctx, enum phase phase)
{
    phases[phase_count++] = phase;
}

struct player {
    struct conductor *conductor;
    int index;
    int slices_played;
    int gives_up_after; /* Slices; it then has no event left. */
    int fails_after;    /* Slices; -1: never. */
};

static bool is_open;

/* A worker that makes up its slices: part `index` of slice n lasts from 1000 n + index to 1000 n + 100 + 10 index. */
static void *
play(void *arg)
{
    struct player *const p = arg;
    struct slice_record record;
    const struct slice_record *done = NULL;
    struct slice_plan plan;

    for (;;) {
        const bool left = p->slices_played < p->gives_up_after;
        const bool has_left[TARGET_COUNT_MAX] = {left, left};
        if (p->slices_played == p->fails_after) {
            struct diag d = DIAG_NONE;
            fail(&d, ERR_TARGET, "worker %d failed", p->index);
            conductor_fail(p->conductor, &d);
        }
        if (!conductor_next(p->conductor, done, has_left, &plan))
            return NULL;
        const int64_t base = 1000 * (int64_t)p->slices_played;
        record = (struct slice_record){
            .target = plan.target,
            .start_ns = base + p->index,
            .end_ns = base + 100 + 10 * p->index,
            .connections = 2 + p->index,
            .rest_ns = 3,
            .events = 1,
            .queries = 2,
            .failures = p->index,
            .latency_sum_ns = 5,
            .latency_max_ns = p->index == 1 ? 70 : 20,
            .tail_ns = p->index == 1 ? 60 : 10,
            .offered_ns = p->index == 1 ? 90 : 80,
            .is_open = is_open,
        };
        done = &record;
        p->slices_played++;
    }
}

static struct slice_record told;
static int told_count;

static void
note_slice(void *ctx, const struct slice_record *slice)
{
    told = *slice;
    told_count++;
}

static int connected_count;
static bool refuses;

static enum err
note_connected(void *ctx, struct diag *d)
{
    connected_count++;
    return refuses ? fail(d, ERR_TARGET, "not on this machine") : ERR_OK;
}

static void
conduct(struct conductor *c, int64_t warmup_ns, int64_t measure_ns, int gives_up_after, int fails_after)
{
    const struct conductor_hooks hooks = {.connected = note_connected, .phase_began = note_phase, .slice_ended = note_slice};
    struct player players[WORKER_COUNT];
    pthread_t threads[WORKER_COUNT];
    struct schedule schedule;
    struct diag d = DIAG_NONE;

    phase_count = 0;
    told_count = 0;
    schedule_init(&schedule, 2, 100, warmup_ns, measure_ns, 1);
    CHECK_INT(conductor_init(c, WORKER_COUNT, &schedule, 64, hooks, &d), ERR_OK);
    for (int i = 0; i < WORKER_COUNT; i++) {
        players[i] = (struct player){
            .conductor = c, .index = i, .gives_up_after = gives_up_after, .fails_after = i == 2 ? fails_after : -1};
        pthread_create(&threads[i], NULL, play, &players[i]);
    }
    for (int i = 0; i < WORKER_COUNT; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < WORKER_COUNT; i++)
        CHECK_INT(players[i].slices_played, players[0].slices_played);
}

/* Makes it an open loop, of hardly any starts. */
static void
pace(struct conductor *c, struct start_queue *starts, double rate_per_s)
{
    static const int64_t events[TARGET_COUNT_MAX] = {INT64_MAX, INT64_MAX};
    struct pacer pacer;

    pacer_init(&pacer, ARRIVALS_FIXED, rate_per_s, 0, 1, 1);
    CHECK(start_queue_init(starts, &pacer, 1, events), "out of memory");
    conductor_pace(c, starts);
}

static void
parts_of_a_slice_become_one(void)
{
    struct conductor c;

    conduct(&c, 400, 2000, 1000, -1);
    CHECK(c.record_count >= 16 && c.record_count <= 27, "%zu slices of about 100 in 2000", c.record_count);
    for (size_t i = 0; i < c.record_count; i++) {
        const struct slice_record *const s = &c.records[i];
        CHECK_INT(s->index, (int64_t)i);
        CHECK_INT(s->start_ns % 1000, 0);
        CHECK_INT(s->end_ns - s->start_ns, 120);
        CHECK_INT(s->connections, 2 + 3 + 4);
        /* Their own, and until the last worker is done: two for 20, three for 10. */
        CHECK_INT(s->rest_ns, 3 * 3 + 2 * 20 + 3 * 10);
        CHECK_INT(s->events, 3);
        CHECK_INT(s->queries, 6);
        CHECK_INT(s->failures, 3);
        CHECK_INT(s->latency_sum_ns, 15);
        CHECK_INT(s->latency_max_ns, 70);
        CHECK_INT(s->tail_ns, 60);
        CHECK_INT(s->offered_ns, 90);
    }
    CHECK_INT(told_count, (int64_t)c.record_count); /* Of the measured ones alone. */
    CHECK_INT(told.end_ns - told.start_ns, 120);
    for (int t = 0; t < 2; t++) {
        const struct slice_totals *const all = &c.totals[t];
        CHECK_INT(all->duration_ns, 120 * all->slice_count);
        CHECK_INT(all->rest_ns, (3 * 3 + 2 * 20 + 3 * 10) * all->slice_count);
        CHECK_INT(all->offered_ns, 90 * all->slice_count);
    }
    CHECK_INT(c.totals[0].slice_count + c.totals[1].slice_count, (int64_t)c.record_count);
    CHECK_INT(phase_count, 3);
    CHECK(phases[0] == PHASE_WARMUP && phases[1] == PHASE_MEASURE && phases[2] == PHASE_OVER, "in their order");
    conductor_free(&c);
}

/* What waits for its plan does not rest, nor does it for other workers. */
static void
nobody_rests_in_an_open_loop(void)
{
    struct conductor c;

    is_open = true;
    conduct(&c, 400, 2000, 1000, -1);
    is_open = false;
    CHECK(c.record_count > 0, "there are slices");
    for (size_t i = 0; i < c.record_count; i++) {
        CHECK_INT(c.records[i].end_ns - c.records[i].start_ns, 120);
        CHECK_INT(c.records[i].rest_ns, 3 * 3); /* Nothing but what the workers said themselves. */
    }
    conductor_free(&c);
}

static void
a_refusal_when_all_are_connected_ends_the_run_before_anything_begins(void)
{
    struct conductor c;

    connected_count = 0;
    refuses = true;
    conduct(&c, 400, 2000, 1000, -1);
    refuses = false;
    CHECK_INT(connected_count, 1);
    CHECK_INT((int64_t)c.record_count, 0);
    CHECK(phase_count == 1 && phases[0] == PHASE_OVER, "%d phases", phase_count);
    CHECK_TEXT(c.diag.text, "not on this machine");
    conductor_free(&c);
}

/* Machines begin together, and however long the last event of a slice took: each slice ends where it ends on all of them. */
static void
slices_end_where_those_of_all_machines_do(bool is_paced)
{
    static const int64_t begun_ago_s[] = {0, 5000};
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    const bool has_left[TARGET_COUNT_MAX] = {true, true};

    for (size_t i = 0; i < ARRAY_LENGTH(begun_ago_s); i++) {
        const int64_t begin_ns = clock_now_ns() - begun_ago_s[i] * NS_PER_S;
        struct slice_record done = {0};
        struct slice_plan plan, planned;
        struct schedule schedule;
        struct conductor c;
        struct diag d = DIAG_NONE;
        struct start_queue starts = {0};
        int64_t end_ns = begin_ns;
        int lost_count = 0;

        phase_count = 0;
        schedule_init(&schedule, 2, 1000 * NS_PER_S, 2000 * NS_PER_S, 20000 * NS_PER_S, 1);
        CHECK_INT(conductor_init(&c, 1, &schedule, 64, hooks, &d), ERR_OK);
        conductor_keep_step(&c, begin_ns);
        if (is_paced)
            pace(&c, &starts, 1);
        for (int slice = 0; conductor_next(&c, slice == 0 ? NULL : &done, has_left, &plan); slice++) {
            CHECK(schedule_next(&schedule, &planned), "slice %d is planned", slice);
            CHECK_INT(plan.target, planned.target);
            if (is_paced && slice == 0)
                CHECK_INT(plan.start_ns, begin_ns);
            end_ns += planned.duration_ns;
            if (plan.start_ns < end_ns)
                CHECK_INT(plan.start_ns + plan.duration_ns, end_ns);
            else
                CHECK_INT(plan.duration_ns, 0);
            lost_count += plan.duration_ns == 0;
            done = (struct slice_record){.target = plan.target, .start_ns = plan.start_ns, .end_ns = plan.start_ns};
        }
        CHECK_INT(end_ns, begin_ns + 22000 * NS_PER_S);
        CHECK_INT(lost_count > 0, begun_ago_s[i] > 0);
        conductor_free(&c);
        start_queue_free(&starts);
    }
}

static void
nobody_has_events_left(void)
{
    struct conductor c;

    conduct(&c, 0, 0, 7, -1);
    CHECK_INT((int64_t)c.record_count, 7);
    CHECK_INT(c.diag.code, ERR_OK);
    conductor_free(&c);
}

static void
one_failure_stops_all(void)
{
    struct conductor c;

    conduct(&c, 0, 0, 1000, 4);
    CHECK_INT(c.diag.code, ERR_TARGET);
    CHECK_TEXT(c.diag.text, "worker 2 failed");
    CHECK(c.record_count <= 4, "%zu slices", c.record_count);
    conductor_free(&c);
}

struct waiter {
    struct conductor *conductor;
    bool goes_on;
};

static void *
wait_for_others(void *arg)
{
    struct waiter *const w = arg;
    const bool has_left[TARGET_COUNT_MAX] = {true, true};
    struct slice_plan plan;

    w->goes_on = conductor_next(w->conductor, NULL, has_left, &plan);
    return NULL;
}

/* Of three workers one waits when it becomes known that two could not be started; or it comes when that is known. */
static void
nobody_waits_for_who_will_never_come(bool is_first)
{
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    struct conductor c;
    struct waiter w = {.conductor = &c};
    struct schedule schedule;
    struct diag d = DIAG_NONE;
    pthread_t thread;

    phase_count = 0;
    schedule_init(&schedule, 1, NS_PER_S, 0, 10 * NS_PER_S, 1);
    CHECK_INT(conductor_init(&c, WORKER_COUNT, &schedule, 64, hooks, &d), ERR_OK);
    if (!is_first)
        conductor_withdraw(&c, 2);
    CHECK_INT((int64_t)c.round, 0); /* Nobody has come who could begin. */
    pthread_create(&thread, NULL, wait_for_others, &w);
    for (int arrived = 0; is_first && arrived == 0;) {
        pthread_mutex_lock(&c.lock);
        arrived = c.arrived_count;
        pthread_mutex_unlock(&c.lock);
    }
    if (is_first) {
        conductor_withdraw(&c, 1);
        CHECK_INT((int64_t)c.round, 0); /* There is one more to come. */
        conductor_withdraw(&c, 1);
    }
    pthread_join(thread, NULL);
    CHECK(w.goes_on && c.round == 1, "round %llu", (unsigned long long)c.round);
    conductor_free(&c);
}

static void
a_stronger_stop_replaces_a_weaker_one_and_wakes_everybody(void)
{
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    struct conductor c;
    struct schedule schedule;
    struct diag first = DIAG_NONE, second = DIAG_NONE, d = DIAG_NONE;
    uint64_t woken = 0;

    schedule_init(&schedule, 1, NS_PER_S, 0, 10 * NS_PER_S, 1);
    CHECK_INT(conductor_init(&c, WORKER_COUNT, &schedule, 64, hooks, &d), ERR_OK);
    CHECK_INT(conductor_stopping(&c), STOP_NOT);
    fail(&first, ERR_TARGET, "the first");
    fail(&second, ERR_INTERNAL, "the second");
    conductor_fail(&c, &first);
    CHECK_INT(conductor_stopping(&c), STOP_DRAIN);
    conductor_stop(&c, STOP_NOW);
    CHECK_INT(conductor_stopping(&c), STOP_NOW);
    conductor_fail(&c, &second);
    CHECK_INT(conductor_stopping(&c), STOP_NOW);
    CHECK_TEXT(c.diag.text, "the first");
    for (int i = 0; i < WORKER_COUNT; i++)
        CHECK(read(c.wake_fds[i], &woken, sizeof woken) == sizeof woken && woken == 3, "worker %d was woken", i);
    conductor_free(&c);
    conductor_free(&c); /* As a half-built one is. */
}

static void
slices_beyond_the_capacity_are_counted(void)
{
    struct conductor c;

    conduct(&c, 0, 0, 70, -1);
    CHECK_INT((int64_t)c.record_count, 64);
    CHECK_INT(c.lost_record_count, 6);
    CHECK_INT(c.totals[0].slice_count + c.totals[1].slice_count, 70);
    CHECK_INT(c.totals[0].duration_ns + c.totals[1].duration_ns, 70 * 120);
    conductor_free(&c);
}

/* What a slice of the warm-up is like is told for a connection, and the next ones are as long as planned. */
static void
slices_are_as_long_as_the_rest_of_a_connection_asks_for(void)
{
    static const int connections[] = {1, 4, 0};
    static const bool has_left[TARGET_COUNT_MAX] = {true};

    for (size_t i = 0; i < ARRAY_LENGTH(connections); i++) {
        const struct conductor_hooks hooks = {.phase_began = note_phase};
        struct slice_record done = {
            .connections = connections[i], .rest_ns = connections[i] * 20 * NS_PER_MS, .tail_ns = NS_PER_MS};
        struct slice_plan plan, planned;
        struct schedule schedule, told_apart;
        struct conductor c;
        struct diag d = DIAG_NONE;

        phase_count = 0;
        schedule_init(&schedule, 1, SLICE_AUTO, 10 * NS_PER_S, 20 * NS_PER_S, 1);
        told_apart = schedule;
        CHECK_INT(conductor_init(&c, 1, &schedule, 64, hooks, &d), ERR_OK);
        for (int slice = 0; conductor_next(&c, slice == 0 ? NULL : &done, has_left, &plan); slice++) {
            if (slice > 0 && connections[i] > 0 && phase_count == 1)
                schedule_note(&told_apart, 0, (struct slice_traits){.rest_ns = 20 * NS_PER_MS, .tail_ns = NS_PER_MS});
            CHECK(schedule_next(&told_apart, &planned), "slice %d is planned", slice);
            CHECK_INT(plan.duration_ns, planned.duration_ns);
        }
        CHECK_INT(c.schedule.slice_ns, connections[i] > 0 ? NS_PER_S : SLICE_FIRST_NS);
        conductor_free(&c);
    }
}

static void
a_worker_that_cannot_be_woken_is_named_and_nothing_is_closed_that_was_not_opened(void)
{
    struct conductor c;
    struct schedule schedule;
    struct rlimit usual, few;
    struct diag d = DIAG_NONE;

    const int next_fd = dup(STDIN_FILENO);
    close(next_fd);
    getrlimit(RLIMIT_NOFILE, &usual);
    few = usual;
    few.rlim_cur = (rlim_t)next_fd + 1;
    schedule_init(&schedule, 1, NS_PER_S, 0, 10 * NS_PER_S, 1);
    setrlimit(RLIMIT_NOFILE, &few);
    const enum err err = conductor_init(&c, WORKER_COUNT, &schedule, 64, (struct conductor_hooks){0}, &d);
    setrlimit(RLIMIT_NOFILE, &usual);
    CHECK_INT(err, ERR_INTERNAL);
    CHECK_TEXT(d.text, "no file descriptor for worker 2: Too many open files");
    conductor_free(&c);
    CHECK(fcntl(STDIN_FILENO, F_GETFD) >= 0, "standard input is open");
    CHECK(fcntl(next_fd, F_GETFD) < 0, "the first worker's is closed");
}

/* A million seconds in slices of a millisecond are a billion: there is memory for those that were. */
static void
records_grow_with_the_slices_that_were(void)
{
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    const bool has_left[TARGET_COUNT_MAX] = {true, true};
    struct schedule schedule;
    struct slice_plan plan;
    struct conductor c;
    struct diag d = DIAG_NONE;

    phase_count = 0;
    schedule_init(&schedule, 2, NS_PER_MS, 0, 1000000 * NS_PER_S, 1);
    CHECK_INT(conductor_init(&c, 1, &schedule, SIZE_MAX, hooks, &d), ERR_OK);
    CHECK_INT((int64_t)c.record_capacity, 0);
    for (int slice = 0; slice <= 3000; slice++) {
        const struct slice_record done = {.target = slice % 2, .events = slice};
        CHECK(conductor_next(&c, slice == 0 ? NULL : &done, has_left, &plan), "slice %d follows", slice);
    }
    CHECK_INT((int64_t)c.record_count, 3000);
    CHECK(c.record_capacity < 2 * c.record_count, "room for %zu records", c.record_capacity);
    CHECK_INT(c.records[0].events, 1); /* They move when they grow. */
    CHECK_INT(c.records[2999].events, 3000);
    CHECK_INT(c.lost_record_count, 0);
    conductor_free(&c);
}

/* --time=1000000 --slice=1 is a billion of them: what has no room is counted, and the totals have it. */
static void
records_end_at_their_limit_and_the_totals_do_not(void)
{
    enum { LIMIT = 1500, SLICES = 4000 };
    const struct conductor_hooks hooks = {.phase_began = note_phase};
    const bool has_left[TARGET_COUNT_MAX] = {true, true};
    struct schedule schedule;
    struct slice_plan plan;
    struct conductor c;
    struct diag d = DIAG_NONE;

    phase_count = 0;
    schedule_init(&schedule, 1, NS_PER_MS, 0, INT64_MAX, 1);
    CHECK_INT(conductor_init(&c, 1, &schedule, LIMIT, hooks, &d), ERR_OK);
    for (int slice = 0; slice <= SLICES; slice++) {
        const struct slice_record done = {.end_ns = 2, .events = slice, .offered_ns = 1};
        CHECK(conductor_next(&c, slice == 0 ? NULL : &done, has_left, &plan), "slice %d follows", slice);
    }
    CHECK_INT((int64_t)c.record_count, LIMIT);
    CHECK_INT((int64_t)c.record_capacity, LIMIT);
    CHECK_INT(c.records[LIMIT - 1].events, LIMIT);
    CHECK_INT(c.lost_record_count, SLICES - LIMIT);
    CHECK_INT(c.totals[0].slice_count, SLICES);
    CHECK_INT(c.totals[0].duration_ns, 2 * SLICES);
    CHECK_INT(c.totals[0].offered_ns, SLICES);
    conductor_free(&c);
}

int
main(void)
{
    parts_of_a_slice_become_one();
    nobody_rests_in_an_open_loop();
    a_refusal_when_all_are_connected_ends_the_run_before_anything_begins();
    slices_end_where_those_of_all_machines_do(false);
    slices_end_where_those_of_all_machines_do(true);
    nobody_has_events_left();
    one_failure_stops_all();
    nobody_waits_for_who_will_never_come(true);
    nobody_waits_for_who_will_never_come(false);
    a_stronger_stop_replaces_a_weaker_one_and_wakes_everybody();
    slices_are_as_long_as_the_rest_of_a_connection_asks_for();
    a_worker_that_cannot_be_woken_is_named_and_nothing_is_closed_that_was_not_opened();
    slices_beyond_the_capacity_are_counted();
    records_grow_with_the_slices_that_were();
    records_end_at_their_limit_and_the_totals_do_not();
    return check_result("conductor");
}
