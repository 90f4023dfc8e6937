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

/* Texts, where the options have a say. */

#define INSERT_WITH_ID "INSERT INTO {table} (id, k, c, pad) VALUES ($1, $2, $3, $4)"

static const char *
insert_row_text(const struct workload_options *o)
{
    return sbtest(o)->auto_inc ? "INSERT INTO {table} (k, c, pad) VALUES ($1, $2, $3)" : INSERT_WITH_ID;
}

static const char *
sequential_scan_text(const struct workload_options *o)
{
    return o->dialect->has_limit_parameter ? "SELECT c FROM {table} LIMIT $1" : "SELECT c FROM {table} LIMIT {count}";
}

COUNT_OF(range_size, sbtest(o)->range_size)
COUNT_OF(random_points, sbtest(o)->random_points)
COUNT_OF(number_of_ranges, sbtest(o)->number_of_ranges)

/* Draws. */

static void
put_c(struct params *params, int index, struct generator *g)
{
    text_fill_c(&g->rng, params->c);
    params_put_text(params, index, params->c, TEXT_C_LENGTH);
}

static void
put_pad(struct params *params, int index, struct generator *g)
{
    text_fill_pad(&g->rng, params->pad);
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
draw_id(const struct program *p, struct generator *g, struct params *params)
{
    params_put_int(params, 0, dist_draw(&sbtest_source(p->source)->ids, &g->rng));
    params->count = 1;
}

static void
draw_id_range(const struct program *p, struct generator *g, struct params *params)
{
    const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &g->rng);

    params_put_int(params, 0, low);
    params_put_int(params, 1, range_end(low, sbtest(p->options)->range_size - 1));
    params->count = 2;
}

static void
draw_non_index_update(const struct program *p, struct generator *g, struct params *params)
{
    put_c(params, 0, g);
    params_put_int(params, 1, dist_draw(&sbtest_source(p->source)->ids, &g->rng));
    params->count = 2;
}

static void
draw_delete(const struct program *p, struct generator *g, struct params *params)
{
    g->row = dist_draw(&sbtest_source(p->source)->ids, &g->rng);
    params_put_int(params, 0, g->row);
    params->count = 1;
}

static void
draw_insert(const struct program *p, struct generator *g, struct params *params)
{
    params_put_int(params, 0, g->row);
    params_put_int(params, 1, dist_draw(&sbtest_source(p->source)->ids, &g->rng));
    put_c(params, 2, g);
    put_pad(params, 3, g);
    params->count = 4;
}

/* Over the whole table. sysbench gives each thread a segment of its own, so that its results depend on the number of threads:
 * a known flaw (docs/workloads.md section 2), not repeated here. */
static void
draw_random_points(const struct program *p, struct generator *g, struct params *params)
{
    const int count = (int)sbtest(p->options)->random_points;

    for (int i = 0; i < count; i++)
        params_put_int(params, i, dist_draw(&sbtest_source(p->source)->ids, &g->rng));
    params->count = count;
}

static void
draw_random_ranges(const struct program *p, struct generator *g, struct params *params)
{
    const int count = (int)sbtest(p->options)->number_of_ranges;

    for (int i = 0; i < count; i++) {
        const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &g->rng);
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
next_unique_id(const struct program *p, struct generator *g)
{
    const struct workload_options *const o = p->options;
    int32_t id;

    do {
        id = scatter((uint32_t)(g->connection + g->sequence * options_lane_count(o)), o->rand_seed);
        g->sequence++;
    } while (id >= 1 && id <= sbtest(o)->table_size);
    return id;
}

/* (k, c, pad), or (id, k, c, pad) with auto_inc=off. */
static void
draw_insert_row(const struct program *p, struct generator *g, struct params *params)
{
    int at = 0;

    if (!sbtest(p->options)->auto_inc)
        params_put_int(params, at++, next_unique_id(p, g));
    params_put_int(params, at++, dist_draw(&sbtest_source(p->source)->ids, &g->rng));
    put_c(params, at++, g);
    put_pad(params, at++, g);
    params->count = at;
}

/*
 * The oldest row of those that the connection owns: rows lane + 1, lane + 1 + number of lanes ... in turn. It is deleted and inserted
 * again, so the table is a ring.
 */
static int
ring_table(const struct program *p, const struct generator *g)
{
    return (int)(g->sequence % p->table_count);
}

static void
draw_ring_delete(const struct program *p, struct generator *g, struct params *params)
{
    const int64_t size = sbtest(p->options)->table_size;
    const int64_t lane = g->connection % size;
    const int64_t lane_count = options_lane_count(p->options);
    const int64_t own_count = (size - lane + lane_count - 1) / lane_count;
    const int64_t turn = g->sequence / p->table_count % own_count;

    g->row = lane + turn * lane_count + 1;
    g->sequence++;
    params_put_int(params, 0, g->row);
    params->count = 1;
}

static void
draw_join(const struct program *p, struct generator *g, struct params *params)
{
    for (int i = 0; i < 2; i++) {
        const int64_t low = dist_draw(&sbtest_source(p->source)->ids, &g->rng);
        params_put_int(params, i * 2, low);
        params_put_int(params, i * 2 + 1, range_end(low, sbtest(p->options)->range_size));
    }
    params->count = 4;
}

static void
draw_sequential_scan(const struct program *p, struct generator *g, struct params *params)
{
    if (!p->options->dialect->has_limit_parameter)
        return;
    params_put_int(params, 0, sbtest(p->options)->range_size);
    params->count = 1;
}

#define ON_TABLE .is_per_table = true, .write_table = sbtest_write_name
#define READ(text_, draw_) ON_TABLE, .text = (text_), .types = "i", .draw = (draw_)
#define WRITE .is_write = true, ON_TABLE
#define DELETES(text_, draw_) WRITE, .deletes = true, .text = (text_), .types = "i", .draw = (draw_)
#define INSERTS(letter_, rows, write, size)                                                                                    \
    .letter = (letter_), WRITE, .is_always_text = true, .write_rows = (write), .row_count = (rows), .row_size_max = (size)
/* An id from 1 to --table-size, which prepare has made. */
#define FINDS_ROW .finds_row = true
#define DELETE_ROW "DELETE FROM {table} WHERE id=$1"

/* clang-format off */
const struct statement sbtest_statements[] = {
    [SBTEST_POINT_SELECT] = {.name = "point_select", .letter = 'c', FINDS_ROW,
                             READ("SELECT c FROM {table} WHERE id=$1", draw_id)},
    [SBTEST_SIMPLE_RANGE] = {.name = "simple_range", .letter = 'd', FINDS_ROW,
                             READ("SELECT c FROM {table} WHERE id BETWEEN $1 AND $2", draw_id_range)},
    [SBTEST_SUM_RANGE] = {.name = "sum_range", .letter = 'e',
                          READ("SELECT SUM(k) FROM {table} WHERE id BETWEEN $1 AND $2", draw_id_range)},
    [SBTEST_ORDER_RANGE] = {.name = "order_range", .letter = 'f', FINDS_ROW,
                            READ("SELECT c FROM {table} WHERE id BETWEEN $1 AND $2 ORDER BY c", draw_id_range)},
    [SBTEST_DISTINCT_RANGE] = {.name = "distinct_range", .letter = 'g', FINDS_ROW,
                               READ("SELECT DISTINCT c FROM {table} WHERE id BETWEEN $1 AND $2 ORDER BY c", draw_id_range)},
    [SBTEST_INDEX_UPDATE] = {.name = "index_update", .letter = 'h', FINDS_ROW, WRITE,
                             .text = "UPDATE {table} SET k=k+1 WHERE id=$1", .types = "i", .draw = draw_id},
    [SBTEST_NON_INDEX_UPDATE] = {.name = "non_index_update", .letter = 'i', FINDS_ROW, WRITE,
                                 .text = "UPDATE {table} SET c=$1 WHERE id=$2", .types = "ti", .draw = draw_non_index_update},
    [SBTEST_DELETE] = {.name = "delete", .letter = 'j', DELETES(DELETE_ROW, draw_delete)},
    /* The INSERT after a DELETE of the same id: a second transaction that waits for the first to delete a row does not see the new row
     * of the same id, deletes nothing, and its INSERT is refused. */
    [SBTEST_INSERT] = {.name = "insert", .letter = 'k', WRITE, .text = INSERT_WITH_ID, .types = "iitt", .draw = draw_insert,
                       .conflict = UNIQUE_VIOLATION},
    [SBTEST_RANDOM_POINTS] = {.name = "random_points", .letter = 'l', .count = random_points,
                              READ("SELECT id, k, c, pad FROM {table} WHERE k IN ({$|, })", draw_random_points)},
    [SBTEST_RANDOM_RANGES] = {.name = "random_ranges", .letter = 'm', .count = number_of_ranges,
                              READ("SELECT count(k) FROM {table} WHERE {k BETWEEN $ AND $| OR }", draw_random_ranges)},
    [SBTEST_INSERT_ROW] = {.name = "insert_row", .letter = 'n', WRITE, .is_always_text = true, .pick_text = insert_row_text,
                           .types = "iitt", .draw = draw_insert_row},
    [SBTEST_INSERT_PREPARED] = {.name = "insert_prepared", .letter = 'o', WRITE, .pick_text = insert_row_text, .types = "iitt",
                                .draw = draw_insert_row},
    [SBTEST_INSERT_ROWS] = {.name = "insert_rows",
                            INSERTS('p', sbtest_batch_rows, sbtest_write_many_rows,
                                    TEXT_C_LENGTH + TEXT_PAD_LENGTH + SBTEST_INTEGER_TEXT_MAX + 12)},
    [SBTEST_RING_DELETE] = {.name = "ring_delete", .letter = 'q', DELETES(DELETE_ROW, draw_ring_delete),
                            .pick_table = ring_table},
    [SBTEST_BULK_DELETE] = {.name = "bulk_delete", .letter = 'r', .pick_table = bulk_table_of,
                            DELETES("DELETE FROM {table} WHERE id BETWEEN $1 AND $2", bulk_draw_delete)},
    [SBTEST_BULK_INSERT] = {.name = "bulk_insert", INSERTS('s', bulk_rows, bulk_write_rows, 2 * 20 + 4),
                            .pick_table = bulk_table_of},
    [SBTEST_SEQUENTIAL_SCAN] = {.name = "sequential_scan", .letter = 't', ON_TABLE, .pick_text = sequential_scan_text,
                                .count = range_size, .types = "i", .draw = draw_sequential_scan},
    /* With the next table, so that there is one statement for each table and not for each pair. */
    [SBTEST_JOIN] = {.name = "join", .letter = 'u',
                     READ("SELECT t1.c, t2.c FROM {table} AS t1 JOIN {next} AS t2 ON t1.id = t2.id "
                          "WHERE t1.id > $1 AND t1.id < $2 AND t2.id > $3 AND t2.id < $4", draw_join)},
    [SBTEST_SELECT_ONE] = {.name = "select_one", .letter = 'v', .text = "SELECT 1", .is_always_text = true},
    [SBTEST_COUNT_ALL] = {.name = "count_all", .letter = 'w', ON_TABLE, .text = "SELECT COUNT(*) FROM {table}"},
    [SBTEST_SELF_JOIN] = {.name = "self_join", .letter = 'x', ON_TABLE,
                          .text = "SELECT COUNT(*) FROM {table} AS t1 JOIN {table} AS t2 ON t1.id = t2.id "
                                  "JOIN {table} AS t3 ON t2.id = t3.id"},
    [SBTEST_RANDOM_LIMITS] = {.name = "random_limits", .letter = 'y', ON_TABLE, .text = "SELECT * FROM {table} LIMIT 10"},
    {.name = NULL},
};
/* clang-format on */
