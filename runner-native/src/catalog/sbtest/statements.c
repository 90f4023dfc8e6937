/*
 * The statements of the sysbench family and its forks: texts, draws, and INSERTs of many rows.
 */

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "catalog/sbtest/sbtest.h"
#include "catalog/schema.h"
#include "math/text.h"
#include "program/program.h"

/* Texts. */

static int
sql_point_select(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id=$1", table + 1);
    return 1;
}

static int
sql_simple_range(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_sum_range(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_order_range(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d WHERE id BETWEEN $1 AND $2 ORDER BY c", table + 1);
    return 2;
}

static int
sql_distinct_range(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN $1 AND $2 ORDER BY c", table + 1);
    return 2;
}

static int
sql_index_update(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "UPDATE sbtest%d SET k=k+1 WHERE id=$1", table + 1);
    return 1;
}

static int
sql_non_index_update(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "UPDATE sbtest%d SET c=$1 WHERE id=$2", table + 1);
    return 2;
}

static int
sql_delete(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "DELETE FROM sbtest%d WHERE id=$1", table + 1);
    return 1;
}

static int
sql_insert(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "INSERT INTO sbtest%d (id, k, c, pad) VALUES ($1, $2, $3, $4)", table + 1);
    return 4;
}

static int
sql_random_points(const struct workload_options *o, int table, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, "SELECT id, k, c, pad FROM sbtest%d WHERE k IN (", table + 1);

    for (int64_t i = 0; i < sbtest(o)->random_points; i++)
        used += write_text(out + used, out_size - used, "%s$%d", i == 0 ? "" : ", ", (int)i + 1);
    write_text(out + used, out_size - used, ")");
    return (int)sbtest(o)->random_points;
}

static int
sql_random_ranges(const struct workload_options *o, int table, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, "SELECT count(k) FROM sbtest%d WHERE ", table + 1);

    for (int64_t i = 0; i < sbtest(o)->number_of_ranges; i++)
        used += write_text(out + used, out_size - used, "%sk BETWEEN $%d AND $%d", i == 0 ? "" : " OR ", (int)i * 2 + 1,
                           (int)i * 2 + 2);
    return (int)sbtest(o)->number_of_ranges * 2;
}

/* auto_inc=off leaves the id to the client. */
static int
sql_insert_row(const struct workload_options *o, int table, char *out, size_t out_size)
{
    if (!sbtest(o)->auto_inc)
        return sql_insert(o, table, out, out_size);
    write_text(out, out_size, "INSERT INTO sbtest%d (k, c, pad) VALUES ($1, $2, $3)", table + 1);
    return 3;
}

static int
sql_bulk_delete(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "DELETE FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_sequential_scan(const struct workload_options *o, int table, char *out, size_t out_size)
{
    if (!o->dialect->has_limit_parameter) {
        write_text(out, out_size, "SELECT c FROM sbtest%d LIMIT %lld", table + 1, (long long)sbtest(o)->range_size);
        return 0;
    }
    write_text(out, out_size, "SELECT c FROM sbtest%d LIMIT $1", table + 1);
    return 1;
}

/* With the next table, so that there is one statement for each table and not for each pair. */
static int
sql_join(const struct workload_options *o, int table, char *out, size_t out_size)
{
    write_text(out, out_size,
               "SELECT t1.c, t2.c FROM sbtest%d AS t1 JOIN sbtest%d AS t2 ON t1.id = t2.id "
               "WHERE t1.id > $1 AND t1.id < $2 AND t2.id > $3 AND t2.id < $4",
               table + 1, (table + 1) % schema_table_count(o) + 1);
    return 4;
}

static int
sql_select_one(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o, (void)table;
    write_text(out, out_size, "SELECT 1");
    return 0;
}

static int
sql_count_all(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT COUNT(*) FROM sbtest%d", table + 1);
    return 0;
}

static int
sql_self_join(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size,
               "SELECT COUNT(*) FROM sbtest%d AS t1 JOIN sbtest%d AS t2 ON t1.id = t2.id JOIN sbtest%d AS t3 ON t2.id = t3.id",
               table + 1, table + 1, table + 1);
    return 0;
}

static int
sql_random_limits(const struct workload_options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT * FROM sbtest%d LIMIT 10", table + 1);
    return 0;
}

static enum param_type
insert_row_type(const struct workload_options *o, int index)
{
    return index < (sbtest(o)->auto_inc ? 1 : 2) ? PARAM_INT : PARAM_TEXT;
}

static enum param_type
non_index_update_type(const struct workload_options *o, int index)
{
    (void)o;
    return index == 0 ? PARAM_TEXT : PARAM_INT;
}

static enum param_type
insert_type(const struct workload_options *o, int index)
{
    (void)o;
    return index < 2 ? PARAM_INT : PARAM_TEXT;
}

/* Draws. */

static void
put_c(struct params *params, int index, struct draws *draws)
{
    text_fill_c(&draws->rng, params->c);
    params_put_text(params, index, params->c, TEXT_C_LENGTH);
}

static void
put_pad(struct params *params, int index, struct draws *draws)
{
    text_fill_pad(&draws->rng, params->pad);
    params_put_text(params, index, params->pad, TEXT_PAD_LENGTH);
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
    params_put_int(params, 0, dist_draw(&sbtest_source(p->source)->ids, &draws->rng));
    params->count = 1;
}

static void
draw_id_range(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &draws->rng);

    params_put_int(params, 0, low);
    params_put_int(params, 1, range_end(low, sbtest(p->options)->range_size - 1));
    params->count = 2;
}

static void
draw_non_index_update(const struct program *p, struct draws *draws, struct params *params)
{
    put_c(params, 0, draws);
    params_put_int(params, 1, dist_draw(&sbtest_source(p->source)->ids, &draws->rng));
    params->count = 2;
}

static void
draw_delete(const struct program *p, struct draws *draws, struct params *params)
{
    draws->row = dist_draw(&sbtest_source(p->source)->ids, &draws->rng);
    params_put_int(params, 0, draws->row);
    params->count = 1;
}

static void
draw_insert(const struct program *p, struct draws *draws, struct params *params)
{
    params_put_int(params, 0, draws->row);
    params_put_int(params, 1, dist_draw(&sbtest_source(p->source)->ids, &draws->rng));
    put_c(params, 2, draws);
    put_pad(params, 3, draws);
    params->count = 4;
}

/* Over the whole table. sysbench gives each thread a segment of its own, so that its results depend on the number of threads:
 * a known flaw (docs/workloads.md section 2), not repeated here. */
static void
draw_random_points(const struct program *p, struct draws *draws, struct params *params)
{
    const int count = (int)sbtest(p->options)->random_points;

    for (int i = 0; i < count; i++)
        params_put_int(params, i, dist_draw(&sbtest_source(p->source)->ids, &draws->rng));
    params->count = count;
}

static void
draw_random_ranges(const struct program *p, struct draws *draws, struct params *params)
{
    const int count = (int)sbtest(p->options)->number_of_ranges;

    for (int i = 0; i < count; i++) {
        const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &draws->rng);
        params_put_int(params, i * 2, low);
        params_put_int(params, i * 2 + 1, range_end(low, sbtest(p->options)->delta));
    }
    params->count = count * 2;
}

/* A permutation of 32 bits: each step can be undone, odd multiplications, and shifts to the right that are added modulo 2. */
static int32_t
scatter(uint32_t x, int64_t seed)
{
    x ^= (uint32_t)rng_mix((uint64_t)seed);
    x *= 0x9e3779b1u;
    x ^= x >> 15;
    x *= 0x85ebca77u;
    x ^= x >> 13;
    return (int32_t)x;
}

/*
 * A new id with auto_inc=off: the connection's next number, scattered as sysbench's ids are; so no two connections meet. Nor do
 * they meet the rows of prepare, whose ids are passed over.
 */
static int64_t
next_unique_id(const struct program *p, struct draws *draws)
{
    const struct workload_options *const o = p->options;
    int32_t id;

    do {
        id = scatter((uint32_t)(draws->lane + draws->sequence * options_lane_count(o)), o->rand_seed);
        draws->sequence++;
    } while (id >= 1 && id <= sbtest(o)->table_size);
    return id;
}

/* (k, c, pad), or (id, k, c, pad) with auto_inc=off. */
static void
draw_insert_row(const struct program *p, struct draws *draws, struct params *params)
{
    int at = 0;

    if (!sbtest(p->options)->auto_inc)
        params_put_int(params, at++, next_unique_id(p, draws));
    params_put_int(params, at++, dist_draw(&sbtest_source(p->source)->ids, &draws->rng));
    put_c(params, at++, draws);
    put_pad(params, at++, draws);
    params->count = at;
}

/*
 * The oldest row of those that the connection owns: rows lane + 1, lane + 1 + number of lanes ... in turn. It is deleted and inserted
 * again, so the table is a ring.
 */
static int
ring_table(const struct program *p, const struct draws *draws)
{
    return (int)(draws->sequence % p->table_count);
}

static void
draw_ring_delete(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t size = sbtest(p->options)->table_size;
    const int64_t lane = draws->lane % size;
    const int64_t lane_count = options_lane_count(p->options);
    const int64_t own_count = (size - lane + lane_count - 1) / lane_count;
    const int64_t turn = draws->sequence / p->table_count % own_count;

    draws->row = lane + turn * lane_count + 1;
    draws->sequence++;
    params_put_int(params, 0, draws->row);
    params->count = 1;
}

static void
draw_join(const struct program *p, struct draws *draws, struct params *params)
{
    for (int i = 0; i < 2; i++) {
        const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &draws->rng);
        params_put_int(params, i * 2, low);
        params_put_int(params, i * 2 + 1, range_end(low, sbtest(p->options)->range_size));
    }
    params->count = 4;
}

static void
draw_sequential_scan(const struct program *p, struct draws *draws, struct params *params)
{
    (void)draws;
    if (!p->options->dialect->has_limit_parameter)
        return;
    params_put_int(params, 0, sbtest(p->options)->range_size);
    params->count = 1;
}

#define ROW(sql, type, draw_) .is_per_table = true, .write_sql = sql, .param_type = type, .draw = draw_
/* An id from 1 to --table-size, which prepare has made. */
#define FINDS_ROW .finds_row = true
#define DELETES .is_write = true, .deletes = true

const struct statement sbtest_statements[] = {
    [SBTEST_POINT_SELECT] = {.name = "point_select", .letter = 'c', ROW(sql_point_select, param_all_int, draw_id), FINDS_ROW},
    [SBTEST_SIMPLE_RANGE] = {.name = "simple_range",
                             .letter = 'd',
                             ROW(sql_simple_range, param_all_int, draw_id_range),
                             FINDS_ROW},
    [SBTEST_SUM_RANGE] = {.name = "sum_range", .letter = 'e', ROW(sql_sum_range, param_all_int, draw_id_range)},
    [SBTEST_ORDER_RANGE] = {.name = "order_range",
                            .letter = 'f',
                            ROW(sql_order_range, param_all_int, draw_id_range),
                            FINDS_ROW},
    [SBTEST_DISTINCT_RANGE] = {.name = "distinct_range",
                               .letter = 'g',
                               ROW(sql_distinct_range, param_all_int, draw_id_range),
                               FINDS_ROW},
    [SBTEST_INDEX_UPDATE] =
        {.name = "index_update", .letter = 'h', ROW(sql_index_update, param_all_int, draw_id), .is_write = true, FINDS_ROW},
    [SBTEST_NON_INDEX_UPDATE] = {.name = "non_index_update",
                                 .letter = 'i',
                                 ROW(sql_non_index_update, non_index_update_type, draw_non_index_update),
                                 .is_write = true,
                                 FINDS_ROW},
    [SBTEST_DELETE] = {.name = "delete", .letter = 'j', ROW(sql_delete, param_all_int, draw_delete), DELETES},
    /* Of a DELETE and INSERT of one id: a second transaction that waits for the first to delete a row does not see the new row
     * of the same id, deletes nothing, and its INSERT is refused. */
    [SBTEST_INSERT] = {.name = "insert",
                       .letter = 'k',
                       ROW(sql_insert, insert_type, draw_insert),
                       .is_write = true,
                       .conflict = UNIQUE_VIOLATION},
    [SBTEST_RANDOM_POINTS] = {.name = "random_points",
                              .letter = 'l',
                              ROW(sql_random_points, param_all_int, draw_random_points)},
    [SBTEST_RANDOM_RANGES] = {.name = "random_ranges",
                              .letter = 'm',
                              ROW(sql_random_ranges, param_all_int, draw_random_ranges)},
    [SBTEST_INSERT_ROW] = {.name = "insert_row",
                           .letter = 'n',
                           ROW(sql_insert_row, insert_row_type, draw_insert_row),
                           .is_write = true,
                           .is_always_text = true},
    [SBTEST_INSERT_PREPARED] = {.name = "insert_prepared",
                                .letter = 'o',
                                ROW(sql_insert_row, insert_row_type, draw_insert_row),
                                .is_write = true},
    [SBTEST_INSERT_ROWS] = {.name = "insert_rows",
                            .letter = 'p',
                            .is_per_table = true,
                            .is_write = true,
                            .is_always_text = true,
                            .write_rows = sbtest_write_many_rows,
                            .row_count = sbtest_batch_rows,
                            .row_size_max = TEXT_C_LENGTH + TEXT_PAD_LENGTH + SBTEST_INTEGER_TEXT_MAX + 12},
    [SBTEST_RING_DELETE] = {.name = "ring_delete",
                            .letter = 'q',
                            ROW(sql_delete, param_all_int, draw_ring_delete),
                            DELETES,
                            .pick_table = ring_table},
    [SBTEST_BULK_DELETE] = {.name = "bulk_delete",
                            .letter = 'r',
                            ROW(sql_bulk_delete, param_all_int, bulk_draw_delete),
                            DELETES,
                            .pick_table = bulk_table_of},
    [SBTEST_BULK_INSERT] = {.name = "bulk_insert",
                            .letter = 's',
                            .is_per_table = true,
                            .is_write = true,
                            .is_always_text = true,
                            .pick_table = bulk_table_of,
                            .write_rows = bulk_write_rows,
                            .row_count = bulk_rows,
                            .row_size_max = 2 * 20 + 4},
    [SBTEST_SEQUENTIAL_SCAN] = {.name = "sequential_scan",
                                .letter = 't',
                                ROW(sql_sequential_scan, param_all_int, draw_sequential_scan)},
    [SBTEST_JOIN] = {.name = "join", .letter = 'u', ROW(sql_join, param_all_int, draw_join)},
    [SBTEST_SELECT_ONE] = {.name = "select_one", .letter = 'v', .write_sql = sql_select_one, .is_always_text = true},
    [SBTEST_COUNT_ALL] = {.name = "count_all", .letter = 'w', ROW(sql_count_all, NULL, NULL)},
    [SBTEST_SELF_JOIN] = {.name = "self_join", .letter = 'x', ROW(sql_self_join, NULL, NULL)},
    [SBTEST_RANDOM_LIMITS] = {.name = "random_limits", .letter = 'y', ROW(sql_random_limits, NULL, NULL)},
    {.name = NULL},
};
