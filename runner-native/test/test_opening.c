/*
 * Opening connections to servers that do not prepare as PostgreSQL does.
 */

#include <string.h>

#include "check_values.h"
#include "engine_run.h"

static enum answer
begin_is_not_prepared(const struct fake_server *s, const char *sql, int64_t number)
{
    (void)s, (void)number;
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
    CHECK_TEXT(r->diag.sqlstate, "08P01");
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

int
main(void)
{
    a_server_that_ends_the_preparing_early_is_sent_text_if_asked();
    it_is_seen_in_a_pipeline_which_has_another_way_to_text();
    it_is_seen_where_each_statement_is_prepared_when_its_turn_comes();
    return check_result("opening");
}
