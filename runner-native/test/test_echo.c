/*
 * What is said of options: --help, the echo of the effective ones, remarks about old names.
 */

#include <stdlib.h>

#include "catalog/workload.h"
#include "check_values.h"
#include "cli/command_line.h"
#include "cli/echo.h"
#include "cli/help.h"
#include "cli/option_set.h"
#include "cli/value.h"

enum { ARGUMENT_MAX = 12 };

/* Parses up to ten words; "plumbline-load" is put before them. */
static enum err
parse(struct options *o, struct diag *d, const char **help, const char *const words[])
{
    char *argv[ARGUMENT_MAX] = {(char *)"plumbline-load"};
    int argc = 1;

    *d = DIAG_NONE;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    return options_parse(o, argc, argv, help, d);
}

#define PARSE(o, ...) parse((o), &d, NULL, (const char *const[]){__VA_ARGS__, NULL})

static void
help_is_asked_for_in_general_or_of_a_workload(void)
{
    struct options o;
    struct diag d;
    const char *help;

    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"--help", NULL}), ERR_OK);
    CHECK_TEXT(help, "");
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"--help", "oltp_read_only", NULL}), ERR_OK);
    CHECK_TEXT(help, "oltp_read_only");
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"oltp_read_only", "help", NULL}), ERR_OK);
    CHECK_TEXT(help, "oltp_read_only");
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"--help", "oltp_readonly", NULL}), ERR_USAGE);
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"--help=x", "oltp_read_only", NULL}), ERR_USAGE);
    CHECK_TEXT(d.text, "--help takes no value");
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"--version=x", "oltp_read_only", NULL}), ERR_USAGE);
    CHECK_TEXT(d.text, "--version takes no value");
    CHECK_INT(parse(&o, &d, &help, (const char *const[]){"oltp_read_only", "run", NULL}), ERR_OK);
    CHECK(help == NULL, "no help was asked for");
}

static void
the_help_names_every_option_and_workload_once(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const file = open_memstream(&text, &size);
    static struct option_table t;

    help_print(file, "");
    fclose(file);
    option_set_all(&t, NULL, NULL);
    for (size_t i = 0; i < t.count; i++) {
        char option[80];
        snprintf(option, sizeof option, "\n  --%s=", t.entries[i].row->name);
        const char *const found = strstr(text, option);
        CHECK(found, "%s is in the help", option);
        CHECK(found && !strstr(found + 1, option), "%s is there once", option);
    }
    for (size_t i = 0; workload_at(i); i++)
        CHECK_HAS(text, workload_at(i)->name);
    free(text);
}

/* An option of several families is one: it is told of once, by the row of the first. */
static void
options_of_the_same_name_are_alike(void)
{
    static struct option_table t;
    size_t again = 0;

    option_set_all(&t, NULL, NULL);
    for (size_t i = 0; i < t.count; i++) {
        const struct option_row *const row = t.entries[i].row;
        const struct option_row *const first = option_table_find(&t, row->name, strlen(row->name))->row;
        again += first != row;
        CHECK_INT(row->type, first->type);
        CHECK(row->low == first->low && row->high == first->high && row->unit_ns == first->unit_ns, "%s: the range", row->name);
        CHECK(!row->fallback == !first->fallback, "%s: a default", row->name);
        if (row->fallback && first->fallback)
            CHECK_TEXT(row->fallback, first->fallback);
        CHECK_TEXT(row->help, first->help);
        CHECK_INT(row->shapes, first->shapes);
        CHECK_INT(row->choices == first->choices, 1);
    }
    /* read-percent of kv and sql_inserts, stationary of kv, range-key-partitioning of kv and YCSB, foreign-keys of tpcc or script;
     * bulk_insert has the rows of sbtest themselves. */
    CHECK_INT(again, 6);
}

struct wanted {
    const char *name;
    char *json;
    bool is_echoed;
};

static void
keep_wanted(void *context, const struct option_row *row, const char *json)
{
    struct wanted *const w = context;

    if (strcmp(row->name, w->name) != 0)
        return;
    snprintf(w->json, OPTION_ECHO_SIZE, "%s", json);
    w->is_echoed = true;
}

/* The echo of one option, "absent" when it has none. */
static const char *
echo_of(const struct options *o, const char *name)
{
    static char json[OPTION_ECHO_SIZE];
    struct wanted wanted = {.name = name, .json = json};

    options_visit(o, keep_wanted, &wanted);
    return wanted.is_echoed ? json : "absent";
}

static void
effective_values_are_echoed_without_passwords(void)
{
    struct options o;
    struct diag d;

    PARSE(&o, "--pgsql-url=postgres://me:secret@h/d", "--against=host=x password=secret", "--time=500ms", "--slice=1s",
          "--rand-type=pareto", "--rand-pareto-h=0.3", "--skip-trx", "oltp_read_only", "run");
    CHECK_TEXT(echo_of(&o, "pgsql-url"), "\"postgres://me:***@h/d\"");
    CHECK_TEXT(echo_of(&o, "against"), "\"host=x password=***\"");
    CHECK_TEXT(echo_of(&o, "pgsql-password"), "absent");
    CHECK_TEXT(echo_of(&o, "time"), "0.5");
    CHECK_TEXT(echo_of(&o, "slice"), "1000");
    CHECK_TEXT(echo_of(&o, "rand-type"), "\"pareto\"");
    CHECK_TEXT(echo_of(&o, "rand-pareto-h"), "0.3");
    CHECK_TEXT(echo_of(&o, "skip-trx"), "true");
    CHECK_TEXT(echo_of(&o, "dialect"), "\"postgres\"");
    CHECK_TEXT(echo_of(&o, "threads"), "1");
    CHECK_TEXT(echo_of(&o, "pgsql-host"), "null");
    CHECK_TEXT(echo_of(&o, "pgsql-port"), "null");
    CHECK_INT(connection_target_count(&o.connection), 2);
    PARSE(&o, "--pgsql-password=secret", "oltp_read_only", "run");
    CHECK_TEXT(echo_of(&o, "pgsql-password"), "absent");
    CHECK_TEXT(echo_of(&o, "pgsql-url"), "null");
    CHECK_TEXT(echo_of(&o, "pgsql-port"), "5432");
    PARSE(&o, "--pgsql-port=5432,5433", "oltp_read_only", "run");
    CHECK_TEXT(echo_of(&o, "pgsql-port"), "\"5432,5433\"");
}

static void
what_other_workloads_have_to_themselves_is_not_echoed(void)
{
    struct options o;
    struct diag d;

    PARSE(&o, "oltp_read_only", "run");
    CHECK_TEXT(echo_of(&o, "cycle-length"), "absent");
    CHECK_TEXT(echo_of(&o, "upsert"), "absent");
    PARSE(&o, "kv", "--insert-count=10", "run");
    CHECK_TEXT(echo_of(&o, "insert-count"), "10");
    CHECK_TEXT(echo_of(&o, "table-size"), "absent");
    CHECK_TEXT(echo_of(&o, "stationary"), "false");
    CHECK_TEXT(echo_of(&o, "upsert"), "absent");
    PARSE(&o, "sql_inserts", "run");
    CHECK_TEXT(echo_of(&o, "upsert"), "false");
    CHECK_TEXT(echo_of(&o, "cycle-length"), "absent");
}

/* What options_print() prints; for free(). */
static char *
print(const struct options *o)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const file = open_memstream(&text, &size);

    options_print(file, o, "-- ");
    fclose(file);
    return text;
}

static void
expect_printed(void *context, const struct option_row *row, const char *json)
{
    char option[80];

    snprintf(option, sizeof option, "--%s=", row->name);
    if (strcmp(json, "null") != 0)
        CHECK_HAS((const char *)context, option);
}

static void
all_effective_options_are_printed_with_their_defaults(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--compat=sysbench-1.0.20", "--threads=7", "--pgsql-url=postgres://u:secret@h/db", "--rand-seed=9",
                    "--create-table-options=WITH (fillfactor = 90)", "oltp_read_only", "run"),
              ERR_OK);
    char *const text = print(&o);
    CHECK_HAS(text, "-- --threads=7 ");
    CHECK_HAS(text, "--rand-type=special");
    CHECK_HAS(text, "--integer-type=int8");
    CHECK_HAS(text, "--retry=40001,40P01,23505 ");
    CHECK_HAS(text, "--create-table-options=\"WITH (fillfactor = 90)\"");
    CHECK_HAS(text, "--tables=1 ");
    CHECK_HAS(text, "--rand-seed=9 ");
    CHECK(!strstr(text, "secret") && !strstr(text, "null"), "%s", text);
    options_visit(&o, expect_printed, text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        CHECK(strncmp(line, "-- --", 5) == 0 && strcspn(line, "\n") <= 104, "a line begins and ends well: %.110s", line);
    free(text);
}

static void
no_text_is_too_long_to_be_told(void)
{
    static char option[OPTION_TEXT_MAX + 32] = "--pgsql-url=postgres://u:secret@h/db?application_name=";
    struct options o;
    struct diag d;

    memset(option + strlen(option), 'x', OPTION_TEXT_MAX + strlen("--pgsql-url=") - strlen(option));
    CHECK_INT(PARSE(&o, option, "kv", "run"), ERR_OK);
    char *const text = print(&o);
    CHECK_HAS(text, strrchr(option, '='));
    CHECK(!strstr(text, "secret"), "without its password");
    free(text);
    strcat(option, "x");
    CHECK_INT(PARSE(&o, option, "kv", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "--pgsql-url is longer than 8192 bytes");
    CHECK(!strstr(d.text, "secret") && d.hint[0], "without its password");
}

/* sysbench 1.0.20 --help calls them deprecated, and takes them. */
static void
old_names_of_sysbench_work_and_are_remarked_on(void)
{
    struct options o;
    struct diag d;
    char *text = NULL;
    size_t size = 0;

    CHECK_INT(
        PARSE(&o, "--num-threads=3", "--max_requests=9", "--max-time=7", "--tx-rate=5", "--test=oltp_read_only.lua", "run"),
        ERR_OK);
    CHECK_TEXT(o.load.workload->name, "oltp_read_only");
    CHECK_INT(o.command, COMMAND_RUN);
    CHECK_INT(o.load.threads, 3);
    CHECK_INT(o.run.events, 9);
    CHECK_INT(o.run.time_ns, 7 * NS_PER_S);
    CHECK_INT((int64_t)o.run.rate_per_s, 5);
    FILE *const file = open_memstream(&text, &size);
    options_remark(file, &o);
    fclose(file);
    CHECK_HAS(text, "--num-threads is an old name: write --threads\n");
    CHECK_HAS(text, "--max-requests is an old name: write --events\n");
    CHECK_HAS(text, "--max-time is an old name: write --time\n");
    CHECK_HAS(text, "--tx-rate is an old name: write --rate\n");
    CHECK_HAS(text, "--test is an old name: name the workload by itself, as in plumbline-load oltp_read_only run\n");
    free(text);
}

static void
without_a_limit_a_run_goes_on_until_it_is_interrupted(void)
{
    struct options o;
    struct diag d;
    char *text = NULL;
    size_t size = 0;

    CHECK_INT(PARSE(&o, "--time=0", "oltp_read_only", "run"), ERR_OK);
    FILE *const file = open_memstream(&text, &size);
    options_remark(file, &o);
    fclose(file);
    CHECK_HAS(text, "it runs until Ctrl-C");
    free(text);
}

int
main(void)
{
    help_is_asked_for_in_general_or_of_a_workload();
    the_help_names_every_option_and_workload_once();
    options_of_the_same_name_are_alike();
    effective_values_are_echoed_without_passwords();
    what_other_workloads_have_to_themselves_is_not_echoed();
    all_effective_options_are_printed_with_their_defaults();
    no_text_is_too_long_to_be_told();
    old_names_of_sysbench_work_and_are_remarked_on();
    without_a_limit_a_run_goes_on_until_it_is_interrupted();
    return check_result("echo");
}
