#include "cli/describe.h"

#include "base/json.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "cli/compat.h"
#include "cli/echo.h"
#include "cli/option_set.h"

/* Raised when what is here already changes its meaning; more fields do not. */
enum { DESCRIBE_FORMAT = 1 };

static void
put_head(struct json_writer *j)
{
    json_object(j, NULL);
    json_integer(j, "format", DESCRIBE_FORMAT);
    json_text(j, "version", PLUMBLINE_VERSION);
}

/* Tables. */

static void
put_columns(struct json_writer *j, const struct table_kind *kind, const struct workload_options *o)
{
    static const char *const types[COLUMN_TYPE_COUNT] = {[COLUMN_INT] = "int",         [COLUMN_BIGINT] = "bigint",
                                                         [COLUMN_DECIMAL] = "decimal", [COLUMN_TIMESTAMP] = "timestamp",
                                                         [COLUMN_TEXT] = "text",       [COLUMN_BYTES] = "bytes"};

    json_list(j, "columns");
    for (int i = 0; i < table_column_count(kind, o); i++) {
        json_object(j, NULL);
        json_text(j, "name", kind->columns[i].name);
        json_text(j, "type", types[kind->columns[i].type]);
        json_end(j);
    }
    json_end(j);
}

static void
put_tables(struct json_writer *j, const struct workload_options *o)
{
    const int count = schema_table_count(o);
    char name[TABLE_NAME_SIZE];

    json_list(j, "tables");
    for (int table = 0; table < count; table++) {
        schema_write_name(o, table, name, sizeof name);
        json_object(j, NULL);
        json_text(j, "name", name);
        json_integer(j, "rows", schema_row_count(o, table));
        put_columns(j, schema_table(o, table).kind, o);
        json_end(j);
    }
    json_end(j);
}

/* Events and statements. */

enum { ANY_SCRIPT = -1 };

/* Is a statement part of the kind of event `script`, with the rounds that the options give it, or (NULL) at all? */
static bool
sends(const struct workload *workload, const struct workload_options *o, int script, const struct statement *statement)
{
    for (const struct workload_group *group = workload->groups; group->statement_count > 0; group++) {
        if ((script != ANY_SCRIPT && group->script != script) || (o && group->rounds(o) == 0))
            continue;
        for (int s = 0; s < group->statement_count; s++)
            if (group->statements[s] == statement)
                return true;
    }
    return false;
}

static void
put_statement_names(struct json_writer *j, const struct workload *workload, const struct workload_options *o, int script)
{
    json_list(j, "statements");
    for (size_t i = 0; statement_at(i); i++)
        if (sends(workload, o, script, statement_at(i)))
            json_text(j, NULL, statement_at(i)->name);
    json_end(j);
}

static bool
happens(const struct workload *workload, const struct workload_options *o, int script)
{
    for (size_t i = 0; statement_at(i); i++)
        if (sends(workload, o, script, statement_at(i)))
            return true;
    return false;
}

/* The kinds of events; with `o` NULL all that there are. */
static void
put_events(struct json_writer *j, const struct workload *workload, const struct workload_options *o)
{
    const char *const one[] = {workload->name, NULL};
    const char *const *const names = workload->events ? workload->events : one;

    json_list(j, "events");
    for (int script = 0; names[script]; script++) {
        if (o && !happens(workload, o, script))
            continue;
        json_object(j, NULL);
        json_text(j, "name", names[script]);
        put_statement_names(j, workload, o, script);
        json_end(j);
    }
    json_end(j);
}

/* The kinds of events of a program that is no list, and their statements. */
static void
put_program_events(struct json_writer *j, const struct program *p)
{
    json_list(j, "events");
    for (int kind = 0; kind < p->event_kind_count; kind++) {
        if (!program_has_event(p, kind, 0))
            continue;
        json_object(j, NULL);
        json_text(j, "name", p->event_names[kind]);
        json_list(j, "statements");
        for (int i = 0; i < p->statement_count; i++)
            if (p->statements[i].event_kind == kind)
                json_text(j, NULL, p->statements[i].statement->name);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void
put_statement(struct json_writer *j, const struct workload_options *o, const struct statement *statement)
{
    char sql[SQL_SIZE_MAX];
    const int count = statement->write_rows ? 0 : statement_write(statement, o, 0, sql, sizeof sql);

    json_object(j, NULL);
    json_text(j, "name", statement->name);
    json_bool(j, "is_write", statement->is_write);
    json_bool(j, "is_per_table", statement->is_per_table);
    json_bool(j, "is_text", statement->is_always_text || o->ps_mode == PS_MODE_DISABLE);
    json_list(j, "parameters");
    for (int i = 0; i < count; i++)
        json_text(j, NULL, options_param_type_name(o, statement_param_type(statement, count, i)));
    json_end(j);
    if (statement->text && !statement->letter) /* For lists, `sql` shows the texts of all tables. */
        json_text(j, "sql", sql);
    json_end(j);
}

static void
put_statements(struct json_writer *j, const struct workload_options *o)
{
    json_list(j, "statements");
    for (size_t i = 0; statement_at(i); i++) {
        if (!sends(o->workload, o, ANY_SCRIPT, statement_at(i)))
            continue;
        json_break(j);
        put_statement(j, o, statement_at(i));
    }
    json_end(j);
}

static void
put_program_statements(struct json_writer *j, const struct program *p)
{
    json_list(j, "statements");
    for (int i = 0; i < p->statement_count; i++) {
        if (!program_has_event(p, p->statements[i].event_kind, 0))
            continue;
        json_break(j);
        put_statement(j, p->options, p->statements[i].statement);
    }
    json_end(j);
}

/* Prints the files that a program reads besides its scripts. */
static void
put_files(struct json_writer *j, const struct program *p)
{
    const char *path;

    json_list(j, "files");
    for (int i = 0; p->file && (path = p->file(p, i)); i++)
        json_text(j, NULL, path);
    json_end(j);
}

/* Prints the metrics of every run, by the names of docs/method.md. */
static void
put_metrics(struct json_writer *j)
{
    static const char *const metrics[] = {"qps", "tps", "server-cpu", "mean", "p50", "p95", "p99", "p99.9", "failed-share"};

    json_list(j, "metrics");
    for (size_t i = 0; i < ARRAY_LENGTH(metrics); i++)
        json_text(j, NULL, metrics[i]);
    json_end(j);
}

/* Workloads and families. */

/* Prints the kinds of events: all that a list may have, and of scripts those that are built in. */
static void
put_kinds(struct json_writer *j, const struct workload *workload, const struct workload_options *o)
{
    struct program program;
    struct diag ignored = DIAG_NONE;

    if (!workload->family->build || workload_program(&program, o, &ignored) != ERR_OK) {
        put_events(j, workload, NULL);
        put_statement_names(j, workload, NULL, ANY_SCRIPT);
        return;
    }
    put_program_events(j, &program);
    json_list(j, "statements");
    for (int i = 0; i < program.statement_count; i++)
        json_text(j, NULL, program.statements[i].statement->name);
    json_end(j);
    program_free(&program);
}

static void
put_workload(struct json_writer *j, const struct workload *workload)
{
    struct options o;

    options_default(&o, workload);
    json_object(j, NULL);
    json_text(j, "name", workload->name);
    json_text(j, "family", workload->family->name);
    json_text(j, "summary", workload->summary);
    json_text(j, "details", workload->details);
    json_text(j, "drift", workload_drift(&o.load));
    json_bool(j, "is_table_per_connection", workload->is_table_per_connection);
    put_kinds(j, workload, &o.load);
    put_tables(j, &o.load);
    put_metrics(j);
    json_end(j);
}

static void
put_workloads(struct json_writer *j)
{
    json_list(j, "workloads");
    for (size_t i = 0; workload_at(i); i++) {
        json_break(j);
        put_workload(j, workload_at(i));
    }
    json_end(j);
}

static void
put_families(struct json_writer *j)
{
    json_list(j, "families");
    for (size_t f = 0; family_at(f); f++) {
        json_break(j);
        json_object(j, NULL);
        json_text(j, "name", family_at(f)->name);
        json_text(j, "loader", family_at(f)->loader);
        json_list(j, "workloads");
        for (size_t i = 0; workload_at(i); i++)
            if (workload_at(i)->family == family_at(f))
                json_text(j, NULL, workload_at(i)->name);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

/* The catalogue. */

static void
put_commands(struct json_writer *j)
{
    json_list(j, "commands");
    for (enum command i = 0; i < COMMAND_COUNT; i++) {
        json_break(j);
        json_object(j, NULL);
        json_text(j, "name", command_name(i));
        json_text(j, "summary", command_summary(i));
        json_end(j);
    }
    json_end(j);
}

static void
put_dialects(struct json_writer *j)
{
    json_list(j, "dialects");
    for (size_t i = 0; dialect_at(i); i++) {
        json_break(j);
        json_object(j, NULL);
        json_text(j, "name", dialect_at(i)->name);
        json_text(j, "summary", dialect_at(i)->summary);
        json_text(j, "title", dialect_at(i)->title);
        json_end(j);
    }
    json_end(j);
}

/* The values of --compat but the first, which is none. */
static void
put_compats(struct json_writer *j)
{
    json_list(j, "compats");
    for (size_t i = 1; compat_at(i); i++) {
        json_break(j);
        json_object(j, NULL);
        json_text(j, "name", compat_at(i)->name);
        json_text(j, "dialect", compat_at(i)->dialect);
        json_end(j);
    }
    json_end(j);
}

void
describe_catalog(FILE *file)
{
    static void (*const parts[])(struct json_writer *j) = {put_commands,  put_dialects,     put_compats,         put_families,
                                                           put_workloads, describe_options, describe_other_names};
    struct json_writer j = {.file = file};

    put_head(&j);
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        json_break(&j);
        parts[i](&j);
    }
    json_end(&j);
    fputc('\n', file);
}

/* One invocation. */

static void
put_effective(void *context, const struct option_row *row, const char *json)
{
    json_raw(context, row->name, json);
}

static void
put_shaping(void *context, const struct option_row *row, const char *json)
{
    if (row->shapes == SHAPES_DATA)
        json_raw(context, row->name, json);
}

/* Prints what decides the tables: a database is another's when family and options are. A table for each connection makes their number
 * one of them. */
static void
put_data(struct json_writer *j, const struct options *o)
{
    const struct workload *const workload = o->load.workload;

    json_object(j, "data");
    json_text(j, "family", workload->family->name);
    json_text(j, "loader", workload_drift(&o->load) ? workload->name : workload->family->loader);
    json_object(j, "options");
    if (workload->is_table_per_connection)
        json_integer(j, "threads", options_lane_count(&o->load));
    options_visit(o, put_shaping, j);
    json_end(j);
    json_end(j);
}

enum err
describe_invocation(FILE *file, const struct options *o, struct diag *d)
{
    const struct workload *const workload = o->load.workload;
    struct json_writer j = {.file = file};
    struct program program;

    if (workload_program(&program, &o->load, d) != ERR_OK)
        return d->code;
    put_head(&j);
    json_text(&j, "workload", workload->name);
    json_text(&j, "family", workload->family->name);
    json_text(&j, "dialect", o->load.dialect->name);
    json_break(&j);
    json_object(&j, "options");
    options_visit(o, put_effective, &j);
    json_end(&j);
    json_break(&j);
    put_data(&j, o);
    json_text(&j, "drift", workload_drift(&o->load));
    put_tables(&j, &o->load);
    if (program.next)
        put_program_events(&j, &program);
    else
        put_events(&j, workload, &o->load);
    json_break(&j);
    if (program.next)
        put_program_statements(&j, &program);
    else
        put_statements(&j, &o->load);
    if (program.file)
        put_files(&j, &program);
    json_break(&j);
    json_integer(&j, "lanes", options_lane_count(&o->load));
    json_end(&j);
    fputc('\n', file);
    program_free(&program);
    return ERR_OK;
}
