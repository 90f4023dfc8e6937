/*
 * Whole runs that fail: connections are lost, servers stop, refuse, fall silent, or somebody interrupts. The cause and the remedy are
 * told, and what was measured is kept.
 */

#include <assert.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "engine_run.h"
#include "family_options.h"
#include "fake_server.h"

static enum answer
tenth_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 10 ? ANSWER_ERROR : ANSWER_OK;
}

static void
another_sql_error_ends_the_run(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 60 * NS_PER_S;
    r->servers[0].script = tenth_fails;
    r->servers[0].sqlstate = "22012";
    CHECK_INT(go(r), ERR_WORKLOAD);
    CHECK_TEXT(r->diag.sqlstate, "22012");
    CHECK_HAS(r->diag.text, "point_select on connection");
    CHECK_HAS(r->diag.text, "as the script says");
    CHECK_INT(r->diag.target, 0);
    CHECK_INT(r->outcome->accounting.failed, 1);
    CHECK(tally_of(r, 0)->events >= 9, "what was measured is kept");
    end_run(r);
}

static enum answer
tenth_closes(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 10 ? ANSWER_CLOSE : ANSWER_OK;
}

static void
a_lost_connection_ends_the_run(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 60 * NS_PER_S;
    r->servers[0].script = tenth_closes;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_TEXT(r->diag.sqlstate, "08006");
    CHECK_INT(r->outcome->accounting.failed, 1);
    CHECK_TEXT(tally_of(r, 0)->sqlstates.entry[0].sqlstate, "08006");
    CHECK(tally_of(r, 0)->events >= 9, "what was measured is kept");
    end_run(r);
}

static enum answer
silent_from_the_tenth(const struct fake_server *s, const char *sql, int64_t number)
{
    return number >= 10 ? ANSWER_SILENT : ANSWER_OK;
}

static void
a_server_that_stops_answering_ends_the_run(void)
{
    for (int with_reports = 0; with_reports < 2; with_reports++) {
        struct run *const r = new_run("oltp_point_select");
        r->options.run.time_ns = 600 * NS_PER_S;
        r->options.run.stall_timeout_ns = 300 * NS_PER_MS;
        r->options.report.report_interval_ns = with_reports ? 100 * NS_PER_MS : 0;
        r->servers[0].script = silent_from_the_tenth;
        CHECK_INT(go(r), ERR_TARGET);
        CHECK_HAS(r->diag.text, "server 0 (127.0.0.1:");
        CHECK_HAS(r->diag.text, "has stopped answering: connection ");
        CHECK_HAS(r->diag.text, "waits for point_select since 20");
        CHECK_HAS(r->diag.hint, "--stall-timeout");
        CHECK_INT(r->diag.target, 0);
        CHECK_INT(r->outcome->accounting.done, 9);
        CHECK_INT(r->outcome->accounting.abandoned, 3);
        end_run(r);
    }
}

static enum answer
second_is_fatal(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 2 ? ANSWER_FATAL : ANSWER_OK;
}

/* The first Parse is for the first connection. */
static void
a_server_that_stops_again_while_statements_are_prepared_anew_is_waited_for(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.load.threads = 1;
    r->options.run.events = 20;
    r->options.run.reconnect_on_loss = true;
    r->servers[0].script = tenth_closes;
    r->servers[0].parse_script = second_is_fatal;
    r->servers[0].sqlstate = "57P01";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(r->outcome->accounting.failed, 1);
    CHECK_INT(tally_of(r, 0)->events, 19);
    CHECK_INT(tally_of(r, 0)->reconnects, 1);
    CHECK_INT(r->servers[0].parse_count, 3);
    end_run(r);
}

static enum answer
all_close_from_the_tenth(const struct fake_server *s, const char *sql, int64_t number)
{
    return number >= 10 ? ANSWER_CLOSE : ANSWER_OK;
}

static enum answer
fourth_and_later_are_fatal(const struct fake_server *s, const char *sql, int64_t number)
{
    return number > 3 ? ANSWER_FATAL : ANSWER_OK;
}

/* All three connections are lost and never opened again, though they might still be when the time is over. */
static void
a_server_that_is_gone_when_the_time_is_over_is_a_failure(void)
{
    for (int is_beside = 0; is_beside < 2; is_beside++) {
        struct run *const r = new_run("oltp_point_select");
        struct fake_server *const gone = &r->servers[is_beside];
        r->options.run.time_ns = 200 * NS_PER_MS;
        r->options.run.workers = 2;
        r->options.run.reconnect_on_loss = true;
        r->options.connection.against = is_beside ? "" : NULL;
        r->options.run.slice_ns = is_beside ? 10 * NS_PER_MS : 0;
        gone->script = all_close_from_the_tenth;
        gone->parse_script = fourth_and_later_are_fatal;
        gone->sqlstate = "57P03";
        CHECK_INT(go(r), ERR_TARGET);
        CHECK_HAS(r->diag.text, is_beside ? "server 1 (127.0.0.1:" : "server 0 (127.0.0.1:");
        CHECK_HAS(r->diag.text, "was down when the run ended: all of its 3 connections were lost");
        CHECK_TEXT(r->diag.sqlstate, "08001");
        CHECK_INT(r->diag.target, is_beside);
        CHECK_INT(r->outcome->accounting.abandoned, 0);
        CHECK(tally_of(r, is_beside)->events <= 9, "%lld events", (long long)tally_of(r, is_beside)->events);
        /* The time without it is in the throughput, and nothing rested meanwhile: it is in that under load, too. */
        const struct slice_totals *const slices = &r->outcome->blocks[is_beside].slices;
        CHECK(r->outcome->blocks[0].slices.duration_ns + r->outcome->blocks[1].slices.duration_ns >= r->options.run.time_ns,
              "driven for %lld ns", (long long)slices->duration_ns);
        CHECK(slices->rest_ns * 2 < slices->duration_ns * 3, "rested for %lld of 3 times %lld ns", (long long)slices->rest_ns,
              (long long)slices->duration_ns);
        CHECK(r->outcome->blocks[is_beside].in_flight_mean < 3, "in flight: %g", r->outcome->blocks[is_beside].in_flight_mean);
        end_run(r);
    }
}

static enum answer
tenth_is_fatal(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 10 ? ANSWER_FATAL : ANSWER_OK;
}

static void
a_server_that_stops_is_quoted(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 60 * NS_PER_S;
    r->options.connection.against = "";
    r->options.run.slice_ns = 5 * NS_PER_MS;
    r->servers[1].script = tenth_is_fatal;
    r->servers[1].sqlstate = "57P01";
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_TEXT(r->diag.sqlstate, "57P01");
    CHECK_INT(r->diag.target, 1);
    CHECK_HAS(r->diag.hint, "the server was stopped");
    end_run(r);
}

static void
tables_that_are_missing_are_asked_for(void)
{
    struct run *const r = new_run("oltp_read_only");

    r->options.run.events = 10;
    r->servers[0].parse_error = "42P01";
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_TEXT(r->diag.sqlstate, "42P01");
    CHECK_HAS(r->diag.hint, "run `prepare` first");
    CHECK(!r->outcome->is_measured, "nothing was measured");
    CHECK_INT(r->outcome->accounting.started, 0);
    end_run(r);
}

static void
tables_of_each_connection_are_asked_for_as_such(void)
{
    struct run *const r = new_run("bulk_insert");

    r->options.run.events = 10;
    SBTEST(r->options)->stationary = true; /* Its DELETE is prepared. */
    r->servers[0].parse_error = "42P01";
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.hint, "run `prepare` first, with the same --threads and --shard");
    end_run(r);
}

static void
a_server_that_prepares_nothing_is_sent_text_if_asked(void)
{
    static const char *const refusals[] = {"0A000", "42601", "XX000"};

    for (size_t i = 0; i < ARRAY_LENGTH(refusals) * 2; i++) {
        struct run *const r = new_run("oltp_read_only");
        r->options.run.events = 10;
        r->options.run.prepare = i % 2 == 0 ? PREPARE_EAGER : PREPARE_LAZY;
        r->servers[0].parse_error = refusals[i / 2];
        CHECK_INT(go(r), ERR_WORKLOAD);
        CHECK_TEXT(r->diag.sqlstate, refusals[i / 2]);
        CHECK_HAS(r->diag.hint, "--db-ps-mode=disable");
        end_run(r);
    }
}

static void
a_server_that_never_answers_is_given_up(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.events = 10;
    r->options.run.workers = 1;
    r->options.run.thread_init_timeout_ns = 100 * NS_PER_MS;
    r->servers[0].is_mute = true;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "only 0 of 3 connections");
    CHECK_HAS(r->diag.hint, "--thread-init-timeout");
    end_run(r);
}

/* In the user's own number, though there are more workers than may wait. */
static void
a_queue_that_overflows_is_told_by_its_limit(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.load.threads = 8;
    r->options.run.workers = 8;
    r->options.run.time_ns = 60 * NS_PER_S;
    r->options.run.rate_per_s = 10000;
    r->options.run.queue_limit = 4;
    r->servers[0].script = silent_from_the_tenth;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "planned events wait for a connection, --queue-limit allows 4");
    end_run(r);
}

static int interrupt_fd;

/* Falls silent, and then "presses Ctrl-C" twice: the first asks for the end, the second does not wait. */
static enum answer
silent_after_ten(const struct fake_server *s, const char *sql, int64_t number)
{
    const struct signalfd_siginfo signal = {.ssi_signo = SIGINT};

    for (int i = 0; i < 2 && number == 11; i++) {
        const ssize_t written = write(interrupt_fd, &signal, sizeof signal);
        assert(written == (ssize_t)sizeof signal);
        (void)written;
    }
    return number > 10 ? ANSWER_SILENT : ANSWER_OK;
}

static void
an_interrupted_run_reports_what_it_has(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 60 * NS_PER_S;
    r->servers[0].script = silent_after_ten;
    interrupt_fd = r->signal_fds[1];
    CHECK_INT(go(r), ERR_INTERRUPTED);
    CHECK(r->outcome->is_interrupted, "it says so");
    /* Ten were answered; the answers to two of them may not have been read when the end came. */
    CHECK(tally_of(r, 0)->events >= 8 && tally_of(r, 0)->events <= 10, "%lld events", (long long)tally_of(r, 0)->events);
    CHECK(r->outcome->accounting.abandoned >= 1, "events in flight were left");
    end_run(r);
}

int
main(void)
{
    another_sql_error_ends_the_run();
    a_lost_connection_ends_the_run();
    a_server_that_stops_answering_ends_the_run();
    a_server_that_stops_again_while_statements_are_prepared_anew_is_waited_for();
    a_server_that_is_gone_when_the_time_is_over_is_a_failure();
    a_server_that_stops_is_quoted();
    tables_that_are_missing_are_asked_for();
    tables_of_each_connection_are_asked_for_as_such();
    a_server_that_prepares_nothing_is_sent_text_if_asked();
    a_server_that_never_answers_is_given_up();
    a_queue_that_overflows_is_told_by_its_limit();
    an_interrupted_run_reports_what_it_has();
    return check_result("failures");
}
