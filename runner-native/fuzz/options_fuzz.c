/*
 * The option parser: any command line gives options that hold together or an error that says what is wrong.
 *
 * The input is the command line, one argument a line.
 */

#include <stdlib.h>
#include <string.h>

#include "catalog/sbtest/sbtest.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "cli/command_line.h"
#include "cli/echo.h"
#include "cli/value.h"
#include "fuzz.h"

enum { ARGUMENT_COUNT_MAX = 64 };

/* Every row must have a name and a JSON text that fits. */
static void
check_echo(void *context, const struct option_row *row, const char *json)
{
    FUZZ_CHECK(row->name[0] != '\0');
    FUZZ_CHECK(json[0] != '\0');
    FUZZ_CHECK(strlen(json) < OPTION_ECHO_SIZE - 1);
}

static bool
is_statement(void *context, const char *sql)
{
    FUZZ_CHECK(sql[0] != '\0');
    FUZZ_CHECK(strlen(sql) < DDL_SIZE_MAX);
    return true;
}

/* Every text of the workload and its tables must fit and have the parameters that are announced. */
static void
check_program(const struct options *o)
{
    struct program p = {0};
    struct diag d = DIAG_NONE;
    char sql[SQL_SIZE_MAX];

    if (workload_program(&p, &o->load, &d) == ERR_OK) {
        FUZZ_CHECK(p.next || p.op_count > 0); /* A list has steps; a script may be of lines that are not sent. */
        FUZZ_CHECK(p.table_count > 0);
        for (int i = 0; i < p.statement_count; i++) {
            const struct statement *const statement = p.statements[i].statement;
            if (statement->write_rows)
                continue;
            const int params = statement_write(statement, &o->load, p.table_count - 1, sql, sizeof sql);
            FUZZ_CHECK(params == p.statements[i].param_count);
            FUZZ_CHECK(params <= PARAM_COUNT_MAX);
        }
    } else {
        FUZZ_CHECK(d.text[0] != '\0');
    }
    program_free(&p);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        schema_visit(&o->load, (enum stage)stage, schema_table_count(&o->load) - 1, is_statement, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    char program[] = "plumbline-load";
    char *argv[ARGUMENT_COUNT_MAX + 1] = {program};
    int argc = 1;
    struct options o;
    struct diag d = DIAG_NONE;
    const char *help = NULL;

    memcpy(text, data, size);
    text[size] = '\0';
    for (char *rest = text, *argument; argc < ARGUMENT_COUNT_MAX && (argument = strsep(&rest, "\n"));)
        argv[argc++] = argument;
    argv[argc] = NULL;

    const enum err err = options_parse(&o, argc, argv, &help, &d);
    FUZZ_CHECK(err == d.code);
    if (err != ERR_OK) {
        FUZZ_CHECK(d.text[0] != '\0');
    } else if (!help) {
        options_visit(&o, check_echo, NULL);
        /* Programs may be as large as the options allow; small ones find the same faults. */
        if (schema_table_count(&o.load) <= 100 &&
            (o.load.workload->family != &sbtest_family || sbtest(&o.load)->point_selects <= 1000))
            check_program(&o);
    }
    free(text);
    return 0;
}
