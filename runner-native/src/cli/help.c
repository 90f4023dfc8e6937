#include "cli/help.h"

#include <string.h>

#include "catalog/workload.h"
#include "cli/option_set.h"
#include "cli/value.h"

enum { HELP_COLUMN = 29, HELP_WIDTH = 100, PAGE_WIDTH = 118 };

/* Prints `text` from `column` on, where the line stands, broken between words. */
static void
help_text(FILE *file, const char *text, size_t column)
{
    const size_t width = column > 0 ? HELP_WIDTH : PAGE_WIDTH;
    size_t at = column;

    while (*text) {
        const size_t word = strcspn(text, " ");
        if (at + word > width && at > column) {
            fprintf(file, "\n%*s", (int)column, "");
            at = column;
        }
        fprintf(file, "%s%.*s", at > column ? " " : "", (int)word, text);
        at += word + 1;
        text += word;
        text += strspn(text, " ");
    }
    fprintf(file, "\n");
}

void
help_describe(const struct option_row *row, char words[HELP_WORDS_SIZE], char text[HELP_TEXT_SIZE])
{
    char choices[96] = "";
    const bool has_fallback = row->fallback && row->fallback[0];

    if (row->type == OPTION_CHOICE && !row->argument)
        value_join_choices(row->choices, choices, sizeof choices);
    if (row->type == OPTION_BOOL)
        snprintf(words, HELP_WORDS_SIZE, "--%s=on|off", row->name);
    else
        snprintf(words, HELP_WORDS_SIZE, "--%s=%s", row->name, row->argument ? row->argument : "NAME");
    snprintf(text, HELP_TEXT_SIZE, "%s%s%s%s%s%s", choices, choices[0] ? ": " : "", row->help, has_fallback ? " [" : "",
             has_fallback ? row->fallback : "", has_fallback ? "]" : "");
}

static bool
is_first_of_title(const struct option_table *t, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(t->entries[i].group->title, t->entries[index].group->title) == 0)
            return false;
    return true;
}

void
help_each_option(void (*tell)(void *context, const char *heading, const struct option_row *row), void *context)
{
    struct option_table t;

    option_set_all(&t, NULL, NULL);
    for (size_t heading = 0; heading < t.count; heading++) {
        const char *const title = t.entries[heading].group->title;
        if (!is_first_of_title(&t, heading))
            continue;
        tell(context, title, NULL);
        for (size_t i = 0; i < t.count; i++) /* The groups of that title together. */
            if (strcmp(t.entries[i].group->title, title) == 0 && option_table_is_first(&t, &t.entries[i]))
                tell(context, title, t.entries[i].row);
    }
}

static void
help_option(void *context, const char *heading, const struct option_row *row)
{
    FILE *const file = context;
    char words[HELP_WORDS_SIZE], text[HELP_TEXT_SIZE];

    if (!row) {
        fprintf(file, "\n%s:\n", heading);
        return;
    }
    help_describe(row, words, text);
    fprintf(file, "  %-26s ", words);
    help_text(file, text, HELP_COLUMN);
}

const char *const help_introduction[] = {
    "A sysbench command line for pgsql works as it is; '-' and '_' in names of options are alike. A workload may be named by the "
    "path of sysbench's own script, also where sysbench is not installed. --debug, --db-debug, --validate, --luajit-cmd and "
    "--thread-stack-size are accepted and change nothing; the old names --num-threads, --max-requests, --max-time, --tx-rate and "
    "--test still work.",
    "A pgbench command line works too, as plumbline-load -c 8 -T 60 -f checkout.sql DATABASE, or after the word pgbench.",
    NULL,
};

const char help_examples[] = "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp oltp_read_only prepare\n"
                             "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp \\\n"
                             "      --threads=16 --time=30 --warmup-time=5 --report-interval=1 oltp_read_only run\n"
                             "  plumbline-load --pgsql-url=postgres://me@127.0.0.1:5432/base \\\n"
                             "      --against=postgres://me@127.0.0.1:5433/head --threads=16 --time=16 oltp_point_select run\n";

const char help_exit_codes[] = "0 done, 2 usage, 3 the server, 4 an SQL error, 5 internal, 130 interrupted.\n";

static void
help_lists(FILE *file)
{
    fprintf(file, "\nWorkloads:\n");
    for (size_t i = 0; workload_at(i); i++)
        fprintf(file, "  %-26s %s\n", workload_at(i)->name, workload_at(i)->summary);
    fprintf(file, "\nDialects:\n");
    for (size_t i = 0; dialect_at(i); i++)
        fprintf(file, "  %-26s %s\n", dialect_at(i)->name, dialect_at(i)->summary);
    help_each_option(help_option, file);
    fprintf(file, "\nTimes are in seconds without a unit; 500ms, 2s and 5m work, too.\n");
}

static void
help_program(FILE *file)
{
    fprintf(file, "plumbline-load " PLUMBLINE_VERSION ": drives a PostgreSQL-wire database with well-known workloads.\n"
                  "\n"
                  "  plumbline-load [options] WORKLOAD COMMAND\n"
                  "  plumbline-load --help WORKLOAD\n"
                  "\n");
    for (const char *const *text = help_introduction; *text; text++)
        help_text(file, *text, 0);
    fprintf(file, "\nCommands:\n");
    for (enum command i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-26s %s\n", command_name(i), command_summary(i));
    help_lists(file);
    fprintf(file, "\nExamples:\n%s\nExit code: %s", help_examples, help_exit_codes);
}

static void
help_command(FILE *file, enum command command)
{
    fprintf(file, "%s: %s\n\n  plumbline-load [options] WORKLOAD %s\n", command_name(command), command_summary(command),
            command_name(command));
    help_lists(file);
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
    enum command command = 0;

    while (command < COMMAND_COUNT && strcmp(topic, command_name(command)) != 0)
        command++;
    if (workload)
        help_workload(file, workload);
    else if (command < COMMAND_COUNT)
        help_command(file, command);
    else
        help_program(file);
}
