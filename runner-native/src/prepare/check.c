#include "prepare/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "catalog/family.h"
#include "catalog/schema.h"
#include "machine/target_failure.h"

enum { CONDITION_SQL_SIZE = 8192 };

static enum err
check_table(const struct target *t, PGconn *pg, const char *name, int64_t expected, const struct interrupt *interrupt,
            struct diag *d)
{
    char sql[128], what[128];

    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", name);
    snprintf(what, sizeof what, "counting the rows of %s, connection", name);
    PGresult *const result = target_query(t, pg, sql, interrupt, d);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        target_fail_result(t, pg, result, what, d);
    } else if (d->code == ERR_OK) {
        const int64_t rows = target_answered_number(result);
        if (rows != expected) {
            fail(d, ERR_TARGET, "%s on %s:%s has %" PRId64 " rows, prepare with these options makes %" PRId64, name, t->host,
                 t->port, rows, expected);
            fail_at(d, t->index, NULL);
            fail_hint(d, "give the options of prepare, or run `cleanup` and `prepare` again");
        }
    }
    PQclear(result);
    return d->code;
}

/* Asks what a query has as its one row. NULL: `d` says why not; else the caller's to clear. */
static PGresult *
ask(const struct target *t, PGconn *pg, const char *sql, const char *name, const struct interrupt *interrupt, struct diag *d)
{
    char what[128];

    snprintf(what, sizeof what, "condition %s, connection", name);
    PGresult *const result = target_query(t, pg, sql, interrupt, d);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        target_fail_result(t, pg, result, what, d);
    else if (d->code == ERR_OK && PQntuples(result) == 1 && PQnfields(result) > 0)
        return result;
    PQclear(result);
    return NULL;
}

/* Has it to hold now? */
static bool
applies(const struct target *t, PGconn *pg, const struct condition *c, const struct interrupt *interrupt, struct diag *d)
{
    if (!c->applies)
        return true;
    PGresult *const result = ask(t, pg, c->applies, c->name, interrupt, d);
    const bool is_true = result && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return is_true;
}

static enum err
check_condition(const struct workload_options *o, const struct target *t, PGconn *pg, const struct condition *c,
                const struct interrupt *interrupt, struct diag *d)
{
    char broken[CONDITION_SQL_SIZE], sql[CONDITION_SQL_SIZE + 64];

    if (c->write_broken)
        c->write_broken(o, broken, sizeof broken);
    snprintf(sql, sizeof sql, "SELECT count(*), min(place) FROM (%s) AS broken", c->write_broken ? broken : c->broken);
    PGresult *const result = ask(t, pg, sql, c->name, interrupt, d);
    if (!result)
        return d->code;
    const int64_t places = target_answered_number(result);
    if (places > 0) {
        fail(d, ERR_TARGET, "condition %s does not hold on %s:%s: %s; not so in %" PRId64 " place%s, as in %s", c->name,
             t->host, t->port, c->says, places, places == 1 ? "" : "s", PQnfields(result) > 1 ? PQgetvalue(result, 0, 1) : "?");
        fail_at(d, t->index, NULL);
        fail_hint(d, "the server, or who else wrote to these tables, has lost or changed something");
    }
    PQclear(result);
    return d->code;
}

/* Those of the family, to the last: each is told, and the first that does not hold is the command's failure. */
static enum err
check_conditions(const struct workload_options *o, const struct target *t, PGconn *pg, const struct check_watch *watch,
                 struct diag *d)
{
    const struct family *const family = o->workload->family;
    int64_t count = 0;

    while (family->condition && family->condition(o, (size_t)count))
        count++;
    for (int64_t i = 0; i < count && d->code != ERR_INTERRUPTED; i++) {
        const struct condition *const c = family->condition(o, (size_t)i);
        struct diag own = DIAG_NONE;
        const bool is_due = applies(t, pg, c, watch->interrupt, &own);
        const bool holds = own.code == ERR_OK && (!is_due || check_condition(o, t, pg, c, watch->interrupt, &own) == ERR_OK);
        char what[256];
        snprintf(what, sizeof what, "%s %s: %s", c->name,
                 !holds   ? "does not hold"
                 : is_due ? "holds"
                          : "is of tables as loaded",
                 c->says);
        watch->on_step(watch->context, i + 1, count, "conditions", what);
        if (own.code == ERR_INTERRUPTED || d->code == ERR_OK)
            *d = own;
    }
    return d->code;
}

static enum err
check_counts(const struct workload_options *o, const struct target *t, PGconn *pg, const struct check_watch *watch,
             struct diag *d)
{
    const int table_count = schema_table_count(o);

    for (int table = 0; table < table_count && d->code == ERR_OK; table++) {
        char name[TABLE_NAME_SIZE];
        schema_write_name(o, table, name, sizeof name);
        const bool is_counted = !schema_table(o, table).kind->is_changed;
        if (!is_counted || check_table(t, pg, name, schema_row_count(o, table), watch->interrupt, d) == ERR_OK)
            watch->on_step(watch->context, table + 1, table_count, "tables", name);
    }
    return d->code;
}

enum err
check_tables(const struct workload_options *o, const struct target *t, const struct check_watch *watch, struct diag *d)
{
    PGconn *const pg = target_connect(t, ANY_HOST, watch->interrupt, d);

    if (pg && check_counts(o, t, pg, watch, d) == ERR_OK)
        check_conditions(o, t, pg, watch, d);
    PQfinish(pg);
    return d->code;
}
