/*
 * How long the client of all that is not measured waits for an answer: as long as the server lives, or as long as it was told to.
 */

#include "machine/client.h"

#include <dirent.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "check_values.h"
#include "cli/options.h"
#include "cli/option_set.h"
#include "catalog/workload.h"
#include "fake_server.h"

/* Of CREATE INDEX nothing is heard; what others ask is answered. */
static enum answer
works_long(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "CREATE", 6) == 0 ? ANSWER_SILENT : ANSWER_OK;
}

static enum answer
says_nothing(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_SILENT;
}

static bool
never(void *context)
{
    return false;
}

/* A CREATE INDEX whose silence is noticed after 50 ms, and that is interrupted after `until_ns`; 0: it is not. */
static struct diag
ask(fake_script script, bool is_stall_final, int64_t until_ns)
{
    static struct fake_server server;
    static struct target target;
    struct options o;
    struct diag d = DIAG_NONE;
    char url[96];

    memset(&server, 0, sizeof server);
    server.script = script;
    fake_server_start(&server);
    snprintf(url, sizeof url, "postgres://me@127.0.0.1:%d/db?sslmode=disable", server.port);
    options_default(&o, workload_find("oltp_read_only"));
    o.connection.pgsql_url = url;
    CHECK_INT(target_init(&target, &o.connection, o.load.dialect, NS_PER_S, 0, &d), ERR_OK);
    target.stall_timeout_ns = 50 * NS_PER_MS;
    target.is_stall_final = is_stall_final;

    const struct interrupt interrupt = {.is_wanted = never, .until_ns = until_ns == 0 ? 0 : clock_now_ns() + until_ns};
    struct client *const c = client_open(&target, 0, 1, 0, &interrupt, &d);
    CHECK_INT(d.code, ERR_OK);
    client_execute(c, 0, "CREATE INDEX k ON t (k)", &d);
    client_free(c);
    fake_server_stop(&server);
    return d;
}

static void
a_statement_may_take_as_long_as_the_server_answers_others(void)
{
    const struct diag d = ask(works_long, false, NS_PER_S);

    CHECK(d.code == ERR_INTERRUPTED, "%s", d.text); /* Many times the limit of its silence. */
    CHECK_HAS(d.text, "CREATE INDEX k ON t (k)");
}

static void
who_answers_nobody_has_stopped(void)
{
    const struct diag d = ask(says_nothing, false, 0);

    CHECK_INT(d.code, ERR_TARGET);
    CHECK_HAS(d.text, "has stopped answering");
}

static void
a_limit_that_was_given_is_the_limit(void)
{
    const struct diag d = ask(works_long, true, 0);

    CHECK_INT(d.code, ERR_TARGET);
    CHECK_HAS(d.text, "has stopped answering");
}

/* Threads of this process. */
static int
count_threads(void)
{
    DIR *const tasks = opendir("/proc/self/task");
    int count = -2; /* . and .. */

    while (readdir(tasks))
        count++;
    closedir(tasks);
    return count;
}

static void
a_request_to_cancel_that_is_not_taken_ends_with_its_client(void)
{
    static struct fake_server server = {.script = works_long};
    static struct target target;
    struct options o;
    struct diag d = DIAG_NONE;
    char url[96];

    fake_server_start(&server);
    snprintf(url, sizeof url, "postgres://me@127.0.0.1:%d/db?sslmode=disable", server.port);
    options_default(&o, workload_find("oltp_read_only"));
    o.connection.pgsql_url = url;
    CHECK_INT(target_init(&target, &o.connection, o.load.dialect, NS_PER_S, 0, &d), ERR_OK);
    const int expected_count = count_threads() + 2; /* The server's of the two connections, neither of which it answers. */
    const struct interrupt interrupt = {.is_wanted = never, .until_ns = clock_now_ns() + 200 * NS_PER_MS};
    struct client *const c = client_open(&target, 0, 1, 0, &interrupt, &d);
    server.is_mute = true;
    client_execute(c, 0, "CREATE INDEX k ON t (k)", &d);
    CHECK_INT(d.code, ERR_INTERRUPTED);
    client_free(c);
    for (int left = 5000; left > 0 && count_threads() > expected_count; left--)
        nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL);
    CHECK_INT(count_threads(), expected_count);
    fake_server_stop(&server);
}

int
main(void)
{
    a_statement_may_take_as_long_as_the_server_answers_others();
    who_answers_nobody_has_stopped();
    a_limit_that_was_given_is_the_limit();
    a_request_to_cancel_that_is_not_taken_ends_with_its_client();
    return check_result("client");
}
