#include "prepare/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "catalog/family.h"
#include "catalog/schema.h"

enum { CONDITION_SQL_SIZE = 8192 };

static enum err
check_table(struct client *c, const char *name, int64_t expected, struct diag *d)
{
    const struct target *const t = c->target;
    char sql[128], what[128];
    struct request_answer answer;

    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", name);
    snprintf(what, sizeof what, "counting the rows of %s, connection", name);
    if (client_ask(c, 0, &(struct request){.sql = sql, .what = what, .answer = &answer}, d) != ERR_OK)
        return d->code;
    const int64_t rows = answer_number(&answer);
    if (rows != expected) {
        fail(d, ERR_TARGET, "%s on %s:%s has %" PRId64 " rows, prepare with these options makes %" PRId64, name, t->host,
             t->port, rows, expected);
        fail_at(d, t->index, NULL);
        fail_hint(d, "give the options of prepare, or run `cleanup` and `prepare` again");
    }
    return d->code;
}

/* What is known of a condition. */
enum verdict { CONDITION_HOLDS, CONDITION_BROKEN, CONDITION_NOT_DUE, CONDITION_UNKNOWN };

/* Asks what a query has as its one row. */
static enum err
ask(struct client *c, const char *sql, const char *name, struct request_answer *answer, struct diag *d)
{
    char what[128];

    snprintf(what, sizeof what, "condition %s, connection", name);
    if (client_ask(c, 0, &(struct request){.sql = sql, .what = what, .answer = answer}, d) == ERR_OK &&
        answer->row_count != 1) {
        fail(d, ERR_TARGET, "condition %s: %s:%s answered its query with %d rows, where one says how often it does not hold",
             name, c->target->host, c->target->port, answer->row_count);
        fail_at(d, c->target->index, NULL);
    }
    return d->code;
}

static enum verdict
fail_broken(const struct client *c, const struct condition *condition, int64_t places, const char *first, struct diag *d)
{
    fail(d, ERR_TARGET, "condition %s does not hold on %s:%s: %s; not so in %" PRId64 " place%s, as in %s", condition->name,
         c->target->host, c->target->port, condition->says, places, places == 1 ? "" : "s", first[0] ? first : "?");
    fail_at(d, c->target->index, NULL);
    fail_hint(d, "the server, or who else wrote to these tables, has lost or changed something");
    return CONDITION_BROKEN;
}

static enum verdict
check_condition(const struct workload_options *o, struct client *c, const struct condition *condition, struct diag *d)
{
    char broken[CONDITION_SQL_SIZE], sql[CONDITION_SQL_SIZE + 64];
    struct request_answer answer;

    if (condition->applies && ask(c, condition->applies, condition->name, &answer, d) != ERR_OK)
        return CONDITION_UNKNOWN;
    if (condition->applies && answer.value[0][0] != 't')
        return CONDITION_NOT_DUE;
    if (condition->write_broken)
        condition->write_broken(o, broken, sizeof broken);
    snprintf(sql, sizeof sql, "SELECT count(*), min(place) FROM (%s) AS broken",
             condition->write_broken ? broken : condition->broken);
    if (ask(c, sql, condition->name, &answer, d) != ERR_OK)
        return CONDITION_UNKNOWN;
    const int64_t places = answer_number(&answer);
    return places == 0 ? CONDITION_HOLDS : fail_broken(c, condition, places, answer.value[1], d);
}

/* Checks the conditions of the family to the last: each is told, and the first that does not hold, or cannot be checked, is the command's
 * failure. */
static enum err
check_conditions(const struct workload_options *o, struct client *client, const struct check_watch *watch, struct diag *d)
{
    static const char *const words[] = {[CONDITION_HOLDS] = "holds",
                                        [CONDITION_BROKEN] = "does not hold",
                                        [CONDITION_NOT_DUE] = "is of tables as loaded",
                                        [CONDITION_UNKNOWN] = "could not be checked"};
    const struct family *const family = o->workload->family;
    int64_t count = 0;

    while (family->condition && family->condition(o, (size_t)count))
        count++;
    for (int64_t i = 0; i < count && d->code != ERR_INTERRUPTED; i++) {
        const struct condition *const c = family->condition(o, (size_t)i);
        struct diag own = DIAG_NONE;
        char what[256];
        snprintf(what, sizeof what, "%s %s: %s", c->name, words[check_condition(o, client, c, &own)], c->says);
        watch->on_step(watch->context, i + 1, count, "conditions", what);
        if (own.code == ERR_INTERRUPTED || d->code == ERR_OK)
            *d = own;
    }
    return d->code;
}

static enum err
check_counts(const struct workload_options *o, struct client *client, const struct check_watch *watch, struct diag *d)
{
    const int table_count = schema_table_count(o);

    for (int table = 0; table < table_count && d->code == ERR_OK; table++) {
        char name[TABLE_NAME_SIZE];
        schema_write_name(o, table, name, sizeof name);
        const bool is_counted = !schema_table(o, table).kind->is_changed;
        if (!is_counted || check_table(client, name, schema_row_count(o, table), d) == ERR_OK)
            watch->on_step(watch->context, table + 1, table_count, "tables", name);
    }
    return d->code;
}

enum err
check_tables(const struct workload_options *o, const struct target *t, const struct check_watch *watch, struct diag *d)
{
    struct client *const c = client_open(t, ANY_HOST, 1, 0, watch->interrupt, d);

    if (c && check_counts(o, c, watch, d) == ERR_OK)
        check_conditions(o, c, watch, d);
    client_free(c);
    return d->code;
}
