/*
 * How long the client of all that is not measured waits for an answer: as long as the server lives, or as long as it was told to.
 */

#include "machine/client.h"

#include <dirent.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "check_values.h"
#include "cli/options.h"
#include "cli/option_set.h"
#include "catalog/workload.h"
#include "fake_server.h"
#include "machine/pooler.h"

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

/* Servers that are the hosts of one target. */
struct scene {
    struct fake_server servers[2];
    int count;
    struct target target;
    char url[96];
    struct interrupt interrupt;
    struct client *client; /* One connection, to the last of the hosts. */
    struct diag diag;
};

/* Connects; the silence of a statement is noticed after 50 ms from then on. */
static void
begin_scene(struct scene *s, int count, fake_script first, fake_script second)
{
    struct options o;
    int length;

    *s = (struct scene){.servers = {{.script = first}, {.script = second}}, .count = count, .diag = DIAG_NONE};
    s->interrupt.is_wanted = never;
    length = snprintf(s->url, sizeof s->url, "postgres://me@");
    for (int i = 0; i < count; i++) {
        fake_server_start(&s->servers[i]);
        length += snprintf(s->url + length, sizeof s->url - (size_t)length, "%s127.0.0.1:%d", i > 0 ? "," : "",
                           s->servers[i].port);
    }
    snprintf(s->url + length, sizeof s->url - (size_t)length, "/db?sslmode=disable");
    options_default(&o, workload_find("oltp_read_only"));
    o.connection.pgsql_url = s->url;
    CHECK_INT(target_init(&s->target, &o.connection, o.load.dialect, 60 * NS_PER_S, 0, &s->diag), ERR_OK);
    s->client = client_open(&s->target, count - 1, 1, 0, &s->interrupt, &s->diag);
    CHECK_INT(s->diag.code, ERR_OK);
    s->target.timeout_ns = NS_PER_S;
    s->target.stall_timeout_ns = 50 * NS_PER_MS;
}

static void
end_scene(struct scene *s)
{
    client_free(s->client);
    for (int i = 0; i < s->count; i++)
        fake_server_stop(&s->servers[i]);
}

/* A CREATE INDEX that is interrupted after a time; 0: it is not. */
static void
work(struct scene *s, int64_t interrupted_after_ns)
{
    s->interrupt.until_ns = interrupted_after_ns == 0 ? 0 : clock_now_ns() + interrupted_after_ns;
    client_execute(s->client, 0, "CREATE INDEX k ON t (k)", &s->diag);
}

static struct diag
ask(fake_script script, bool is_stall_final, int64_t interrupted_after_ns)
{
    static struct scene s;

    begin_scene(&s, 1, script, NULL);
    s.target.is_stall_final = is_stall_final;
    work(&s, interrupted_after_ns);
    end_scene(&s);
    return s.diag;
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

static void
a_server_without_room_for_others_answers(void)
{
    static struct scene s;

    begin_scene(&s, 1, works_long, NULL);
    s.servers[0].refusal = "sorry, too many clients already";
    work(&s, NS_PER_S);
    end_scene(&s);
    CHECK(s.diag.code == ERR_INTERRUPTED, "%s", s.diag.text);
}

static void
another_host_does_not_answer_for_one_that_is_silent(void)
{
    static struct scene s;

    begin_scene(&s, 2, works_long, says_nothing);
    work(&s, 20 * NS_PER_S);
    end_scene(&s);
    CHECK(s.diag.code == ERR_TARGET, "%s", s.diag.text);
    CHECK_HAS(s.diag.text, "has stopped answering");
}

static bool
is_idle(void *context)
{
    const struct scene *const s = context;

    return s->client && s->client->loop.conns[0][0].state == CONN_IDLE;
}

static void
an_interrupt_between_statements_is_told_as_that(void)
{
    static struct scene s;

    begin_scene(&s, 1, NULL, NULL);
    s.target.is_stall_final = true;
    s.target.stall_timeout_ns = 0;
    s.interrupt = (struct interrupt){.is_wanted = is_idle, .context = &s};
    client_execute(s.client, 0, "SELECT 1", &s.diag);
    end_scene(&s);
    CHECK_INT(s.diag.code, ERR_INTERRUPTED);
    CHECK_HAS(s.diag.text, "interrupted between two statements");
}

static atomic_bool is_asked; /* Whether it is alive. */
static int look_count;

static enum answer
is_silent_from_then_on(const struct fake_server *s, const char *sql, int64_t number)
{
    is_asked = is_asked || strncmp(sql, "SELECT", 6) == 0;
    return ANSWER_SILENT;
}

static bool
is_wanted_when_asked(void *context)
{
    look_count += is_asked;
    return is_asked;
}

/* The question whether a server lives is no statement that has to be rolled back: an interrupt closes it without the grace that a statement
 * has, in which it would be looked for every 100 ms. */
static void
a_question_has_no_grace(void)
{
    static struct scene s;

    begin_scene(&s, 1, is_silent_from_then_on, NULL);
    s.target.timeout_ns = 60 * NS_PER_S;
    s.interrupt.is_wanted = is_wanted_when_asked;
    s.client->grace_ns = 0;
    work(&s, 0);
    end_scene(&s);
    CHECK_INT(s.diag.code, ERR_INTERRUPTED);
    CHECK(look_count <= 4, "%d looks", look_count);
}

/* Whether a pooler stands before the servers is asked over two connections to one of them. */
static void
a_pooler_is_looked_for_at_one_host(void)
{
    static struct scene s;
    struct diag d = DIAG_NONE;

    begin_scene(&s, 2, NULL, NULL);
    pooler_check(&s.target, NS_PER_S, &s.interrupt, &d);
    end_scene(&s);
    CHECK_INT(s.servers[1].connection_count, 1); /* That of the scene. */
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
    static struct scene s;

    begin_scene(&s, 1, works_long, NULL);
    const int expected_count = count_threads() + 1; /* The server's of the second connection; it answers neither of them. */
    s.target.stall_timeout_ns = 0;
    s.servers[0].is_mute = true;
    work(&s, 200 * NS_PER_MS);
    CHECK_INT(s.diag.code, ERR_INTERRUPTED);
    client_free(s.client);
    s.client = NULL;
    for (int left = 5000; left > 0 && count_threads() > expected_count; left--)
        nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL);
    CHECK_INT(count_threads(), expected_count);
    end_scene(&s);
}

int
main(void)
{
    a_statement_may_take_as_long_as_the_server_answers_others();
    who_answers_nobody_has_stopped();
    a_limit_that_was_given_is_the_limit();
    a_server_without_room_for_others_answers();
    another_host_does_not_answer_for_one_that_is_silent();
    an_interrupt_between_statements_is_told_as_that();
    a_question_has_no_grace();
    a_pooler_is_looked_for_at_one_host();
    a_request_to_cancel_that_is_not_taken_ends_with_its_client();
    return check_result("client");
}
