/*
 * The sysbench family: its tables, statements and workloads, from docs/workloads.md sections 1.3 to 1.5.
 */

#include <assert.h>
#include <endian.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "workload.h"

/* Texts. */

__attribute__((format(printf, 3, 4))) static size_t
write_text(char *out, size_t out_size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(out, out_size, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    assert((size_t)length < out_size);
    return (size_t)length;
}

size_t
sbtest_create_table(const struct options *o, int table, char *out, size_t out_size)
{
    return write_text(out, out_size,
                      "CREATE TABLE sbtest%d (id %s, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
                      "pad CHAR(60) DEFAULT '' NOT NULL)",
                      table + 1, o->auto_inc ? "SERIAL" : "INTEGER NOT NULL");
}

size_t
sbtest_create_key(const struct options *o, int table, char *out, size_t out_size)
{
    const int n = table + 1;

    if (o->secondary)
        return write_text(out, out_size, "CREATE INDEX xid_%d ON sbtest%d (id)", n, n);
    return write_text(out, out_size, "ALTER TABLE sbtest%d ADD PRIMARY KEY (id)", n);
}

size_t
sbtest_create_index(const struct options *o, int table, char *out, size_t out_size)
{
    if (!o->create_secondary) {
        out[0] = '\0';
        return 0;
    }
    return write_text(out, out_size, "CREATE INDEX k_%d ON sbtest%d (k)", table + 1, table + 1);
}

size_t
sbtest_drop_table(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    return write_text(out, out_size, "DROP TABLE IF EXISTS sbtest%d", table + 1);
}

size_t
sbtest_copy(const struct options *o, int table, char *out, size_t out_size)
{
    return write_text(out, out_size, "COPY sbtest%d (id, k, c, pad) FROM STDIN%s", table + 1,
                      o->dialect->has_copy_binary ? " (FORMAT binary)" : "");
}

size_t
sbtest_set_sequence(const struct options *o, int table, char *out, size_t out_size)
{
    if (!o->auto_inc) {
        out[0] = '\0';
        return 0;
    }
    return write_text(out, out_size, "SELECT setval('sbtest%d_id_seq', %lld)", table + 1, (long long)o->table_size);
}

static int
sql_begin(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o, (void)table;
    write_text(out, out_size, "BEGIN");
    return 0;
}

static int
sql_commit(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o, (void)table;
    write_text(out, out_size, "COMMIT");
    return 0;
}

static int
sql_point_select(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id=$1", table + 1);
    return 1;
}

static int
sql_simple_range(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_sum_range(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_order_range(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id BETWEEN $1 AND $2 ORDER BY c", table + 1);
    return 2;
}

static int
sql_distinct_range(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN $1 AND $2 ORDER BY c", table + 1);
    return 2;
}

static int
sql_index_update(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "UPDATE sbtest%d SET k=k+1 WHERE id=$1", table + 1);
    return 1;
}

static int
sql_non_index_update(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "UPDATE sbtest%d SET c=$1 WHERE id=$2", table + 1);
    return 2;
}

static int
sql_delete(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "DELETE FROM sbtest%d WHERE id=$1", table + 1);
    return 1;
}

static int
sql_insert(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "INSERT INTO sbtest%d (id, k, c, pad) VALUES ($1, $2, $3, $4)", table + 1);
    return 4;
}

static int
sql_random_points(const struct options *o, int table, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, "SELECT id, k, c, pad FROM sbtest%d WHERE k IN (", table + 1);

    for (int64_t i = 0; i < o->random_points; i++)
        used += write_text(out + used, out_size - used, "%s$%d", i == 0 ? "" : ", ", (int)i + 1);
    write_text(out + used, out_size - used, ")");
    return (int)o->random_points;
}

static int
sql_random_ranges(const struct options *o, int table, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, "SELECT count(k) FROM sbtest%d WHERE ", table + 1);

    for (int64_t i = 0; i < o->number_of_ranges; i++)
        used += write_text(out + used, out_size - used, "%sk BETWEEN $%d AND $%d", i == 0 ? "" : " OR ", (int)i * 2 + 1,
                           (int)i * 2 + 2);
    return (int)o->number_of_ranges * 2;
}

static enum param_type
all_int(int index)
{
    (void)index;
    return PARAM_INT;
}

static enum param_type
non_index_update_type(int index)
{
    return index == 0 ? PARAM_TEXT : PARAM_INT;
}

static enum param_type
insert_type(int index)
{
    return index < 2 ? PARAM_INT : PARAM_TEXT;
}

/* Draws. */

static void
put_int(struct params *params, int index, int64_t value)
{
    if (params->integer_size == 8) {
        const uint64_t wide = htobe64((uint64_t)value);
        memcpy(params->integers[index], &wide, sizeof wide);
    } else {
        const uint32_t narrow = htobe32((uint32_t)value);
        memcpy(params->integers[index], &narrow, sizeof narrow);
    }
    params->values[index] = params->integers[index];
    params->lengths[index] = params->integer_size;
}

static void
put_c(struct params *params, int index, struct draws *draws)
{
    text_fill_c(&draws->rng, params->c);
    params->values[index] = params->c;
    params->lengths[index] = TEXT_C_LENGTH;
}

static void
put_pad(struct params *params, int index, struct draws *draws)
{
    text_fill_pad(&draws->rng, params->pad);
    params->values[index] = params->pad;
    params->lengths[index] = TEXT_PAD_LENGTH;
}

/* The end of a range may lie beyond the table, as in sysbench, but not beyond INTEGER. */
static int64_t
range_end(int64_t low, int64_t width)
{
    const int64_t high = low + width;

    return high > INT32_MAX ? INT32_MAX : high;
}

static void
draw_id(const struct program *p, struct draws *draws, struct params *params)
{
    put_int(params, 0, dist_draw(&p->ids, &draws->rng));
    params->count = 1;
}

static void
draw_id_range(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t low = dist_draw(&p->ids, &draws->rng);

    put_int(params, 0, low);
    put_int(params, 1, range_end(low, p->options->range_size - 1));
    params->count = 2;
}

static void
draw_non_index_update(const struct program *p, struct draws *draws, struct params *params)
{
    put_c(params, 0, draws);
    put_int(params, 1, dist_draw(&p->ids, &draws->rng));
    params->count = 2;
}

static void
draw_delete(const struct program *p, struct draws *draws, struct params *params)
{
    draws->row = dist_draw(&p->ids, &draws->rng);
    put_int(params, 0, draws->row);
    params->count = 1;
}

static void
draw_insert(const struct program *p, struct draws *draws, struct params *params)
{
    put_int(params, 0, draws->row);
    put_int(params, 1, dist_draw(&p->ids, &draws->rng));
    put_c(params, 2, draws);
    put_pad(params, 3, draws);
    params->count = 4;
}

/* Over the whole table. sysbench gives each thread a segment of its own, so that its results depend on the number of threads:
 * a known flaw (docs/workloads.md section 2), not repeated here. */
static void
draw_random_points(const struct program *p, struct draws *draws, struct params *params)
{
    const int count = (int)p->options->random_points;

    for (int i = 0; i < count; i++)
        put_int(params, i, dist_draw(&p->ids, &draws->rng));
    params->count = count;
}

static void
draw_random_ranges(const struct program *p, struct draws *draws, struct params *params)
{
    const int count = (int)p->options->number_of_ranges;

    for (int i = 0; i < count; i++) {
        const int64_t low = dist_draw(&p->ids, &draws->rng);
        put_int(params, i * 2, low);
        put_int(params, i * 2 + 1, range_end(low, p->options->delta));
    }
    params->count = count * 2;
}

/* Of a DELETE and INSERT of one id: a second transaction that waits for the first to delete a row does not see the new row of
 * the same id, deletes nothing, and its INSERT is refused. */
#define UNIQUE_VIOLATION "23505"

static const struct statement statements[STATEMENT_KIND_COUNT] = {
    [STATEMENT_BEGIN] = {"begin", false, sql_begin, NULL, NULL, NULL},
    [STATEMENT_COMMIT] = {"commit", false, sql_commit, NULL, NULL, NULL},
    [STATEMENT_POINT_SELECT] = {"point_select", true, sql_point_select, all_int, draw_id, NULL},
    [STATEMENT_SIMPLE_RANGE] = {"simple_range", true, sql_simple_range, all_int, draw_id_range, NULL},
    [STATEMENT_SUM_RANGE] = {"sum_range", true, sql_sum_range, all_int, draw_id_range, NULL},
    [STATEMENT_ORDER_RANGE] = {"order_range", true, sql_order_range, all_int, draw_id_range, NULL},
    [STATEMENT_DISTINCT_RANGE] = {"distinct_range", true, sql_distinct_range, all_int, draw_id_range, NULL},
    [STATEMENT_INDEX_UPDATE] = {"index_update", true, sql_index_update, all_int, draw_id, NULL},
    [STATEMENT_NON_INDEX_UPDATE] = {"non_index_update", true, sql_non_index_update, non_index_update_type,
                                    draw_non_index_update, NULL},
    [STATEMENT_DELETE] = {"delete", true, sql_delete, all_int, draw_delete, NULL},
    [STATEMENT_INSERT] = {"insert", true, sql_insert, insert_type, draw_insert, UNIQUE_VIOLATION},
    [STATEMENT_RANDOM_POINTS] = {"random_points", true, sql_random_points, all_int, draw_random_points, NULL},
    [STATEMENT_RANDOM_RANGES] = {"random_ranges", true, sql_random_ranges, all_int, draw_random_ranges, NULL},
};

const struct statement *
statement_of(enum statement_kind kind)
{
    assert(kind < STATEMENT_KIND_COUNT);
    return &statements[kind];
}

/* Workloads. */

static int64_t
once(const struct options *o)
{
    (void)o;
    return 1;
}

static int64_t
once_with_transactions(const struct options *o)
{
    return o->skip_trx ? 0 : 1;
}

static int64_t
point_selects(const struct options *o)
{
    return o->point_selects;
}

static int64_t
simple_ranges(const struct options *o)
{
    return o->range_selects ? o->simple_ranges : 0;
}

static int64_t
sum_ranges(const struct options *o)
{
    return o->range_selects ? o->sum_ranges : 0;
}

static int64_t
order_ranges(const struct options *o)
{
    return o->range_selects ? o->order_ranges : 0;
}

static int64_t
distinct_ranges(const struct options *o)
{
    return o->range_selects ? o->distinct_ranges : 0;
}

static int64_t
index_updates(const struct options *o)
{
    return o->index_updates;
}

static int64_t
non_index_updates(const struct options *o)
{
    return o->non_index_updates;
}

static int64_t
delete_inserts(const struct options *o)
{
    return o->delete_inserts;
}

#define GROUP(kind, rounds_)                                                                                           \
    {                                                                                                                  \
        .statements = {kind}, .statement_count = 1, .rounds = rounds_                                                  \
    }
#define READS                                                                                                          \
    GROUP(STATEMENT_POINT_SELECT, point_selects), GROUP(STATEMENT_SIMPLE_RANGE, simple_ranges),                        \
        GROUP(STATEMENT_SUM_RANGE, sum_ranges), GROUP(STATEMENT_ORDER_RANGE, order_ranges),                            \
        GROUP(STATEMENT_DISTINCT_RANGE, distinct_ranges)
#define WRITES                                                                                                         \
    GROUP(STATEMENT_INDEX_UPDATE, index_updates), GROUP(STATEMENT_NON_INDEX_UPDATE, non_index_updates),                \
    {                                                                                                                  \
        .statements = {STATEMENT_DELETE, STATEMENT_INSERT}, .statement_count = 2, .rounds = delete_inserts             \
    }

static const struct workload workloads[] = {
    {
        .name = "oltp_point_select",
        .summary = "one SELECT of a row by its id",
        .details = "One event is one point select, autocommit. --point-selects does not apply, as in sysbench.",
        .group_count = 1,
        .groups = {GROUP(STATEMENT_POINT_SELECT, once)},
    },
    {
        .name = "oltp_read_only",
        .summary = "a transaction of point selects and ranges",
        .details = "One event is BEGIN, --point-selects, --simple-ranges, --sum-ranges, --order-ranges,\n"
                   "--distinct-ranges, COMMIT. Each group of statements uses one table, drawn uniformly.",
        .group_count = 7,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), READS,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_read_write",
        .summary = "a transaction of reads, updates, a delete and an insert",
        .details = "One event is BEGIN, the reads of oltp_read_only, --index-updates, --non-index-updates,\n"
                   "--delete-inserts pairs of a DELETE and an INSERT of the same id, COMMIT.",
        .group_count = 10,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), READS, WRITES,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_write_only",
        .summary = "a transaction of updates, a delete and an insert",
        .details = "One event is BEGIN, --index-updates, --non-index-updates, --delete-inserts pairs, COMMIT.",
        .group_count = 5,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), WRITES,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_update_index",
        .summary = "UPDATEs of an indexed column",
        .details = "One event is --index-updates statements on one table, autocommit.",
        .group_count = 1,
        .groups = {GROUP(STATEMENT_INDEX_UPDATE, index_updates)},
    },
    {
        .name = "oltp_update_non_index",
        .summary = "UPDATEs of a column without an index",
        .details = "One event is --non-index-updates statements on one table, autocommit.",
        .group_count = 1,
        .groups = {GROUP(STATEMENT_NON_INDEX_UPDATE, non_index_updates)},
    },
    {
        .name = "select_random_points",
        .summary = "one SELECT with --random-points values of k",
        .details = "One event is one SELECT ... WHERE k IN (...) on sbtest1. The values are drawn over the whole table;\n"
                   "sysbench gives each thread a segment of its own, so that its result depends on --threads.",
        .is_single_table = true,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_RANDOM_POINTS, once)},
    },
    {
        .name = "select_random_ranges",
        .summary = "one count over --number-of-ranges ranges of k",
        .details = "One event is one SELECT count(k) ... WHERE k BETWEEN ... OR ... on sbtest1, each range --delta wide.\n"
                   "The values are drawn over the whole table; sysbench gives each thread a segment of its own, so that\n"
                   "its result depends on --threads.",
        .is_single_table = true,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_RANDOM_RANGES, once)},
    },
};

const struct workload *
workload_at(size_t index)
{
    return index < ARRAY_LENGTH(workloads) ? &workloads[index] : NULL;
}

const struct workload *
workload_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(workloads); i++)
        if (strcmp(workloads[i].name, name) == 0)
            return &workloads[i];
    return NULL;
}
