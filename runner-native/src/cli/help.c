#include "cli/help.h"

#include <string.h>

#include "catalog/workload.h"
#include "cli/option_set.h"
#include "cli/value.h"

enum { HELP_COLUMN = 29, HELP_WIDTH = 100 };

/* Prints `text` from HELP_COLUMN on, broken between words. */
static void
help_text(FILE *file, const char *text)
{
    size_t at = HELP_COLUMN;

    while (*text) {
        const size_t word = strcspn(text, " ");
        if (at + word > HELP_WIDTH && at > HELP_COLUMN) {
            fprintf(file, "\n%*s", HELP_COLUMN, "");
            at = HELP_COLUMN;
        }
        fprintf(file, "%s%.*s", at > HELP_COLUMN ? " " : "", (int)word, text);
        at += word + 1;
        text += word;
        text += strspn(text, " ");
    }
    fprintf(file, "\n");
}

static void
help_row(FILE *file, const struct option_row *row)
{
    char left[96], text[512];
    char choices[96] = "";
    const bool has_fallback = row->fallback && row->fallback[0];

    if (row->type == OPTION_CHOICE && !row->argument)
        value_join_choices(row->choices, choices, sizeof choices);
    if (row->type == OPTION_BOOL)
        snprintf(left, sizeof left, "--%s=on|off", row->name);
    else
        snprintf(left, sizeof left, "--%s=%s", row->name, row->argument ? row->argument : "NAME");
    snprintf(text, sizeof text, "%s%s%s%s%s%s", choices, choices[0] ? ": " : "", row->help, has_fallback ? " [" : "",
             has_fallback ? row->fallback : "", has_fallback ? "]" : "");
    fprintf(file, "  %-26s ", left);
    help_text(file, text);
}

/* All options, the groups with the title of `heading` together. One of several families is told of once. */
static void
help_heading(FILE *file, const struct option_table *t, const struct option_group *heading)
{
    fprintf(file, "\n%s:\n", heading->title);
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->entries[i].group->title, heading->title) == 0 && option_table_is_first(t, &t->entries[i]))
            help_row(file, t->entries[i].row);
}

static bool
is_first_of_title(const struct option_table *t, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(t->entries[i].group->title, t->entries[index].group->title) == 0)
            return false;
    return true;
}

static void
help_options(FILE *file)
{
    struct option_table t;

    option_set_all(&t, NULL, NULL);
    for (size_t i = 0; i < t.count; i++)
        if (is_first_of_title(&t, i))
            help_heading(file, &t, t.entries[i].group);
}

static void
help_program(FILE *file)
{
    fprintf(
        file,
        "plumbline-load " PLUMBLINE_VERSION ": drives a PostgreSQL-wire database with well-known workloads.\n"
        "\n"
        "  plumbline-load [options] WORKLOAD COMMAND\n"
        "  plumbline-load --help WORKLOAD\n"
        "\n"
        "A sysbench command line for pgsql works as it is; '-' and '_' in names of options are alike. A workload may be named\n"
        "by the path of sysbench's own script, also where sysbench is not installed. --debug, --db-debug, --validate,\n"
        "--luajit-cmd and --thread-stack-size are accepted and change nothing; the old names --num-threads, --max-requests,\n"
        "--max-time, --tx-rate and --test still work.\n"
        "A pgbench command line works too, as plumbline-load -c 8 -T 60 -f checkout.sql DATABASE, or after the word pgbench.\n"
        "\n"
        "Commands:\n");
    for (enum command i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-26s %s\n", command_name(i), command_summary(i));
    fprintf(file, "\nWorkloads:\n");
    for (size_t i = 0; workload_at(i); i++)
        fprintf(file, "  %-26s %s\n", workload_at(i)->name, workload_at(i)->summary);
    fprintf(file, "\nDialects:\n");
    for (size_t i = 0; dialect_at(i); i++)
        fprintf(file, "  %-26s %s\n", dialect_at(i)->name, dialect_at(i)->summary);
    help_options(file);
    fprintf(file, "\n"
                  "Times are in seconds without a unit; 500ms, 2s and 5m work, too.\n"
                  "\n"
                  "Examples:\n"
                  "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp oltp_read_only prepare\n"
                  "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp \\\n"
                  "      --threads=16 --time=30 --warmup-time=5 --report-interval=1 oltp_read_only run\n"
                  "  plumbline-load --pgsql-url=postgres://me@127.0.0.1:5432/base \\\n"
                  "      --against=postgres://me@127.0.0.1:5433/head --threads=16 --time=16 oltp_point_select run\n"
                  "\n"
                  "Exit code: 0 done, 2 usage, 3 the server, 4 an SQL error, 5 internal, 130 interrupted.\n");
}

static void
help_workload(FILE *file, const struct workload *workload)
{
    struct options o;

    options_default(&o, workload);
    fprintf(file, "%s: %s\n\n%s\n\n", workload->name, workload->summary, workload->details);
    if (workload_drift(&o.load))
        fprintf(file, "Not stationary: %s.\n\n", workload_drift(&o.load));
    if (workload->defaults) {
        fprintf(file, "Its own defaults:");
        for (const struct option_default *value = workload->defaults; value->name; value++)
            fprintf(file, " --%s=%s", value->name, value->value);
        fprintf(file, "\n");
    }
    fprintf(file, "The statements: plumbline-load %s sql\nAll options:    plumbline-load --help\n", workload->name);
}

void
help_print(FILE *file, const char *topic)
{
    const struct workload *const workload = topic[0] ? workload_find(topic) : NULL;

    if (workload)
        help_workload(file, workload);
    else
        help_program(file);
}
