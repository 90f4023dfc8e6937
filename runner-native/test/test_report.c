/*
 * What a run says, in both formats, against a scripted server: every count that does not depend on time.
 */

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "check_values.h"
#include "built_program.h"

/* The line of this type; an empty one when there is none. */
static const char *
line_of(const struct said *said, const char *type)
{
    static char line[SAID_SIZE];
    char beginning[64];

    snprintf(beginning, sizeof beginning, "{\"v\":1,\"type\":\"%s\"", type);
    const char *const found = strstr(said->out, beginning);
    CHECK(found, "no line of type %s in:\n%s", type, said->out);
    snprintf(line, sizeof line, "%.*s", found ? (int)strcspn(found, "\n") : 0, found ? found : "");
    return line;
}

/* The number behind "name":, or -1. */
static int64_t
number_of(const char *line, const char *name)
{
    char key[64];

    snprintf(key, sizeof key, "\"%s\":", name);
    const char *const found = strstr(line, key);
    CHECK(found, "no %s in %s", name, line);
    return found ? strtoll(found + strlen(key), NULL, 10) : -1;
}

/* Five events of 20 statements: 14 reads, 4 writes, BEGIN and COMMIT. */
#define EVENTS "--time=0", "--events=5", "--table-size=100", "--rand-seed=7", "oltp_read_write", "run"

static void
ndjson_counts_what_was_done(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    const struct said *const said = RUN(s, "--output=ndjson", EVENTS);

    CHECK_INT(said->code, 0);
    const char *line = line_of(said, "hello");
    CHECK_HAS(line, "\"command\":\"run\",\"workload\":\"oltp_read_write\",\"dialect\":\"postgres\"");
    CHECK_HAS(line, "\"database\":\"db\",\"user\":\"me\",\"sslmode\":\"disable\"");
    CHECK_INT(number_of(line, "seed"), 7);
    line = line_of(said, "block");
    CHECK_HAS(line, "\"server_version\":\"15.99\"");
    CHECK_INT(number_of(line, "events"), 5);
    CHECK_HAS(line, "{\"read\":70,\"write\":20,\"other\":10}");
    CHECK_INT(number_of(line, "retries"), 0);
    CHECK_HAS(line, "{\"name\":\"point_select\",\"count\":50,\"errors\":0,\"misses\":0");
    CHECK_HAS(line, "{\"name\":\"insert\",\"count\":5,\"errors\":0,\"misses\":0");
    line = line_of(said, "summary");
    CHECK_INT(number_of(line, "exit_code"), 0);
    CHECK_HAS(line, "\"started\":5,\"done\":5,\"failed\":0,\"abandoned\":0");
    server_free(s);
}

static enum answer
every_seventh_update_meets_another(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "UPDATE", 6) == 0 && number % 7 == 0 ? ANSWER_ERROR : ANSWER_OK;
}

static void
ndjson_tells_conflicts_and_what_was_tried_again(void)
{
    struct fake_server *const s = server_new(every_seventh_update_meets_another, "40001");
    const struct said *const said = RUN(s, "--output=ndjson", "--time=0", "--events=21", "--table-size=100",
                                        "oltp_update_index", "run");

    CHECK_INT(said->code, 0);
    /* 21 events and one more attempt for each of the three, of which none is a seventh again: 7, 14 and 21 of 24. */
    const char *const line = line_of(said, "block");
    CHECK_INT(number_of(line, "events"), 21);
    CHECK_INT(number_of(line, "retries"), 3);
    CHECK_HAS(line, "{\"name\":\"index_update\",\"count\":21,\"errors\":3,\"misses\":0");
    CHECK_HAS(line, "\"40001\":3");
    CHECK_INT((int64_t)s->execute_count, 24);
    server_free(s);
}

static enum answer
finds_nothing(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "DELETE", 6) == 0 ? ANSWER_NONE : ANSWER_OK;
}

static void
statements_that_find_nothing_are_misses_and_others(void)
{
    struct fake_server *const s = server_new(finds_nothing, NULL);
    const struct said *const said = RUN(s, "--output=ndjson", "--time=0", "--events=6", "oltp_delete", "run");

    CHECK_HAS(line_of(said, "block"), "{\"read\":0,\"write\":0,\"other\":6}");
    CHECK_HAS(line_of(said, "block"), "{\"name\":\"delete\",\"count\":6,\"errors\":0,\"misses\":6");
    CHECK_HAS(line_of(said, "summary"), "\"code\":\"not-stationary\"");
    server_free(s);
}

static enum answer
nothing_goes(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_ERROR;
}

static void
what_ended_the_run_is_told_everywhere(void)
{
    struct fake_server *const s = server_new(nothing_goes, "42501");
    const struct said *said = RUN(s, "--output=ndjson", EVENTS);

    CHECK_INT(said->code, 4);
    CHECK_HAS(line_of(said, "error"), "\"code\":\"workload\",\"sqlstate\":\"42501\",\"target\":0,\"fatal\":true");
    CHECK_INT(number_of(line_of(said, "summary"), "exit_code"), 4);
    CHECK_HAS(said->err, "SQLSTATE 42501");
    said = RUN(s, EVENTS);
    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "SQLSTATE 42501");
    server_free(s);
}

static enum answer
only_warm_up_goes(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "DELETE", 6) == 0 ? ANSWER_ERROR : ANSWER_OK;
}

static void
a_run_without_a_success_is_an_error_and_has_no_percentiles(void)
{
    struct fake_server *const s = server_new(only_warm_up_goes, "40001");
    const struct said *said = RUN(s, "--output=ndjson", "--time=0", "--events=3", "oltp_delete", "run");

    CHECK_INT(said->code, 4);
    CHECK_HAS(said->out, "\"code\":\"events-failed\",\"sqlstate\":\"40001\",\"target\":0,\"fatal\":true");
    CHECK_HAS(said->err, "none of 3 events on server 0 succeeded: SQLSTATE 40001 (30)");
    CHECK_HAS(line_of(said, "block"), "\"percentiles_ns\":{\"50\":null,");
    CHECK_HAS(line_of(said, "summary"), "\"code\":\"events-failed\"");
    CHECK_INT(number_of(line_of(said, "summary"), "exit_code"), 4);
    said = RUN(s, "--time=0", "--events=3", "oltp_delete", "run");
    CHECK_INT(said->code, 4);
    CHECK_HAS(said->out, "95th percentile:                           -\n");
    CHECK_HAS(said->out, "    p99                                           -\n");
    server_free(s);
}

static void
a_run_without_an_event_is_an_error_but_for_a_shard(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    const struct said *said = RUN(s, "--output=ndjson", "--rate=.001", "--arrivals=fixed", "--time=0.01", "oltp_point_select",
                                  "run");

    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "no event was begun on server 0");
    said = RUN(s, "--output=ndjson", "--time=0", "--events=1", "--shard=1/2", "--rand-seed=1", "oltp_point_select", "run");
    CHECK_INT(said->code, 0);
    server_free(s);
}

static enum answer
nothing_but_reads(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "UPDATE", 6) == 0 ? ANSWER_ERROR : ANSWER_OK;
}

/* What is left of a report when every number with a point, and with it every time, is a "#". */
static const char *
without_times(const char *text)
{
    static char out[SAID_SIZE];
    size_t used = 0;

    while (*text) {
        char *end = NULL;
        const bool is_number = isdigit((unsigned char)*text) && strtod(text, &end) >= 0;
        if (is_number && memchr(text, '.', (size_t)(end - text))) {
            out[used++] = '#';
            text = end;
        } else {
            out[used++] = *text++;
        }
    }
    out[used] = '\0';
    return out;
}

static void
sysbench_counts_the_same(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    const struct said *const said = RUN(s, EVENTS);
    const char *const text = without_times(said->out);

    CHECK_INT(said->code, 0);
    CHECK_HAS(text, "SQL statistics:\n"
                    "    queries performed:\n"
                    "        read:                            70\n"
                    "        write:                           20\n"
                    "        other:                           10\n"
                    "        total:                           100\n"
                    "    transactions:                        5      (# per sec.)\n"
                    "    queries:                             100    (# per sec.)\n"
                    "    ignored errors:                      0      (# per sec.)\n"
                    "    reconnects:                          0      (# per sec.)\n");
    CHECK_HAS(text, "    total number of events:              5\n");
    CHECK_HAS(text, "Latency (ms):\n");
    server_free(s);
}

static void
sysbench_counts_failed_attempts(void)
{
    struct fake_server *const s = server_new(every_seventh_update_meets_another, "40001");
    const struct said *const said = RUN(s, "--time=0", "--events=21", "oltp_update_index", "run");

    CHECK_HAS(without_times(said->out), "    transactions:                        21     (# per sec.)\n"
                                        "    queries:                             21     (# per sec.)\n"
                                        "    ignored errors:                      3      (# per sec.)\n");
    server_free(s);
}

/* Makes a file of the script; `path` is a template for mkstemps(). */
static void
write_script(char *path, const char *script)
{
    FILE *const file = fdopen(mkstemps(path, (int)strlen(".sql")), "w");

    fputs(script, file);
    fclose(file);
}

/* A command line of pgbench with -r, which goes on where two transactions of a script fail; times are "#". */
static const char *
run_pgbench(struct fake_server *s, const char *script, const char *option)
{
    char path[] = "/tmp/plumbline-XXXXXX.sql", url[96];

    write_script(path, script);
    snprintf(url, sizeof url, "postgres://me@127.0.0.1:%d/db?sslmode=disable&gssencmode=disable", s->port);
    const struct said *const said = RUN(s, "-n", "-t", "2", "-r", option, "--continue-on-error", "-f", path, url);
    unlink(path);
    CHECK_HAS(said->out, "number of failed transactions: 2 (100.000%)");
    return without_times(said->out);
}

static void
a_failure_is_told_at_the_statement_that_failed(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    const char *const by_itself = run_pgbench(s, "SELECT 1;\nUPDATE t SET a = 1;\n\\set x 1 / 0\n", "--max-tries=2");

    CHECK_HAS(by_itself, "#           0           0  SELECT 1;\n"); /* Failures and retries. */
    CHECK_HAS(by_itself, "#           0           0  UPDATE t SET a = 1;\n");
    s->script = nothing_but_reads;
    s->sqlstate = "23514";
    const char *const in_pipeline = run_pgbench(
        s, "\\startpipeline\nSELECT 1;\nUPDATE t SET a = 1;\nSELECT 2;\n\\endpipeline\n", "--protocol=extended");
    CHECK_HAS(in_pipeline, "#           0  SELECT 1;\n");
    CHECK_HAS(in_pipeline, "#           2  UPDATE t SET a = 1;\n");
    CHECK_HAS(in_pipeline, "#           0  SELECT 2;\n");
    server_free(s);
}

static void
an_open_transaction_is_the_mistake_of_no_statement(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    char path[] = "/tmp/plumbline-XXXXXX.sql", option[64];

    write_script(path, "SELECT 1;\nBEGIN;\n");
    snprintf(option, sizeof option, "--file=%s", path);
    const struct said *const said = RUN(s, "--output=ndjson", "--time=0", "--events=1", option, "script", "run");
    unlink(path);
    CHECK_HAS(said->err, "ends inside a transaction");
    CHECK_HAS(line_of(said, "block"), ".1.select\",\"count\":1,\"errors\":0");
    CHECK_HAS(line_of(said, "block"), ".2.begin\",\"count\":1,\"errors\":0");
    server_free(s);
}

int
main(void)
{
    ndjson_counts_what_was_done();
    ndjson_tells_conflicts_and_what_was_tried_again();
    statements_that_find_nothing_are_misses_and_others();
    what_ended_the_run_is_told_everywhere();
    a_run_without_a_success_is_an_error_and_has_no_percentiles();
    a_run_without_an_event_is_an_error_but_for_a_shard();
    sysbench_counts_the_same();
    sysbench_counts_failed_attempts();
    a_failure_is_told_at_the_statement_that_failed();
    an_open_transaction_is_the_mistake_of_no_statement();
    return check_result("report");
}
