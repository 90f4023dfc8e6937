/*
 * Whole runs against a scripted server whose statements fail: what is tried again, with what, how often, and what is given up.
 */

#include <string.h>

#include "base/clock.h"
#include "check_values.h"
#include "engine_run.h"
#include "family_options.h"
#include "fake_server.h"

/* The first COMMIT of each event fails; with one connection the executions are numbered in order. */
static enum answer
first_commit_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return strcmp(sql, "COMMIT") == 0 && number / 6 % 2 == 1 ? ANSWER_ERROR : ANSWER_OK;
}

static void
a_retry_replays_the_same_parameters(void)
{
    struct run *const r = new_run("oltp_write_only");

    r->options.load.threads = 1;
    r->options.run.events = 20;
    r->servers[0].script = first_commit_fails;
    r->servers[0].sqlstate = "40001";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 20);
    CHECK_INT(tally_of(r, 0)->retries, 20);
    CHECK_INT(tally_of(r, 0)->failed_events, 0);
    CHECK_INT(tally_of(r, 0)->sqlstates.count, 1);
    CHECK_TEXT(tally_of(r, 0)->sqlstates.entry[0].sqlstate, "40001");
    CHECK_INT(tally_of(r, 0)->sqlstates.entry[0].attempts, 20);
    CHECK_INT(queries_total(&tally_of(r, 0)->committed), 120);
    CHECK_INT(queries_total(&tally_of(r, 0)->queries), 220); /* The failed COMMITs gave no result. */
    CHECK_INT(r->servers[0].bind_count, 240);
    for (int event = 0; event < 20; event++)
        CHECK(memcmp(&r->servers[0].binds[event * 12], &r->servers[0].binds[event * 12 + 6], 6 * sizeof(uint64_t)) == 0,
              "event %d was replayed", event);
    CHECK(memcmp(&r->servers[0].binds[0], &r->servers[0].binds[12], 6 * sizeof(uint64_t)) != 0, "events differ");
    CHECK_INT(r->servers[0].rollback_count, 0); /* A failed COMMIT has ended the transaction. */
    /* Every event was tried twice: as it would have been without, it lasted as long as its last attempt. */
    const struct block *const b = &r->outcome->blocks[0];
    CHECK_INT(b->attempt->count, 20);
    CHECK_INT(b->attempt->sum_ns, b->detail->last_attempt->sum_ns);
    CHECK(b->attempt->sum_ns < b->tally->latency.sum_ns, "the last attempts are shorter than the events");
    CHECK(b->in_flight_mean > 0 && b->in_flight_mean < 1.001, "of one connection %g are in flight", b->in_flight_mean);
    CHECK(b->fairness.events_mean == 20 && b->fairness.events_sd == 0, "it had all events");
    end_run(r);
}

static enum answer
updates_fail(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "UPDATE", 6) == 0 ? ANSWER_ERROR : ANSWER_OK;
}

static void
tries_are_limited_and_transactions_rolled_back(void)
{
    struct run *const r = new_run("oltp_write_only");

    r->options.run.events = 6;
    r->options.run.max_tries = 4;
    r->servers[0].script = updates_fail;
    r->servers[0].sqlstate = "40P01";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 0);
    CHECK_INT(tally_of(r, 0)->failed_events, 6);
    CHECK_INT(tally_of(r, 0)->failed_attempts, 24);
    CHECK_INT(tally_of(r, 0)->retries, 18);
    CHECK_INT(r->servers[0].rollback_count, 24);
    CHECK_INT(r->outcome->accounting.failed, 6);
    end_run(r);
}

static enum answer
first_insert_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "INSERT", 6) == 0 && number <= 6 ? ANSWER_ERROR : ANSWER_OK;
}

static void
two_inserts_that_met_are_tried_again(void)
{
    struct run *const r = new_run("oltp_write_only");

    r->options.load.threads = 1;
    r->options.run.events = 1;
    r->servers[0].script = first_insert_fails;
    r->servers[0].sqlstate = "23505";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 1);
    CHECK_INT(tally_of(r, 0)->retries, 1);
    end_run(r);
}

static enum answer
odd_inserts_fail(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "INSERT", 6) == 0 && number % 2 == 1 ? ANSWER_ERROR : ANSWER_OK;
}

/* Whether the event is tried again or given up: a key that is taken would be taken for ever. */
static void
a_key_that_is_taken_is_not_drawn_again(void)
{
    for (int max_tries = 1; max_tries <= 2; max_tries++) {
        struct run *const r = new_run("sql_inserts");
        r->options.load.threads = 1;
        r->options.run.events = max_tries == 1 ? 20 : 10;
        r->options.load.retry = "23505";
        r->options.run.max_tries = max_tries;
        r->servers[0].script = odd_inserts_fail;
        r->servers[0].sqlstate = "23505";
        CHECK_INT(go(r), ERR_OK);
        CHECK_INT(tally_of(r, 0)->events, 10);
        CHECK_INT(tally_of(r, 0)->retries, max_tries == 1 ? 0 : 10);
        CHECK_INT(tally_of(r, 0)->failed_events, max_tries == 1 ? 10 : 0);
        CHECK_INT(r->servers[0].bind_count, 20);
        for (int i = 0; i < 20; i++)
            for (int earlier = 0; earlier < i; earlier++)
                CHECK(r->servers[0].binds[i] != r->servers[0].binds[earlier], "attempts %d and %d had one key", earlier, i);
        end_run(r);
    }
}

static void
what_two_inserts_met_on_is_replayed_even_where_taken_keys_are_not(void)
{
    struct run *const r = new_run("oltp_write_only");

    r->options.load.threads = 1;
    r->options.run.events = 1;
    r->options.load.retry = "23505";
    r->servers[0].script = first_insert_fails;
    r->servers[0].sqlstate = "23505";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->retries, 1);
    CHECK_INT(r->servers[0].bind_count, 11); /* All but COMMIT, then all. */
    CHECK(memcmp(&r->servers[0].binds[0], &r->servers[0].binds[5], 5 * sizeof(uint64_t)) == 0, "the same parameters");
    end_run(r);
}

/*
 * By its --time, not by --max-tries, which would take hours. In each slice each connection tries one event, or none where a busy machine
 * comes to it when the slice is over.
 */
static void
a_run_ends_though_every_event_is_to_be_tried_again(void)
{
    for (int target_count = 1; target_count <= 2; target_count++) {
        struct run *const r = new_run("oltp_write_only");
        r->options.connection.against = target_count == 2 ? "" : NULL;
        r->options.run.time_ns = 60 * NS_PER_MS;
        r->options.run.slice_ns = 10 * NS_PER_MS;
        r->options.run.max_tries = 1000000;
        for (int t = 0; t < target_count; t++) {
            r->servers[t].script = updates_fail;
            r->servers[t].sqlstate = "40001";
        }
        CHECK_INT(go(r), ERR_OK);
        int64_t given_up = 0;
        CHECK(r->outcome->accounting.started > 0, "nothing was tried");
        CHECK_INT(r->outcome->accounting.failed, r->outcome->accounting.started);
        for (int t = 0; t < target_count; t++) {
            CHECK_INT(tally_of(r, t)->events, 0);
            CHECK(tally_of(r, t)->failed_events <= 3 * r->outcome->blocks[t].slices.slice_count, "%lld events in %lld slices",
                  (long long)tally_of(r, t)->failed_events, (long long)r->outcome->blocks[t].slices.slice_count);
            given_up += tally_of(r, t)->failed_events;
            CHECK_INT(tally_of(r, t)->failed_attempts, tally_of(r, t)->retries + tally_of(r, t)->failed_events);
            CHECK(tally_of(r, t)->failed_attempts >= 10 * tally_of(r, t)->failed_events, "the default of --max-tries holds");
        }
        CHECK_INT(r->outcome->accounting.started, given_up);
        end_run(r);
    }
}

static enum answer
second_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 2 ? ANSWER_ERROR : ANSWER_OK;
}

/* In a transaction: of its statements the first is not prepared. */
static void
a_lazy_prepare_that_fails_is_tried_again_with_its_event(void)
{
    struct run *const r = new_run("oltp_write_only");

    r->options.load.threads = 1;
    r->options.run.events = 3;
    r->options.run.prepare = PREPARE_LAZY;
    r->servers[0].parse_script = second_fails;
    r->servers[0].sqlstate = "40P01";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(tally_of(r, 0)->events, 3);
    CHECK_INT(tally_of(r, 0)->retries, 1);
    CHECK_INT(r->servers[0].rollback_count, 1);
    CHECK_INT(queries_total(&tally_of(r, 0)->committed), 18);
    CHECK_INT(queries_total(&tally_of(r, 0)->queries), r->servers[0].execute_count);
    end_run(r);
}

int
main(void)
{
    a_retry_replays_the_same_parameters();
    tries_are_limited_and_transactions_rolled_back();
    two_inserts_that_met_are_tried_again();
    a_key_that_is_taken_is_not_drawn_again();
    what_two_inserts_met_on_is_replayed_even_where_taken_keys_are_not();
    a_run_ends_though_every_event_is_to_be_tried_again();
    a_lazy_prepare_that_fails_is_tried_again_with_its_event();
    return check_result("retries");
}
