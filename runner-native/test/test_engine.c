/*
 * Whole runs against a scripted server: what is counted, in slices and side by side, and when a run ends and begins.
 */

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "engine_run.h"
#include "family_options.h"
#include "fake_server.h"
#include "machine/engine.h"

/* Instead of the C library's, so that a test can set the wall clock of this program. */

static _Atomic int wall_step_s;

int
clock_gettime(clockid_t clock, struct timespec *now)
{
    const int failed = (int)syscall(SYS_clock_gettime, clock, now);

    if (clock == CLOCK_REALTIME)
        now->tv_sec += atomic_load(&wall_step_s);
    return failed;
}

/* What is counted. */

static void
every_event_is_counted_once(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.run.events = 100;
    r->options.run.workers = 2;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(r->outcome->accounting.started, 100);
    CHECK_INT(r->outcome->accounting.done, 100);
    CHECK_INT(r->outcome->worker_count, 2);
    CHECK_INT(tally_of(r, 0)->events, 100);
    CHECK_INT(tally_of(r, 0)->latency.count, 100);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_READ], 1400);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_WRITE], 400);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_OTHER], 200);
    CHECK_INT(queries_total(&tally_of(r, 0)->committed), 2000);
    CHECK_INT(r->servers[0].execute_count, 2000);
    CHECK_INT(r->outcome->blocks[0].slices.slice_count, 1);
    CHECK(r->outcome->blocks[0].slices.duration_ns > 0, "it took time");
    CHECK_TEXT(r->outcome->blocks[0].server_version, "15.99");
    CHECK_INT(r->outcome->blocks[0].server_version_num, 150099);
    CHECK_INT((int64_t)(r->outcome->blocks[0].fairness.events_mean * 3 + 0.5), 100);
    end_run(r);
}

static enum answer
no_row(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_NONE;
}

static void
an_update_that_finds_no_row_is_no_write(void)
{
    struct run *const r = new_run("oltp_update_index");

    r->options.run.events = 10;
    r->servers[0].script = no_row;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_WRITE], 0);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_OTHER], 10);
    end_run(r);
}

static void
text_mode_needs_no_prepared_statement(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.run.events = 10;
    r->options.load.ps_mode = PS_MODE_DISABLE;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_READ], 140);
    CHECK_INT(tally_of(r, 0)->queries.count[QUERY_WRITE], 40);
    CHECK_INT(r->servers[0].bind_count, 0);
    end_run(r);
}

static void
answers_in_single_bytes_and_notices_do_no_harm(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.run.events = 6;
    r->servers[0].is_dribbling = true;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 6);
    CHECK_INT(queries_total(&tally_of(r, 0)->queries), 120);
    end_run(r);
}

/*
 * sysbench leaves it out where it comes too late; those who read a line for each interval miss it. Intervals are long beside what a busy
 * machine keeps a worker or this thread waiting: the line before the last would have the last one's events otherwise.
 */
static void
the_interval_at_the_end_has_its_line(void)
{
    static const struct {
        double rate_per_s;
        int64_t time_ns, interval_ns;
    } runs[] = {
        {0, 400 * NS_PER_MS, 400 * NS_PER_MS},    {0, 800 * NS_PER_MS, 400 * NS_PER_MS},
        {200, 400 * NS_PER_MS, 400 * NS_PER_MS},  {200, 800 * NS_PER_MS, 400 * NS_PER_MS},
        {1000, 480 * NS_PER_MS, 480 * NS_PER_MS},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(runs); i++) {
        struct run *const r = new_run("oltp_point_select");
        r->options.run.time_ns = runs[i].time_ns;
        r->options.run.rate_per_s = runs[i].rate_per_s;
        r->options.report.report_interval_ns = runs[i].interval_ns;
        r->options.run.workers = 2;
        CHECK_INT(go(r), ERR_OK);
        CHECK(interval_count >= 1, "run %zu: %d lines", i, interval_count);
        CHECK(interval_last_ns >= runs[i].time_ns, "run %zu: the last line was after %lld of %lld ns", i,
              (long long)interval_last_ns, (long long)runs[i].time_ns);
        CHECK(interval_last_events > 0, "run %zu: the last line is empty", i);
        end_run(r);
    }
}

/* Nothing is told of a part of an interval. */
static void
a_part_of_an_interval_has_no_line(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.events = 20;
    r->options.report.report_interval_ns = 3600 * NS_PER_S;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(interval_count, 0);
    end_run(r);
}

static void
progress_adds_up_to_the_events(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 300 * NS_PER_MS;
    r->options.run.warmup_time_ns = 50 * NS_PER_MS;
    r->options.report.report_interval_ns = 20 * NS_PER_MS;
    r->options.run.workers = 3;
    CHECK_INT(go(r), ERR_OK);
    CHECK(interval_events > 0, "intervals were reported");
    CHECK(interval_events <= r->outcome->accounting.done, "%lld events in intervals, %lld in all", (long long)interval_events,
          (long long)r->outcome->accounting.done);
    CHECK(tally_of(r, 0)->events < r->outcome->accounting.done, "the warm-up is not measured");
    end_run(r);
}

/* Side by side. */

static void
both_servers_get_the_same_statements(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.connection.against = "";
    r->options.load.threads = 1;
    r->options.run.events = 40;
    r->options.run.slice_ns = 5 * NS_PER_MS;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 20);
    CHECK_INT(tally_of(r, 1)->events, 20);
    CHECK_INT(r->servers[0].bind_count, 400);
    CHECK_INT(r->servers[1].bind_count, 400);
    CHECK(memcmp(r->servers[0].binds, r->servers[1].binds, 400 * sizeof(uint64_t)) == 0, "the same parameters");
    end_run(r);
}

/* One event for two connections: the other one rests as long as the slice lasts. */
static void
who_has_nothing_to_begin_rests(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.load.threads = 2;
    r->options.run.workers = 1;
    r->options.run.events = 1;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 1);
    CHECK_INT(r->outcome->blocks[0].slices.rest_ns, r->outcome->blocks[0].slices.duration_ns);
    end_run(r);
}

static void
slices_add_up_to_the_blocks(void)
{
    struct run *const r = new_run("oltp_point_select");
    int64_t events[2] = {0}, duration_ns[2] = {0}, latency_ns[2] = {0}, previous_end_ns = 0;

    r->options.connection.against = "";
    r->options.run.workers = 2;
    r->options.run.time_ns = 400 * NS_PER_MS;
    r->options.run.warmup_time_ns = 40 * NS_PER_MS;
    r->options.run.slice_ns = 10 * NS_PER_MS;
    r->options.report.report_interval_ns = 3 * NS_PER_MS; /* Workers deliver within slices too. */
    CHECK_INT(go(r), ERR_OK);
    CHECK(r->outcome->slice_count >= 30, "%zu slices", r->outcome->slice_count);
    for (size_t i = 0; i < r->outcome->slice_count; i++) {
        const struct slice_record *const s = &r->outcome->slices[i];
        CHECK_INT(s->index, (int64_t)i);
        CHECK(s->start_ns >= previous_end_ns, "slices do not overlap");
        CHECK_INT(s->connections, r->options.load.threads);
        CHECK(s->rest_ns >= 0 && s->latency_sum_ns + s->rest_ns <= s->connections * (s->end_ns - s->start_ns),
              "a connection is in flight or rests, once: %lld + %lld", (long long)s->latency_sum_ns, (long long)s->rest_ns);
        previous_end_ns = s->end_ns;
        events[s->target] += s->events;
        duration_ns[s->target] += s->end_ns - s->start_ns;
        latency_ns[s->target] += s->latency_sum_ns;
        CHECK_INT(s->queries, s->events);
    }
    for (int t = 0; t < 2; t++) {
        CHECK_INT(events[t], tally_of(r, t)->events);
        CHECK_INT(duration_ns[t], r->outcome->blocks[t].slices.duration_ns);
        CHECK_INT(latency_ns[t], tally_of(r, t)->latency.sum_ns);
        CHECK_INT(r->outcome->blocks[t].slices.slice_count, (int64_t)r->outcome->slice_count / 2);
    }
    end_run(r);
}

static void
the_seed_alone_decides_the_statements(void)
{
    uint64_t binds[2][200];

    for (int i = 0; i < 2; i++) {
        struct run *const r = new_run("oltp_write_only");
        r->options.load.threads = 1;
        r->options.run.events = 30;
        CHECK_INT(go(r), ERR_OK);
        CHECK_INT(r->servers[0].bind_count, 180);
        memcpy(binds[i], r->servers[0].binds, sizeof binds[i]);
        end_run(r);
    }
    CHECK(memcmp(binds[0], binds[1], 180 * sizeof(uint64_t)) == 0, "same seed, same statements");
}

/* --forced-shutdown. */

static enum answer
slowly(const struct fake_server *s, const char *sql, int64_t number)
{
    usleep(20 * 1000);
    return ANSWER_OK;
}

/* Each slice of 1 ms waits some 19 ms for its event: together longer than --forced-shutdown. */
static void
slices_that_overrun_a_little_are_not_shut_down(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.connection.against = "";
    r->options.load.threads = 1;
    r->options.run.slice_ns = 1 * NS_PER_MS;
    r->options.run.time_ns = 100 * NS_PER_MS;
    r->options.run.forced_shutdown = "1400ms";
    r->servers[0].script = r->servers[1].script = slowly;
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(r->outcome->accounting.abandoned, 0);
    CHECK(r->outcome->blocks[0].slices.duration_ns + r->outcome->blocks[1].slices.duration_ns > 1500 * NS_PER_MS,
          "the slices are to take longer than --time and --forced-shutdown");
    end_run(r);
}

static enum answer
fifth_is_silent(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 5 ? ANSWER_SILENT : ANSWER_OK;
}

static void
a_slice_that_hangs_is_shut_down(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.connection.against = "";
    r->options.load.threads = 1;
    r->options.run.slice_ns = 50 * NS_PER_MS;
    r->options.run.time_ns = 3600 * NS_PER_S;
    r->options.run.forced_shutdown = "100ms";
    r->servers[1].script = fifth_is_silent;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "still in flight 0.1 s after the end of their slice");
    CHECK_HAS(r->diag.hint, "--forced-shutdown=100ms");
    CHECK_INT(r->outcome->accounting.abandoned, 1);
    end_run(r);
}

/* --start-at. */

static enum answer
clock_is_put_forward(const struct fake_server *s, const char *sql, int64_t number)
{
    atomic_store(&wall_step_s, 60);
    return ANSWER_OK;
}

static enum answer
clock_is_put_back(const struct fake_server *s, const char *sql, int64_t number)
{
    atomic_store(&wall_step_s, -60);
    return ANSWER_OK;
}

/* Seconds, as the warning has them; 0 where there is none. */
static double
told_late_s(const struct run *r)
{
    double seconds = 0;

    for (int i = 0; i < r->outcome->warning_count; i++)
        if (strcmp(r->outcome->warnings[i].code, "started-late") == 0)
            CHECK_INT(sscanf(r->outcome->warnings[i].message, "the connections were ready %lf s", &seconds), 1);
    return seconds;
}

/* The clock is set by a minute; a machine that is merely busy is not that late. */
static void
a_late_start_is_told_whatever_becomes_of_the_wall_clock(void)
{
    for (int is_late = 0; is_late <= 1; is_late++) {
        struct run *const r = new_run("oltp_point_select");
        r->options.run.events = 5;
        r->options.run.start_at = (double)clock_wall_ns() / (double)NS_PER_S + (is_late ? -1 : 1);
        r->servers[0].script = is_late ? clock_is_put_back : clock_is_put_forward;
        CHECK_INT(go(r), ERR_OK);
        CHECK(told_late_s(r) < 30 && (!is_late || told_late_s(r) >= 1), "told to be %g s late", told_late_s(r));
        atomic_store(&wall_step_s, 0);
        end_run(r);
    }
}

int
main(void)
{
    every_event_is_counted_once();
    an_update_that_finds_no_row_is_no_write();
    text_mode_needs_no_prepared_statement();
    answers_in_single_bytes_and_notices_do_no_harm();
    the_interval_at_the_end_has_its_line();
    a_part_of_an_interval_has_no_line();
    progress_adds_up_to_the_events();
    both_servers_get_the_same_statements();
    who_has_nothing_to_begin_rests();
    slices_add_up_to_the_blocks();
    the_seed_alone_decides_the_statements();
    slices_that_overrun_a_little_are_not_shut_down();
    a_slice_that_hangs_is_shut_down();
    a_late_start_is_told_whatever_becomes_of_the_wall_clock();
    return check_result("engine");
}
