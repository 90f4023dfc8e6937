/*
 * The sysbench family, with the workloads of its forks: statements and events, from docs/workloads.md sections 1.4, 1.5 and
 * 1.8 to 1.10.
 */

#include <assert.h>
#include <string.h>

#include "schema.h"
#include "text.h"
#include "workload.h"

/* Texts. */

static bool
writes_nothing(const struct options *o)
{
    for (int g = 0; g < o->workload->group_count; g++)
        for (int i = 0; i < o->workload->groups[g].statement_count; i++)
            if (statement_of(o->workload->groups[g].statements[i])->is_write)
                return false;
    return true;
}

static int
sql_begin(const struct options *o, int table, char *out, size_t out_size)
{
    (void)table;
    write_text(out, out_size, "%s", writes_nothing(o) ? o->dialect->begin_read_only : "BEGIN");
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

/* auto_inc=off leaves the id to the client. */
static int
sql_insert_row(const struct options *o, int table, char *out, size_t out_size)
{
    if (!o->auto_inc)
        return sql_insert(o, table, out, out_size);
    write_text(out, out_size, "INSERT INTO sbtest%d (k, c, pad) VALUES ($1, $2, $3)", table + 1);
    return 3;
}

static int
sql_bulk_delete(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "DELETE FROM sbtest%d WHERE id BETWEEN $1 AND $2", table + 1);
    return 2;
}

static int
sql_sequential_scan(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT c FROM sbtest%d LIMIT $1", table + 1);
    return 1;
}

/* With the next table, so that there is one statement for each table and not for each pair. */
static int
sql_join(const struct options *o, int table, char *out, size_t out_size)
{
    write_text(out, out_size,
               "SELECT t1.c, t2.c FROM sbtest%d AS t1 JOIN sbtest%d AS t2 ON t1.id = t2.id "
               "WHERE t1.id > $1 AND t1.id < $2 AND t2.id > $3 AND t2.id < $4",
               table + 1, (table + 1) % workload_table_count(o) + 1);
    return 4;
}

static int
sql_select_one(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o, (void)table;
    write_text(out, out_size, "SELECT 1");
    return 0;
}

static int
sql_count_all(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT COUNT(*) FROM sbtest%d", table + 1);
    return 0;
}

static int
sql_self_join(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size,
               "SELECT COUNT(*) FROM sbtest%d AS t1 JOIN sbtest%d AS t2 ON t1.id = t2.id JOIN sbtest%d AS t3 ON t2.id = t3.id",
               table + 1, table + 1, table + 1);
    return 0;
}

static int
sql_random_limits(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o;
    write_text(out, out_size, "SELECT * FROM sbtest%d LIMIT 10", table + 1);
    return 0;
}

static enum param_type
insert_row_type(const struct options *o, int index)
{
    return index < (o->auto_inc ? 1 : 2) ? PARAM_INT : PARAM_TEXT;
}

static enum param_type
non_index_update_type(const struct options *o, int index)
{
    (void)o;
    return index == 0 ? PARAM_TEXT : PARAM_INT;
}

static enum param_type
insert_type(const struct options *o, int index)
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
    params_put_int(params, 0, dist_draw(&p->ids, &draws->rng));
    params->count = 1;
}

static void
draw_id_range(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t low = dist_draw(&p->ids, &draws->rng);

    params_put_int(params, 0, low);
    params_put_int(params, 1, range_end(low, p->options->range_size - 1));
    params->count = 2;
}

static void
draw_non_index_update(const struct program *p, struct draws *draws, struct params *params)
{
    put_c(params, 0, draws);
    params_put_int(params, 1, dist_draw(&p->ids, &draws->rng));
    params->count = 2;
}

static void
draw_delete(const struct program *p, struct draws *draws, struct params *params)
{
    draws->row = dist_draw(&p->ids, &draws->rng);
    params_put_int(params, 0, draws->row);
    params->count = 1;
}

static void
draw_insert(const struct program *p, struct draws *draws, struct params *params)
{
    params_put_int(params, 0, draws->row);
    params_put_int(params, 1, dist_draw(&p->ids, &draws->rng));
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
        params_put_int(params, i, dist_draw(&p->ids, &draws->rng));
    params->count = count;
}

static void
draw_random_ranges(const struct program *p, struct draws *draws, struct params *params)
{
    const int count = (int)p->options->number_of_ranges;

    for (int i = 0; i < count; i++) {
        const int64_t low = dist_draw(&p->ids, &draws->rng);
        params_put_int(params, i * 2, low);
        params_put_int(params, i * 2 + 1, range_end(low, p->options->delta));
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
    const struct options *const o = p->options;
    int32_t id;

    do {
        id = scatter((uint32_t)(draws->lane + draws->sequence * options_lane_count(o)), o->rand_seed);
        draws->sequence++;
    } while (id >= 1 && id <= o->table_size);
    return id;
}

/* (k, c, pad), or (id, k, c, pad) with auto_inc=off. */
static void
draw_insert_row(const struct program *p, struct draws *draws, struct params *params)
{
    int at = 0;

    if (!p->options->auto_inc)
        params_put_int(params, at++, next_unique_id(p, draws));
    params_put_int(params, at++, dist_draw(&p->ids, &draws->rng));
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
    const int64_t size = p->options->table_size;
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
        const int64_t low = dist_draw(&p->ids, &draws->rng);
        params_put_int(params, i * 2, low);
        params_put_int(params, i * 2 + 1, range_end(low, p->options->range_size));
    }
    params->count = 4;
}

static void
draw_sequential_scan(const struct program *p, struct draws *draws, struct params *params)
{
    (void)draws;
    params_put_int(params, 0, p->options->range_size);
    params->count = 1;
}

/* INSERTs of many rows. */

enum { INTEGER_TEXT_MAX = 11 };

static int64_t
rows_of_batch(const struct options *o)
{
    return o->batch_insert_count;
}

static size_t
write_many_rows(const struct program *p, struct draws *draws, int64_t row_count, char *out, size_t out_size)
{
    /* Five groups and three groups of eleven digits. */
    const int c_length = p->options->smaller_row_sizes ? 59 : TEXT_C_LENGTH;
    const int pad_length = p->options->smaller_row_sizes ? 35 : TEXT_PAD_LENGTH;
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d (k, c, pad) VALUES ", draws->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        char c[TEXT_C_LENGTH], pad[TEXT_PAD_LENGTH];
        text_fill_c(&draws->rng, c);
        text_fill_pad(&draws->rng, pad);
        used += write_text(out + used, out_size - used, "%s(%d, '%.*s', '%.*s')", i == 0 ? "" : ", ",
                           (int)dist_draw(&p->ids, &draws->rng), c_length, c, pad_length, pad);
    }
    return used;
}

/* With --stationary, the rows of the connection's table in turn; otherwise 1, 2, 3 ... without end. */
static int64_t
rows_of_bulk(const struct options *o)
{
    return o->stationary && o->table_size < o->batch_insert_count ? o->table_size : o->batch_insert_count;
}

static int
own_table(const struct program *p, const struct draws *draws)
{
    return draws->lane % p->table_count;
}

static int64_t
bulk_first(const struct program *p, const struct draws *draws)
{
    const int64_t rows = rows_of_bulk(p->options);
    const int64_t batch = p->options->stationary ? draws->sequence % (p->options->table_size / rows) : draws->sequence;

    return batch * rows + 1;
}

static void
draw_bulk_delete(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t first = bulk_first(p, draws);

    params_put_int(params, 0, first);
    params_put_int(params, 1, first + rows_of_bulk(p->options) - 1);
    params->count = 2;
}

static size_t
write_bulk_rows(const struct program *p, struct draws *draws, int64_t row_count, char *out, size_t out_size)
{
    const int64_t first = bulk_first(p, draws);
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d VALUES ", draws->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        const long long id = first + i;
        used += write_text(out + used, out_size - used, "%s(%lld,%lld)", i == 0 ? "" : ",", id, id);
    }
    draws->sequence++;
    return used;
}

#define ROW(sql, type, draw_) .is_per_table = true, .write_sql = sql, .param_type = type, .draw = draw_

const struct statement sbtest_statements[STATEMENT_KIND_COUNT] = {
    [STATEMENT_BEGIN] = {.name = "begin", .write_sql = sql_begin},
    [STATEMENT_COMMIT] = {.name = "commit", .write_sql = sql_commit},
    [STATEMENT_POINT_SELECT] = {.name = "point_select", ROW(sql_point_select, param_all_int, draw_id)},
    [STATEMENT_SIMPLE_RANGE] = {.name = "simple_range", ROW(sql_simple_range, param_all_int, draw_id_range)},
    [STATEMENT_SUM_RANGE] = {.name = "sum_range", ROW(sql_sum_range, param_all_int, draw_id_range)},
    [STATEMENT_ORDER_RANGE] = {.name = "order_range", ROW(sql_order_range, param_all_int, draw_id_range)},
    [STATEMENT_DISTINCT_RANGE] = {.name = "distinct_range", ROW(sql_distinct_range, param_all_int, draw_id_range)},
    [STATEMENT_INDEX_UPDATE] = {.name = "index_update", ROW(sql_index_update, param_all_int, draw_id), .is_write = true},
    [STATEMENT_NON_INDEX_UPDATE] = {.name = "non_index_update",
                                    ROW(sql_non_index_update, non_index_update_type, draw_non_index_update),
                                    .is_write = true},
    [STATEMENT_DELETE] = {.name = "delete", ROW(sql_delete, param_all_int, draw_delete), .is_write = true},
    /* Of a DELETE and INSERT of one id: a second transaction that waits for the first to delete a row does not see the new row
     * of the same id, deletes nothing, and its INSERT is refused. */
    [STATEMENT_INSERT] = {.name = "insert", ROW(sql_insert, insert_type, draw_insert), .is_write = true,
                          .conflict = UNIQUE_VIOLATION},
    [STATEMENT_RANDOM_POINTS] = {.name = "random_points", ROW(sql_random_points, param_all_int, draw_random_points)},
    [STATEMENT_RANDOM_RANGES] = {.name = "random_ranges", ROW(sql_random_ranges, param_all_int, draw_random_ranges)},
    [STATEMENT_INSERT_ROW] = {.name = "insert_row", ROW(sql_insert_row, insert_row_type, draw_insert_row),
                              .is_write = true, .is_always_text = true},
    [STATEMENT_INSERT_PREPARED] = {.name = "insert_prepared", ROW(sql_insert_row, insert_row_type, draw_insert_row),
                                   .is_write = true},
    [STATEMENT_INSERT_ROWS] = {.name = "insert_rows", .is_per_table = true, .is_write = true, .is_always_text = true,
                               .write_rows = write_many_rows, .row_count = rows_of_batch,
                               .row_size_max = TEXT_C_LENGTH + TEXT_PAD_LENGTH + INTEGER_TEXT_MAX + 12},
    [STATEMENT_RING_DELETE] = {.name = "ring_delete", ROW(sql_delete, param_all_int, draw_ring_delete), .is_write = true,
                               .pick_table = ring_table},
    [STATEMENT_BULK_DELETE] = {.name = "bulk_delete", ROW(sql_bulk_delete, param_all_int, draw_bulk_delete),
                               .is_write = true, .pick_table = own_table},
    [STATEMENT_BULK_INSERT] = {.name = "bulk_insert", .is_per_table = true, .is_write = true, .is_always_text = true,
                               .pick_table = own_table, .write_rows = write_bulk_rows, .row_count = rows_of_bulk,
                               .row_size_max = 2 * 20 + 4},
    [STATEMENT_SEQUENTIAL_SCAN] = {.name = "sequential_scan",
                                   ROW(sql_sequential_scan, param_all_int, draw_sequential_scan)},
    [STATEMENT_JOIN] = {.name = "join", ROW(sql_join, param_all_int, draw_join)},
    [STATEMENT_SELECT_ONE] = {.name = "select_one", .write_sql = sql_select_one, .is_always_text = true},
    [STATEMENT_COUNT_ALL] = {.name = "count_all", ROW(sql_count_all, NULL, NULL)},
    [STATEMENT_SELF_JOIN] = {.name = "self_join", ROW(sql_self_join, NULL, NULL)},
    [STATEMENT_RANDOM_LIMITS] = {.name = "random_limits", ROW(sql_random_limits, NULL, NULL)},
};

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

static int64_t
once_if_stationary(const struct options *o)
{
    return o->stationary ? 1 : 0;
}

static int64_t
once_if_drifting(const struct options *o)
{
    return o->stationary ? 0 : 1;
}

static int64_t
all_simple_ranges(const struct options *o)
{
    return o->simple_ranges;
}

static int64_t
all_sum_ranges(const struct options *o)
{
    return o->sum_ranges;
}

static int64_t
all_order_ranges(const struct options *o)
{
    return o->order_ranges;
}

static int64_t
rows_in_insert(const struct options *o)
{
    return o->num_rows_in_insert;
}

static int64_t
count_alls(const struct options *o)
{
    return o->count_alls;
}

static int64_t
read_percent(const struct options *o)
{
    return o->read_percent;
}

static int64_t
write_percent(const struct options *o)
{
    return o->write_percent;
}

static const char *
drift_grows(const struct options *o)
{
    (void)o;
    return "the tables grow with each event";
}

static const char *
drift_insert(const struct options *o)
{
    return o->stationary ? NULL : "the tables grow with each event; --stationary=on replaces rows instead";
}

static const char *
drift_delete(const struct options *o)
{
    return o->stationary ? NULL : "the tables lose rows, and more and more events find none; --stationary=on inserts them again";
}

static const char *
drift_bulk(const struct options *o)
{
    return o->stationary ? NULL : "the tables grow with each event; --stationary=on goes round --table-size rows instead";
}

/* sysbench fills 512 KiB, which holds about so many rows. */
static const struct option_default bulk_defaults[] = {{"batch-insert-count", "25000"}, {NULL, NULL}};
static const struct option_default auto_inc_defaults[] = {{"auto-inc", "on"}, {NULL, NULL}};
static const struct option_default read_write_pct_defaults[] = {
    {"read-percent", "80"}, {"write-percent", "20"}, {NULL, NULL}};

#define PAIR(first, second, rounds_)                                                                                   \
    {                                                                                                                  \
        .statements = {first, second}, .statement_count = 2, .rounds = rounds_                                         \
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
        PAIR(STATEMENT_DELETE, STATEMENT_INSERT, delete_inserts)

const struct workload sbtest_workloads[] = {
    {
        .name = "oltp_point_select",
        .summary = "one SELECT of a row by its id",
        .details = "One event is one point select, autocommit. --point-selects does not apply, as in sysbench.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_POINT_SELECT, once)},
    },
    {
        .name = "oltp_read_only",
        .summary = "a transaction of point selects and ranges",
        .details = "One event is BEGIN, --point-selects, --simple-ranges, --sum-ranges, --order-ranges,\n"
                   "--distinct-ranges, COMMIT. Each group of statements uses one table, drawn uniformly.",
        .schema = &sbtest_schema,
        .group_count = 7,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), READS,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_read_write",
        .summary = "a transaction of reads, updates, a delete and an insert",
        .details = "One event is BEGIN, the reads of oltp_read_only, --index-updates, --non-index-updates,\n"
                   "--delete-inserts pairs of a DELETE and an INSERT of the same id, COMMIT.",
        .schema = &sbtest_schema,
        .group_count = 10,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), READS, WRITES,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_write_only",
        .summary = "a transaction of updates, a delete and an insert",
        .details = "One event is BEGIN, --index-updates, --non-index-updates, --delete-inserts pairs, COMMIT.",
        .schema = &sbtest_schema,
        .group_count = 5,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), WRITES,
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_update_index",
        .summary = "UPDATEs of an indexed column",
        .details = "One event is --index-updates statements on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_INDEX_UPDATE, index_updates)},
    },
    {
        .name = "oltp_update_non_index",
        .summary = "UPDATEs of a column without an index",
        .details = "One event is --non-index-updates statements on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_NON_INDEX_UPDATE, non_index_updates)},
    },
    {
        .name = "select_random_points",
        .summary = "one SELECT with --random-points values of k",
        .details = "One event is one SELECT ... WHERE k IN (...) on sbtest1. The values are drawn over the whole table;\n"
                   "sysbench gives each thread a segment of its own, so that its result depends on --threads.",
        .is_single_table = true,
        .schema = &sbtest_schema,
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
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_RANDOM_RANGES, once)},
    },
    {
        .name = "oltp_insert",
        .summary = "one INSERT of a new row",
        .details = "One event is one INSERT, autocommit, sent as text as sysbench does. With --auto-inc=on the server makes\n"
                   "the id; with off it is a number of its own for each connection, scattered over INTEGER above --table-size\n"
                   "and below 1, and prepare makes empty tables. --stationary=on replaces a row instead: DELETE and INSERT of\n"
                   "one id, both prepared; each connection goes round its own rows, the oldest first, so that none wait for\n"
                   "each other.",
        .schema = &sbtest_schema,
        .drift = drift_insert,
        .group_count = 2,
        .groups = {GROUP(STATEMENT_INSERT_ROW, once_if_drifting),
                   PAIR(STATEMENT_RING_DELETE, STATEMENT_INSERT, once_if_stationary)},
    },
    {
        .name = "oltp_delete",
        .summary = "one DELETE of a row by its id",
        .details = "One event is one DELETE, autocommit; it finds fewer and fewer rows. --stationary=on adds an INSERT of the\n"
                   "same id to the event, autocommit too.",
        .schema = &sbtest_schema,
        .drift = drift_delete,
        .group_count = 2,
        .groups = {GROUP(STATEMENT_DELETE, once_if_drifting),
                   PAIR(STATEMENT_DELETE, STATEMENT_INSERT, once_if_stationary)},
    },
    {
        .name = "bulk_insert",
        .summary = "INSERTs of many narrow rows into a table for each connection",
        .details = "One event is one INSERT of --batch-insert-count rows (n, n) into the connection's own table sbtestN(id, k),\n"
                   "sent as text. sysbench calls each row an event, though most of its events send nothing. prepare makes\n"
                   "--threads empty tables, and those of all shards with --shard=I/N. --stationary=on fills them with\n"
                   "--table-size rows; an event then deletes as many rows as it inserts, going round the table.",
        .schema = &bulk_schema,
        .is_table_per_connection = true,
        .defaults = bulk_defaults,
        .drift = drift_bulk,
        .group_count = 2,
        .groups = {GROUP(STATEMENT_BULK_DELETE, once_if_stationary), GROUP(STATEMENT_BULK_INSERT, once)},
    },
    {
        .name = "oltp_read_write_pct",
        .summary = "point selects and updates of k in a given proportion (KubeBlocks)",
        .details = "One event is --read-percent point selects on one table, then --write-percent UPDATEs of k on one table,\n"
                   "each statement autocommit: 100 statements when the two add up to 100.",
        .schema = &sbtest_schema,
        .defaults = read_write_pct_defaults,
        .group_count = 2,
        .groups = {GROUP(STATEMENT_POINT_SELECT, read_percent), GROUP(STATEMENT_INDEX_UPDATE, write_percent)},
    },
    {
        .name = "oltp_multi_insert",
        .summary = "a transaction of INSERTs (YugabyteDB)",
        .details = "One event is BEGIN, --num-rows-in-insert prepared INSERTs of one row into one table, COMMIT. With\n"
                   "--auto-inc=off the ids are those of oltp_insert, beside the rows of prepare.",
        .schema = &sbtest_schema,
        .drift = drift_grows,
        .group_count = 3,
        .groups = {GROUP(STATEMENT_BEGIN, once_with_transactions), GROUP(STATEMENT_INSERT_PREPARED, rows_in_insert),
                   GROUP(STATEMENT_COMMIT, once_with_transactions)},
    },
    {
        .name = "oltp_multi_value_insert",
        .summary = "one INSERT of many rows (YugabyteDB)",
        .details = "One event is one INSERT of --batch-insert-count rows, autocommit, sent as text. The server makes the ids:\n"
                   "--auto-inc=on only. --smaller-row-sizes=on makes c and pad shorter.",
        .schema = &sbtest_schema,
        .needs_auto_inc = true,
        .defaults = auto_inc_defaults,
        .drift = drift_grows,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_INSERT_ROWS, once)},
    },
    {
        .name = "oltp_simple_ranges",
        .summary = "SELECTs of a range (YugabyteDB)",
        .details = "One event is --simple-ranges SELECTs of --range-size rows on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_SIMPLE_RANGE, all_simple_ranges)},
    },
    {
        .name = "oltp_sum_scan",
        .summary = "SUM() over a range (YugabyteDB)",
        .details = "One event is --sum-ranges SELECTs of SUM(k) over --range-size rows on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_SUM_RANGE, all_sum_ranges)},
    },
    {
        .name = "oltp_primarykey_scan",
        .summary = "a range by the primary key, in the order of c (YugabyteDB)",
        .details = "One event is --order-ranges SELECTs of --range-size rows with ORDER BY c on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_ORDER_RANGE, all_order_ranges)},
    },
    {
        .name = "oltp_sequential_scan",
        .summary = "the first rows of a table (YugabyteDB)",
        .details = "One event is one SELECT ... LIMIT --range-size on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_SEQUENTIAL_SCAN, once)},
    },
    {
        .name = "oltp_join",
        .summary = "a join of two tables over two ranges of ids (YugabyteDB)",
        .details = "One event is one join of a table and the next one by id, autocommit. Each of the two has a range of\n"
                   "--range-size ids, drawn independently, so that most answers are empty unless the tables are small.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_JOIN, once)},
    },
    {
        .name = "select_one",
        .summary = "SELECT 1, which touches no table (YugabyteDB)",
        .details = "One event is SELECT 1, sent as text: what the protocol and a session cost.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_SELECT_ONE, once)},
    },
    {
        .name = "oltp_count_all",
        .summary = "COUNT(*) of a table (RisingWave)",
        .details = "One event is --count-alls SELECT COUNT(*) on one table, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_COUNT_ALL, count_alls)},
    },
    {
        .name = "load_test",
        .summary = "a table joined with itself twice by id (RisingWave)",
        .details = "One event is one count over a three-way join of a table with itself by id, autocommit.",
        .schema = &sbtest_schema,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_SELF_JOIN, once)},
    },
    {
        .name = "select_random_limits",
        .summary = "ten rows of a table (RisingWave)",
        .details = "One event is SELECT * FROM sbtest1 LIMIT 10.",
        .schema = &sbtest_schema,
        .is_single_table = true,
        .group_count = 1,
        .groups = {GROUP(STATEMENT_RANDOM_LIMITS, once)},
    },
    {.name = NULL},
};
