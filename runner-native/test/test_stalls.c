/*
 * A load that goes on while something is done to its server: errors that end nothing, and stalls that are told while they last.
 */

#include "check_values.h"
#include "engine_run.h"

static enum answer
tenth_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 10 ? ANSWER_ERROR : ANSWER_OK;
}

static void
an_sql_error_fails_its_event_where_the_run_goes_on(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.events = 40;
    r->options.run.on_error = ON_ERROR_CONTINUE;
    r->servers[0].script = tenth_fails;
    r->servers[0].sqlstate = "42703";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(r->outcome->accounting.failed, 1);
    CHECK_INT(r->outcome->accounting.done, 39);
    CHECK_INT(tally_of(r, 0)->retries, 0);
    CHECK_TEXT(tally_of(r, 0)->sqlstates.entry[0].sqlstate, "42703");
    CHECK_INT(tally_of(r, 0)->sqlstates.entry[0].attempts, 1);
    end_run(r);
}

static void
what_is_tried_again_is_tried_again_all_the_same(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.events = 40;
    r->options.run.on_error = ON_ERROR_CONTINUE;
    r->servers[0].script = tenth_fails;
    r->servers[0].sqlstate = "40001";
    CHECK_INT(go(r), ERR_OK);
    CHECK_INT(r->outcome->accounting.failed, 0);
    CHECK_INT(tally_of(r, 0)->retries, 1);
    end_run(r);
}

static enum answer
silent_from_the_tenth(const struct fake_server *s, const char *sql, int64_t number)
{
    return number >= 10 ? ANSWER_SILENT : ANSWER_OK;
}

static void
a_stall_is_told_before_it_is_over(void)
{
    struct run *const r = new_run("oltp_point_select");

    r->options.run.time_ns = 600 * NS_PER_S;
    r->options.run.stall_timeout_ns = 300 * NS_PER_MS;
    r->options.report.report_interval_ns = 100 * NS_PER_MS;
    r->servers[0].script = silent_from_the_tenth;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK(interval_waiting_ns >= 150 * NS_PER_MS, "%lld ns waited", (long long)interval_waiting_ns);
    end_run(r);
}

int
main(void)
{
    an_sql_error_fails_its_event_where_the_run_goes_on();
    what_is_tried_again_is_tried_again_all_the_same();
    a_stall_is_told_before_it_is_over();
    return check_result("stalls");
}
