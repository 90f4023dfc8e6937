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

static void
a_server_that_ends_the_preparing_early_is_sent_text_if_asked(void)
{
    struct run *const r = new_run("oltp_read_write");

    r->options.load.threads = 1;
    r->servers[0].parse_script = begin_is_not_prepared;
    CHECK_INT(go(r), ERR_TARGET);
    CHECK_HAS(r->diag.text, "did not prepare every statement");
    CHECK_HAS(r->diag.text, "connection 1");
    CHECK_HAS(r->diag.hint, "--db-ps-mode=disable");
    CHECK_INT(r->diag.target, 0);
    end_run(r);
}

int
main(void)
{
    a_server_that_ends_the_preparing_early_is_sent_text_if_asked();
    return check_result("opening");
}
