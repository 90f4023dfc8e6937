#include "prepare/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog/schema.h"
#include "machine/target_failure.h"

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
        const int64_t rows = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
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

enum err
check_tables(const struct workload_options *o, const struct target *t,
             void (*on_table)(void *context, int64_t done, int64_t total, const char *name), void *context,
             const struct interrupt *interrupt, struct diag *d)
{
    const int table_count = schema_table_count(o);
    PGconn *const pg = target_connect(t, ANY_HOST, interrupt, d);

    for (int table = 0; pg && table < table_count && d->code == ERR_OK; table++) {
        char name[TABLE_NAME_SIZE];
        schema_write_name(o, table, name, sizeof name);
        if (check_table(t, pg, name, schema_row_count(o, table), interrupt, d) == ERR_OK && on_table)
            on_table(context, table + 1, table_count, name);
    }
    PQfinish(pg);
    return d->code;
}
