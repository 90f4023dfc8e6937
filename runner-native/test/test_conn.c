/*
 * The measured path: what a connection does with the steps of a program, and what is counted of it. The programs are made here:
 * they branch, think, send several statements in one go, and roll back because they want to.
 */

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "family_options.h"
#include "machine/conn.h"
#include "machine/slice.h"
#include "stage.h"

/* Statements. */

/* What a program of this file remembers. */
struct own {
    int at;          /* Steps of the event so far. */
    int row_count;   /* Of the last answer. */
    int value_length;
    int64_t drawn;   /* Counts up with each statement that was drawn: a retry draws the same again. */
};

static void
draw(const struct program *p, struct generator *g, struct params *params)
{
    struct own *const own = g->user_data;

    params_put_int(params, 0, ++own->drawn);
    params->count = 1;
}

static const char *
take_rows(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct own *const own = g->user_data;

    own->row_count = reply_row_count(reply);
    CHECK_INT(reply_column_count(reply), 1);
    CHECK(!reply_is_null(reply, 0, 0), "a value");
    CHECK(reply_value(reply, 0, 0, &own->value_length)[0] == 'x', "the value");
    return NULL;
}

static const struct statement begin = {.name = "begin", .text = "BEGIN"};
static const struct statement select_row = {
    .name = "select", .text = "SELECT c FROM t WHERE id=$1", .types = "i", .draw = draw, .take_reply = take_rows};
static const struct statement update_row = {
    .name = "update", .text = "UPDATE t SET c=c WHERE id=$1", .types = "i", .draw = draw};
static const struct statement commit = {.name = "commit", .text = "COMMIT"};

enum { BEGIN, SELECT, UPDATE, COMMIT };

static int
start(const struct program *p, struct generator *g)
{
    struct own *const own = g->user_data;

    own->at = 0;
    own->row_count = -1;
    return 0;
}

static void
give(struct scene *s, void (*next)(const struct program *, struct generator *, struct step *))
{
    const struct program_setup setup = {.integer_oid = 23};
    struct program *const p = &s->program;
    struct diag d = DIAG_NONE;

    program_init(p, &s->options.load, 1);
    p->begin = start;
    p->next = next;
    p->user_data_size = sizeof(struct own);
    program_add_event(p, "all");
    CHECK(program_add_statement(p, &begin) && program_add_statement(p, &select_row) && program_add_statement(p, &update_row) &&
              program_add_statement(p, &commit),
          "memory");
    CHECK_INT(program_finish(p, &setup, &d), ERR_OK);
}

static const struct tally *
tally_of(const struct scene *s)
{
    return s->worker.loop.measured[0];
}

static const struct part *
part_of(const struct scene *s, int statement)
{
    return &s->worker.loop.details[0]->statements[statement];
}

static void
send(struct step *step, int statement)
{
    *step = (struct step){.kind = STEP_SEND, .statement = statement};
}

/* Steps. */

/* A SELECT, whose row decides what follows, and a rest. */
static void
think_between(const struct program *p, struct generator *g, struct step *step)
{
    struct own *const own = g->user_data;

    switch (own->at++) {
    case 0: send(step, SELECT); break;
    case 1: *step = (struct step){.kind = STEP_SLEEP, .sleep_ns = 20 * NS_PER_MS}; break;
    case 2: send(step, own->row_count == 1 ? UPDATE : COMMIT); break;
    default: step->kind = STEP_END; break;
    }
}

static void
an_event_thinks_and_uses_its_answers(void)
{
    struct scene *const s = new_stage("oltp_point_select", 3);

    s->events = 12;
    s->server.row_size = 300;
    give(s, think_between);
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->events, 12);
    CHECK_INT(part_of(s, SELECT)->count, 12);
    CHECK_INT(part_of(s, UPDATE)->count, 12);
    CHECK_INT(part_of(s, COMMIT)->count, 0);
    CHECK(tally_of(s)->latency.min_ns >= 20 * NS_PER_MS, "the rest is part of the event");
    CHECK(tally_of(s)->latency.sum_ns - part_of(s, SELECT)->latency->sum_ns - part_of(s, UPDATE)->latency->sum_ns >=
              12 * 20 * NS_PER_MS,
          "and of no statement");
    CHECK_INT(((const struct own *)s->worker.loop.conns[0][0].generator.user_data)->value_length, 300);
    free_stage(s);
}

/* BEGIN, an UPDATE, and either COMMIT or ROLLBACK, in turn. */
static void
roll_back_every_other(const struct program *p, struct generator *g, struct step *step)
{
    struct own *const own = g->user_data;

    switch (own->at++) {
    case 0: send(step, BEGIN); break;
    case 1: send(step, UPDATE); break;
    case 2:
        if (own->drawn % 2 == 0)
            send(step, COMMIT);
        else
            step->kind = STEP_ROLLBACK;
        break;
    default: step->kind = STEP_END; break;
    }
}

static void
a_rollback_that_is_wanted_is_no_failure(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);

    s->events = 10;
    give(s, roll_back_every_other);
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->events, 10);
    CHECK_INT(tally_of(s)->failed_attempts, 0);
    CHECK_INT(tally_of(s)->rollbacks, 5);
    CHECK_INT(s->server.rollback_count, 5);
    CHECK_INT(part_of(s, COMMIT)->count, 5);
    CHECK_INT(tally_of(s)->queries.count[QUERY_WRITE], 10);
    free_stage(s);
}

/* BEGIN and two statements in one go, then COMMIT once their answers are there. */
static void
in_two_goes(const struct program *p, struct generator *g, struct step *step)
{
    struct own *const own = g->user_data;

    switch (own->at++) {
    case 0: *step = (struct step){.kind = STEP_PIPELINE, .statement = BEGIN}; break;
    case 1: *step = (struct step){.kind = STEP_PIPELINE, .statement = UPDATE}; break;
    case 2: send(step, SELECT); break;
    case 3: send(step, own->row_count == 1 ? COMMIT : UPDATE); break;
    default: step->kind = STEP_END; break;
    }
}

static int64_t selects, fails_from;

static enum answer
first_selects_conflict(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "SELECT", 6) == 0 && ++selects <= fails_from ? ANSWER_ERROR : ANSWER_OK;
}

static void
statements_go_out_together_and_a_retry_begins_where_the_event_did(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);

    s->events = 4;
    selects = 0;
    fails_from = 3;
    s->server.script = first_selects_conflict;
    s->server.sqlstate = "40001";
    give(s, in_two_goes);
    s->program.is_pipelined = true;
    s->program.batch_max = 3;
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.diag.code, ERR_OK);
    CHECK_INT(tally_of(s)->events, 4);
    CHECK_INT(tally_of(s)->retries, 3);
    CHECK_INT(tally_of(s)->rollbacks, 0);
    CHECK_INT(part_of(s, SELECT)->count, 4);
    CHECK_INT(part_of(s, SELECT)->errors, 3);
    CHECK_INT(part_of(s, COMMIT)->count, 4);
    CHECK(part_of(s, SELECT)->latency == NULL, "what goes out together has no time of its own");
    /* Each attempt binds BEGIN, UPDATE, SELECT and what ends it; the parameters of a retry are those of the first attempt. */
    for (int attempt = 1; attempt <= 3; attempt++)
        for (int i = 0; i < 3; i++)
            CHECK(s->server.binds[attempt * 4 + i] == s->server.binds[i], "attempt %d, statement %d", attempt, i);
    CHECK(s->server.binds[16 + 1] != s->server.binds[1], "the next event draws others");
    free_stage(s);
}

/* Between events. */

static int64_t
in_a_moment_ns(const struct program *p, struct generator *g, int64_t now_ns)
{
    return now_ns + 10 * NS_PER_MS;
}

static int64_t
in_an_hour_ns(const struct program *p, struct generator *g, int64_t now_ns)
{
    return now_ns + 3600 * NS_PER_S;
}

static void
connections_think_between_events(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    const int64_t began_ns = clock_now_ns();

    s->events = 10;
    give(s, roll_back_every_other);
    s->program.due_ns = in_a_moment_ns;
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->events, 10);
    CHECK(clock_now_ns() - began_ns >= 10 * 10 * NS_PER_MS / 2, "two connections rest before each of ten events");
    free_stage(s);
}

static void
a_slice_does_not_wait_for_who_only_thinks(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);

    give(s, roll_back_every_other);
    s->program.due_ns = in_an_hour_ns;
    open_stage(s);
    run_stage(s, 0, 30 * NS_PER_MS);
    CHECK_INT(s->worker.loop.accounting.started, 0);
    CHECK_INT(s->worker.loop.timers.count, 2); /* They think on. */
    run_stage(s, 0, 30 * NS_PER_MS);
    CHECK_INT(s->worker.loop.accounting.started, 0);
    free_stage(s);
}

/* Times. */

static enum answer
commits_take_time(const struct fake_server *s, const char *sql, int64_t number)
{
    const struct timespec time = {.tv_nsec = 5 * NS_PER_MS};

    if (strncmp(sql, "COMMIT", 6) == 0)
        nanosleep(&time, NULL);
    return ANSWER_OK;
}

static void
each_statement_has_its_own_clock(void)
{
    struct scene *const s = new_stage("oltp_write_only", 1);
    int64_t sum_ns = 0;

    s->events = 8;
    s->server.script = commits_take_time;
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    for (int i = 0; i < s->program.statement_count; i++)
        sum_ns += part_of(s, i)->latency->sum_ns;
    CHECK(part_of(s, program_find(&s->program, "commit"))->latency->min_ns >= 5 * NS_PER_MS, "COMMIT takes its time");
    CHECK(sum_ns <= tally_of(s)->latency.sum_ns, "the parts are no longer than the whole");
    CHECK(sum_ns >= 8 * 5 * NS_PER_MS, "and not empty");
    /* One connection: it is busy while its events last, the slice's sums and maximum are those of the histogram. */
    CHECK_INT(s->worker.loop.conns[0][0].busy_ns, tally_of(s)->latency.sum_ns);
    CHECK_INT(s->worker.loop.slice.latency_sum_ns, tally_of(s)->latency.sum_ns);
    CHECK_INT(s->worker.loop.slice.latency_max_ns, tally_of(s)->latency.max_ns);
    CHECK(tally_of(s)->latency.max_ns > tally_of(s)->latency.min_ns, "no two events last the same");
    free_stage(s);
}

static enum answer
some_find_no_row(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "UPDATE", 6) == 0 && number % 3 == 0 ? ANSWER_NONE : ANSWER_OK;
}

static void
details_are_of_measured_slices_alone(void)
{
    struct scene *const s = new_stage("oltp_update_index", 2);
    const struct detail *details;

    s->events = 50;
    s->server.script = some_find_no_row;
    open_stage(s);
    details = s->worker.loop.details[0];
    do { /* A busy machine may come to a slice when it is over. */
        s->worker.loop.plan = (struct slice_plan){.start_ns = clock_now_ns(), .duration_ns = 30 * NS_PER_MS};
        slice_run(&s->worker.loop);
    } while (s->worker.loop.diag.code == ERR_OK && s->worker.loop.accounting.done == 0);
    CHECK(s->worker.loop.accounting.done > 0, "a warm-up");
    CHECK_INT(details->statements[0].count, 0);
    CHECK_INT(details->hosts[0].count, 0);
    CHECK_INT(tally_of(s)->events, 0);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->events, 50);
    CHECK_INT(details->statements[0].count, 50);
    CHECK_INT(details->statements[0].latency->count, 50);
    CHECK_INT(details->hosts[0].count, 50);
    CHECK_INT(details->statements[0].misses, tally_of(s)->queries.count[QUERY_OTHER]);
    CHECK(details->statements[0].misses >= 16, "each third finds none");
    CHECK_INT(details->events[0].misses, details->statements[0].misses);
    free_stage(s);
}

static void
kinds_of_events_are_told_apart(void)
{
    struct scene *const s = new_stage("kv", 2);
    const struct detail *details;
    int64_t count = 0, sum_ns = 0;

    s->events = 60;
    KV(s->options)->read_percent = 50;
    KV(s->options)->span_percent = 20;
    KV(s->options)->del_percent = 20; /* So that a read may find nothing. */
    open_stage(s);
    details = s->worker.loop.details[0];
    CHECK_INT(details->event_kind_count, 5);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->events, 60);
    for (int i = 0; i < details->event_kind_count; i++) {
        CHECK_INT(details->events[i].count, details->events[i].latency->count);
        count += details->events[i].count;
        sum_ns += details->events[i].latency->sum_ns;
    }
    CHECK_INT(count, 60);
    CHECK_INT(sum_ns, tally_of(s)->latency.sum_ns);
    CHECK_INT(details->events[0].count, part_of(s, program_find(&s->program, "kv_read"))->count);
    CHECK_INT(details->events[2].count, part_of(s, program_find(&s->program, "kv_write"))->count);
    free_stage(s);
}

static enum answer
always_conflicts(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "SELECT", 6) == 0 ? ANSWER_ERROR : ANSWER_OK;
}

/* The waits of a run with that seed. */
static void
draw_waits(int64_t seed, int64_t waits[static 20])
{
    struct scene *const s = new_stage("oltp_point_select", 1);

    s->options.load.rand_seed = seed;
    open_stage(s);
    for (int i = 0; i < 20; i++)
        waits[i] = conn_backoff_ns(&s->worker.loop.env, i + 1, NS_PER_MS, NS_PER_S);
    free_stage(s);
}

static void
the_seed_decides_how_long_tries_wait(void)
{
    int64_t waits[20], again[20], others[20];

    draw_waits(42, waits);
    draw_waits(42, again);
    draw_waits(43, others);
    CHECK(memcmp(waits, again, sizeof waits) == 0, "the same seed waits otherwise");
    CHECK(memcmp(waits, others, sizeof waits) != 0, "another seed waits alike");
}

static void
tries_wait_for_each_other(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    struct conn_env *env;
    int64_t sum_ns = 0, highest_ns = 0;

    s->events = 1;
    s->options.run.max_tries = 40;
    s->server.script = always_conflicts;
    s->server.sqlstate = "40001";
    open_stage(s);
    env = &s->worker.loop.env;
    for (int i = 0; i < 1000; i++) {
        const int64_t ns = conn_backoff_ns(env, 4, 1000, 100000);
        CHECK(ns >= 0 && ns <= 8000, "%lld after the fourth try", (long long)ns);
        CHECK(conn_backoff_ns(env, 40, 1000, 5000) <= 5000, "the limit");
        sum_ns += ns;
        highest_ns = ns > highest_ns ? ns : highest_ns;
    }
    CHECK(sum_ns > 3500 * 1000 && sum_ns < 4500 * 1000 && highest_ns > 7500, "uniform up to eight times the first");
    const int64_t began_ns = clock_now_ns();
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(tally_of(s)->retries, 39);
    /* 34 pauses of 32 ms on average, sd 18 each: a hundredth of it is never missed. */
    CHECK(clock_now_ns() - began_ns > 100 * NS_PER_MS, "the tries followed each other without a pause");
    free_stage(s);
}

static void
answers_longer_than_a_look_at_the_socket_are_read_to_their_end(void)
{
    struct scene *const s = new_stage("oltp_point_select", 4);

    s->events = 200;
    s->server.row_size = 60000;
    s->options.run.stall_timeout_ns = 20 * NS_PER_S; /* Instead of for ever. */
    open_stage(s);
    run_stage(s, 0, 600 * NS_PER_S);
    CHECK(s->worker.loop.diag.code == ERR_OK, "%s", s->worker.loop.diag.text);
    CHECK_INT(tally_of(s)->events, 200);
    free_stage(s);
}

int
main(void)
{
    an_event_thinks_and_uses_its_answers();
    a_rollback_that_is_wanted_is_no_failure();
    statements_go_out_together_and_a_retry_begins_where_the_event_did();
    connections_think_between_events();
    a_slice_does_not_wait_for_who_only_thinks();
    each_statement_has_its_own_clock();
    details_are_of_measured_slices_alone();
    kinds_of_events_are_told_apart();
    tries_wait_for_each_other();
    the_seed_decides_how_long_tries_wait();
    answers_longer_than_a_look_at_the_socket_are_read_to_their_end();
    return check_result("conn");
}
