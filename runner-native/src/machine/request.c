#include "machine/request.h"

#include <stdio.h>
#include <string.h>

#include "catalog/options.h"
#include "machine/target.h"
#include "program/list.h"

enum { STATEMENT_SHOWN = 120 };

int64_t
answer_number(const struct request_answer *a)
{
    return strtoll(a->value[0], NULL, 10);
}

struct request *
request_of(const struct generator *g)
{
    return *(struct request **)g->user_data;
}

void
request_attach(struct generator *g, struct request *r)
{
    *(struct request **)g->user_data = r;
}

static int
begin(const struct program *p, struct generator *g)
{
    struct request *const r = request_of(g);

    r->has_written = false;
    if (r->answer)
        *r->answer = (struct request_answer){.row_count = -1};
    if (r->begin)
        r->begin(r->context);
    return 0;
}

static size_t
write_statement(const struct program *p, struct generator *g, char *out)
{
    const struct request *const r = request_of(g);

    return r->is_written ? r->write(r->context, out) : (size_t)snprintf(out, p->text_size, "%s", r->sql);
}

static ptrdiff_t
write_rows(const struct program *p, struct generator *g, char *out)
{
    struct request *const r = request_of(g);

    r->has_written = true;
    return r->write && !r->is_written ? (ptrdiff_t)r->write(r->context, out) : 0;
}

static const char *
take_answer(const struct program *p, struct generator *g, const struct reply *reply)
{
    const struct request *const r = request_of(g);
    struct request_answer *const a = r->answer;

    if (!a)
        return NULL;
    if (r->take_rows)
        r->take_rows(r->context, reply);
    a->row_count = reply_row_count(reply);
    for (int i = 0; i < (int)ARRAY_LENGTH(a->value) && i < reply_column_count(reply) && a->row_count > 0; i++) {
        int length;
        const char *const value = reply_value(reply, 0, i, &length);
        snprintf(a->value[i], sizeof a->value[i], "%.*s", length, value);
    }
    return NULL;
}

/* Writes its attempts, "tried 10 times", if there were several. */
static void
describe_tried(const struct request *r, const char *tried, char *out, size_t size)
{
    if (!r->sql)
        snprintf(out, size, "connection");
    else if (r->what)
        snprintf(out, size, "%s", r->what);
    else
        snprintf(out, size, "%.*s%s%s, connection", STATEMENT_SHOWN, r->sql, strlen(r->sql) > STATEMENT_SHOWN ? " ..." : "",
                 tried);
}

static void
describe(const struct program *p, const struct generator *g, char *out, size_t size)
{
    describe_tried(request_of(g), "", out, size);
}

enum err
request_fail(const struct request *r, const struct target *t, PGconn *pg, const PGresult *result, struct diag *d)
{
    const char *const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    char what[256], tried[32] = "";

    if (d->code != ERR_OK)
        return d->code;
    if (dialect_is_retryable(t->dialect, sqlstate))
        snprintf(tried, sizeof tried, ", tried %d times", TARGET_TRIES_MAX);
    if (r->undefined_hint && sqlstate && strcmp(sqlstate, t->dialect->undefined_table) == 0)
        fail_hint(d, "%s", r->undefined_hint);
    describe_tried(r, tried, what, sizeof what);
    return target_fail_result(t, pg, result, what, d);
}

bool
request_is_answered(const struct request *r)
{
    return r->write && !r->is_written ? r->has_written : !r->answer || r->answer->row_count >= 0;
}

bool
request_program(struct program *p, const struct workload_options *o, size_t text_size)
{
    static const struct statement statement = {.name = "statement",
                                               .text = "", /* Each has its own. */
                                               .is_always_text = true,
                                               .write_values = write_statement,
                                               .write_copy = write_rows,
                                               .take_reply = take_answer};
    const struct list_group group = {.statements = {&statement}, .statement_count = 1, .rounds = 1};
    const struct program_setup setup = {.integer_oid = o->dialect->integer_oid, .is_text = true};
    struct diag ignored = DIAG_NONE;

    program_init(p, o, 1);
    if (!list_add_event(p, "statement", &group, 1, false) || program_finish(p, &setup, &ignored) != ERR_OK)
        return false;
    p->begin = begin;
    p->describe = describe;
    p->user_data_size = sizeof(struct request *);
    p->text_size = text_size > SQL_SIZE_MAX ? text_size : SQL_SIZE_MAX;
    return true;
}
