/*
 * Opening connections: to servers that do not prepare as PostgreSQL does, in their turn, for so long, and what begins then.
 */

#include <string.h>

#include "base/clock.h"
#include "check_values.h"
#include "engine_run.h"

static enum answer
begin_is_not_prepared(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "BEGIN", 5) == 0 ? ANSWER_NONE : ANSWER_OK;
}

static struct run *
new_unprepared_run(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.load.threads = 1;
    r->servers[0].parse_script = begin_is_not_prepared;
    return r;
}

static void
check_unprepared(struct run *r, const char *hint, bool is_sent_as_text_then)
{
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "did not prepare every statement");
    CHECK_HAS(r->diag.text, "connection 1");
    CHECK_TEXT(r->diag.hint, hint);
    CHECK_TEXT(r->diag.sqlstate, "");
    CHECK_INT(r->diag.target, 0);
    CHECK_INT(r->diag.is_of_prepared, is_sent_as_text_then);
    end_run(r);
}

static void
a_server_that_ends_the_preparing_early_is_sent_text_if_asked(void)
{
    check_unprepared(new_unprepared_run(), "--db-ps-mode=disable sends text", true);
}

static void
it_is_seen_in_a_pipeline_which_has_another_way_to_text(void)
{
    struct run *const r = new_unprepared_run();

    r->options.load.pipeline = true;
    check_unprepared(r, "--db-ps-mode=disable without --pipeline sends text", false);
}

static void
it_is_seen_where_each_statement_is_prepared_when_its_turn_comes(void)
{
    struct run *const r = new_unprepared_run();

    r->options.run.prepare = PREPARE_LAZY;
    check_unprepared(r, "--db-ps-mode=disable sends text", true);
}

static void
who_is_not_ready_in_time_is_said_with_the_worker(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.connection.against = "";
    r->options.run.workers = 2; /* Of one connection to each server, and of two. */
    r->options.run.thread_init_timeout_ns = 200 * NS_PER_MS;
    r->servers[0].is_mute = r->servers[1].is_mute = true;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK(strstr(r->diag.text, "only 0 of 2 connections of worker 1 were ready after 0.2 s") ||
              strstr(r->diag.text, "only 0 of 4 connections of worker 2 were ready after 0.2 s"),
          "%s", r->diag.text);
    CHECK_HAS(r->diag.hint, "raise --thread-init-timeout");
    CHECK_INT(r->diag.is_late, true);
    end_run(r);
}

static void
both_servers_are_connected_to_as_fast_as_one(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.connection.against = "";
    r->options.load.threads = 1;
    r->options.run.events = 5;
    r->options.run.connect_rate_per_s = 1e-5; /* A second one of either server would come after a day. */
    CHECK_INT(go(r), ERR_OK);
    end_run(r);
}

static void
many_in_a_second_take_no_longer_than_they_may(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.events = 5;
    r->options.run.connect_rate_per_s = 1e6;
    CHECK_INT(go(r), ERR_OK);
    end_run(r);
}

static void
the_first_does_not_wait_for_a_rate_next_to_none(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.connect_rate_per_s = 1e-12; /* A second one would come after the end of time. */
    r->servers[0].refusal = "sorry, too many clients already";
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "connection 1 to ");
    end_run(r);
}

static int64_t first_read_ns; /* On the wall clock. */

static enum answer
first_read_is_noted(const struct fake_server *s, const char *sql, int64_t number)
{
    if (first_read_ns == 0 && strncmp(sql, "SELECT", 6) == 0)
        first_read_ns = clock_wall_ns();
    return ANSWER_OK;
}

static void
no_event_begins_before_its_time(void)
{
    struct run *const r = new_run("oltp_point_select");
    const int64_t start_ns = clock_wall_ns() + NS_PER_S;

    r->options.run.events = 5;
    r->options.run.start_at = (double)start_ns / (double)NS_PER_S;
    r->servers[0].script = first_read_is_noted;
    CHECK_INT(go(r), ERR_OK);
    CHECK(first_read_ns > start_ns - NS_PER_MS, "%.3f s too soon", (double)(start_ns - first_read_ns) / (double)NS_PER_S);
    end_run(r);
}

int
main(void)
{
    who_is_not_ready_in_time_is_said_with_the_worker();
    both_servers_are_connected_to_as_fast_as_one();
    many_in_a_second_take_no_longer_than_they_may();
    the_first_does_not_wait_for_a_rate_next_to_none();
    no_event_begins_before_its_time();
    a_server_that_ends_the_preparing_early_is_sent_text_if_asked();
    it_is_seen_in_a_pipeline_which_has_another_way_to_text();
    it_is_seen_where_each_statement_is_prepared_when_its_turn_comes();
    return check_result("opening");
}
