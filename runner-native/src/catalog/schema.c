#include "catalog/schema.h"

#include <assert.h>

#include "base/text.h"
#include "catalog/family.h"

static int
count_of(const struct table_kind *kind, const struct workload_options *o)
{
    return kind->count ? kind->count(o) : 1;
}

int
schema_table_count(const struct workload_options *o)
{
    const struct schema *const schema = o->workload->family->schema;
    int count = 0;

    for (int i = 0; i < schema->kind_count; i++)
        count += count_of(schema->kinds[i], o);
    return count;
}

struct table
schema_table(const struct workload_options *o, int table)
{
    const struct schema *const schema = o->workload->family->schema;

    for (int i = 0; i < schema->kind_count; i++) {
        const int count = count_of(schema->kinds[i], o);
        if (table < count)
            return (struct table){.kind = schema->kinds[i], .n = table};
        table -= count;
    }
    assert(false && "a table that the schema does not have");
    return (struct table){.kind = NULL};
}

int64_t
schema_row_count(const struct workload_options *o, int table)
{
    return schema_table(o, table).kind->row_count(o);
}

int64_t
schema_group_count(const struct workload_options *o, int table)
{
    const struct table_kind *const kind = schema_table(o, table).kind;

    return kind->group_count ? kind->group_count(o) : kind->row_count(o);
}

static size_t
write_name(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return t->kind->name ? write_text(out, out_size, "%s", t->kind->name) : t->kind->write_name(o, t->n, out, out_size);
}

static size_t
write_drop(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const size_t used = write_text(out, out_size, "DROP TABLE IF EXISTS ");

    return used + write_name(o, t, out + used, out_size - used);
}

bool
schema_visit(const struct workload_options *o, enum stage stage, int table, bool (*visit)(void *context, const char *sql),
             void *context)
{
    const struct table t = schema_table(o, table);
    const struct stage_statement *const end = t.kind->stages[stage] + STAGE_STATEMENT_MAX;
    char sql[DDL_SIZE_MAX];

    for (const struct stage_statement *s = t.kind->stages[stage]; s < end && (s->once || s->each); s++) {
        if (s->once && s->once(o, &t, sql, sizeof sql) > 0 && !visit(context, sql))
            return false;
        for (int i = 0; s->each && s->each(o, &t, i, sql, sizeof sql) > 0; i++)
            if (!visit(context, sql))
                return false;
    }
    return stage != STAGE_DROP || (write_drop(o, &t, sql, sizeof sql) > 0 && visit(context, sql));
}

size_t
schema_write_name(const struct workload_options *o, int table, char *out, size_t out_size)
{
    const struct table t = schema_table(o, table);

    return write_name(o, &t, out, out_size);
}

/* "INSERT INTO sbtest1 (id, k, c, pad)" */
static size_t
write_target(const struct workload_options *o, const char *verb, const struct table *t, char *out, size_t out_size)
{
    char name[TABLE_NAME_SIZE];

    write_name(o, t, name, sizeof name);
    size_t used = write_text(out, out_size, "%s %s (", verb, name);
    for (int i = 0; i < table_column_count(t->kind, o); i++)
        used += write_text(out + used, out_size - used, "%s%s", i > 0 ? ", " : "", t->kind->columns[i].name);
    return used + write_text(out + used, out_size - used, ")");
}

size_t
schema_write_load(const struct workload_options *o, enum load_method method, int table, char *out, size_t out_size)
{
    static const char *const ends[] = {
        [LOAD_COPY_BINARY] = " FROM STDIN (FORMAT binary)", [LOAD_COPY_TEXT] = " FROM STDIN", [LOAD_INSERT] = " VALUES "};
    const struct table t = schema_table(o, table);

    assert(method != LOAD_AUTO);
    const size_t used = write_target(o, method == LOAD_INSERT ? "INSERT INTO" : "COPY", &t, out, out_size);
    return used + write_text(out + used, out_size - used, "%s", ends[method]);
}

size_t
schema_row_room(const struct workload_options *o)
{
    const struct schema *const schema = o->workload->family->schema;
    size_t room = 0;

    for (int i = 0; i < schema->kind_count; i++) {
        const size_t of_kind = row_room(schema->kinds[i], o);
        room = of_kind > room ? of_kind : room;
    }
    return room;
}
