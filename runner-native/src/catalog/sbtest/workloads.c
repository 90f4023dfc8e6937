/*
 * The workloads of the sysbench family and its forks: their events, from docs/workloads.md sections 1.4, 1.5 and 1.8 to 1.10.
 */

#include "catalog/sbtest/sbtest.h"
#include "catalog/workload.h"

COUNT_OF(once, 1)
COUNT_OF(once_with_transactions, sbtest(o)->skip_trx ? 0 : 1)
COUNT_OF(point_selects, sbtest(o)->point_selects)
COUNT_OF(simple_ranges, sbtest(o)->range_selects ? sbtest(o)->simple_ranges : 0)
COUNT_OF(sum_ranges, sbtest(o)->range_selects ? sbtest(o)->sum_ranges : 0)
COUNT_OF(order_ranges, sbtest(o)->range_selects ? sbtest(o)->order_ranges : 0)
COUNT_OF(distinct_ranges, sbtest(o)->range_selects ? sbtest(o)->distinct_ranges : 0)
COUNT_OF(index_updates, sbtest(o)->index_updates)
COUNT_OF(non_index_updates, sbtest(o)->non_index_updates)
COUNT_OF(delete_inserts, sbtest(o)->delete_inserts)
COUNT_OF(once_if_stationary, sbtest(o)->stationary ? 1 : 0)
COUNT_OF(once_if_drifting, sbtest(o)->stationary ? 0 : 1)
COUNT_OF(all_simple_ranges, sbtest(o)->simple_ranges)
COUNT_OF(all_sum_ranges, sbtest(o)->sum_ranges)
COUNT_OF(all_order_ranges, sbtest(o)->order_ranges)
COUNT_OF(rows_in_insert, sbtest(o)->num_rows_in_insert)
COUNT_OF(count_alls, sbtest(o)->count_alls)
COUNT_OF(read_percent, sbtest(o)->read_percent)
COUNT_OF(write_percent, sbtest(o)->write_percent)

static const char *
drift_grows(const struct workload_options *o)
{
    return "the tables grow with each event";
}

static const char *
drift_insert(const struct workload_options *o)
{
    return sbtest(o)->stationary ? NULL : "the tables grow with each event; --stationary=on replaces rows instead";
}

static const char *
drift_delete(const struct workload_options *o)
{
    return sbtest(o)->stationary
               ? NULL
               : "the tables lose rows, and more and more events find none; --stationary=on inserts them again";
}

static const char *
drift_bulk(const struct workload_options *o)
{
    return sbtest(o)->stationary ? NULL
                                 : "the tables grow with each event; --stationary=on goes round --table-size rows instead";
}

/* sysbench fills 512 KiB, which holds about so many rows. */
static const struct option_default bulk_defaults[] = {{"batch-insert-count", "25000"}, {NULL, NULL}};
static const struct option_default auto_inc_defaults[] = {{"auto-inc", "on"}, {NULL, NULL}};
static const struct option_default read_write_pct_defaults[] = {{"read-percent", "80"}, {"write-percent", "20"}, {NULL, NULL}};

#define PAIR(first, second, rounds_)                                                                                           \
    {.statements = {&sbtest_statements[first], &sbtest_statements[second]}, .statement_count = 2, .rounds = rounds_}
#define GROUP(kind, rounds_) {.statements = {&sbtest_statements[kind]}, .statement_count = 1, .rounds = rounds_}
#define TRANSACTION(statement) {.statements = {&statement}, .statement_count = 1, .rounds = once_with_transactions}
#define READS                                                                                                                  \
    GROUP(SBTEST_POINT_SELECT, point_selects), GROUP(SBTEST_SIMPLE_RANGE, simple_ranges), GROUP(SBTEST_SUM_RANGE, sum_ranges), \
        GROUP(SBTEST_ORDER_RANGE, order_ranges), GROUP(SBTEST_DISTINCT_RANGE, distinct_ranges)
#define WRITES                                                                                                                 \
    GROUP(SBTEST_INDEX_UPDATE, index_updates), GROUP(SBTEST_NON_INDEX_UPDATE, non_index_updates),                              \
        PAIR(SBTEST_DELETE, SBTEST_INSERT, delete_inserts)

const struct workload sbtest_workloads[] = {
    {
        .name = "oltp_point_select",
        .summary = "one SELECT of a row by its id",
        .details = "One event is one point select, autocommit. --point-selects does not apply, as in sysbench.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_POINT_SELECT, once)},
    },
    {
        .name = "oltp_read_only",
        .summary = "a transaction of point selects and ranges",
        .details = "One event is BEGIN, --point-selects, --simple-ranges, --sum-ranges, --order-ranges,\n"
                   "--distinct-ranges, COMMIT. Each group of statements uses one table, drawn uniformly.",
        .family = &sbtest_family,
        .groups = {TRANSACTION(transaction_begin), READS, TRANSACTION(transaction_commit)},
    },
    {
        .name = "oltp_read_write",
        .summary = "a transaction of reads, updates, a delete and an insert",
        .details = "One event is BEGIN, the reads of oltp_read_only, --index-updates, --non-index-updates,\n"
                   "--delete-inserts pairs of a DELETE and an INSERT of the same id, COMMIT.",
        .family = &sbtest_family,
        .groups = {TRANSACTION(transaction_begin), READS, WRITES, TRANSACTION(transaction_commit)},
    },
    {
        .name = "oltp_write_only",
        .summary = "a transaction of updates, a delete and an insert",
        .details = "One event is BEGIN, --index-updates, --non-index-updates, --delete-inserts pairs, COMMIT.",
        .family = &sbtest_family,
        .groups = {TRANSACTION(transaction_begin), WRITES, TRANSACTION(transaction_commit)},
    },
    {
        .name = "oltp_update_index",
        .summary = "UPDATEs of an indexed column",
        .details = "One event is --index-updates statements on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_INDEX_UPDATE, index_updates)},
    },
    {
        .name = "oltp_update_non_index",
        .summary = "UPDATEs of a column without an index",
        .details = "One event is --non-index-updates statements on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_NON_INDEX_UPDATE, non_index_updates)},
    },
    {
        .name = "select_random_points",
        .summary = "one SELECT with --random-points values of k",
        .details = "One event is one SELECT ... WHERE k IN (...) on sbtest1. The values are drawn over the whole table;\n"
                   "sysbench gives each thread a segment of its own, so that its result depends on --threads.",
        .traits = SBTEST_SINGLE_TABLE,
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_RANDOM_POINTS, once)},
    },
    {
        .name = "select_random_ranges",
        .summary = "one count over --number-of-ranges ranges of k",
        .details = "One event is one SELECT count(k) ... WHERE k BETWEEN ... OR ... on sbtest1, each range --delta wide.\n"
                   "The values are drawn over the whole table; sysbench gives each thread a segment of its own, so that\n"
                   "its result depends on --threads.",
        .traits = SBTEST_SINGLE_TABLE,
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_RANDOM_RANGES, once)},
    },
    {
        .name = "oltp_insert",
        .summary = "one INSERT of a new row",
        .details = "One event is one INSERT, autocommit, sent as text as sysbench does. With --auto-inc=on the server makes\n"
                   "the id; with off it is a number of its own for each connection, scattered over INTEGER above --table-size\n"
                   "and below 1, and prepare makes empty tables. --stationary=on replaces a row instead: DELETE and INSERT of\n"
                   "one id, both prepared; each connection goes round its own rows, the oldest first, so that none wait for\n"
                   "each other.",
        .family = &sbtest_family,
        .traits = SBTEST_MAKES_IDS,
        .drift = drift_insert,
        .groups = {GROUP(SBTEST_INSERT_ROW, once_if_drifting), PAIR(SBTEST_RING_DELETE, SBTEST_INSERT, once_if_stationary)},
    },
    {
        .name = "oltp_delete",
        .summary = "one DELETE of a row by its id",
        .details = "One event is one DELETE, autocommit; it finds fewer and fewer rows. --stationary=on adds an INSERT of the\n"
                   "same id to the event, autocommit too.",
        .family = &sbtest_family,
        .drift = drift_delete,
        .groups = {GROUP(SBTEST_DELETE, once_if_drifting), PAIR(SBTEST_DELETE, SBTEST_INSERT, once_if_stationary)},
    },
    {
        .name = "bulk_insert",
        .summary = "INSERTs of many narrow rows into a table for each connection",
        .details =
            "One event is one INSERT of --batch-insert-count rows (n, n) into the connection's own table sbtestN(id, k),\n"
            "sent as text. sysbench calls each row an event, though most of its events send nothing. prepare makes\n"
            "--threads empty tables, and those of all shards with --shard=I/N. --stationary=on fills them with\n"
            "--table-size rows; an event then deletes as many rows as it inserts, going round the table.",
        .family = &bulk_family,
        .is_table_per_connection = true,
        .defaults = bulk_defaults,
        .drift = drift_bulk,
        .groups = {GROUP(SBTEST_BULK_DELETE, once_if_stationary), GROUP(SBTEST_BULK_INSERT, once)},
    },
    {
        .name = "oltp_read_write_pct",
        .summary = "point selects and updates of k in a given proportion (KubeBlocks)",
        .details = "One event is --read-percent point selects on one table, then --write-percent UPDATEs of k on one table,\n"
                   "each statement autocommit: 100 statements when the two add up to 100.",
        .family = &sbtest_family,
        .defaults = read_write_pct_defaults,
        .groups = {GROUP(SBTEST_POINT_SELECT, read_percent), GROUP(SBTEST_INDEX_UPDATE, write_percent)},
    },
    {
        .name = "oltp_multi_insert",
        .summary = "a transaction of INSERTs (YugabyteDB)",
        .details = "One event is BEGIN, --num-rows-in-insert prepared INSERTs of one row into one table, COMMIT. With\n"
                   "--auto-inc=off the ids are those of oltp_insert, next to the rows of prepare.",
        .family = &sbtest_family,
        .drift = drift_grows,
        .groups = {TRANSACTION(transaction_begin), GROUP(SBTEST_INSERT_PREPARED, rows_in_insert),
                   TRANSACTION(transaction_commit)},
    },
    {
        .name = "oltp_multi_value_insert",
        .summary = "one INSERT of many rows (YugabyteDB)",
        .details = "One event is one INSERT of --batch-insert-count rows, autocommit, sent as text. The server makes the ids:\n"
                   "--auto-inc=on only. --smaller-row-sizes=on makes c and pad shorter.",
        .family = &sbtest_family,
        .traits = SBTEST_NEEDS_AUTO_INC,
        .defaults = auto_inc_defaults,
        .drift = drift_grows,
        .groups = {GROUP(SBTEST_INSERT_ROWS, once)},
    },
    {
        .name = "oltp_simple_ranges",
        .summary = "SELECTs of a range (YugabyteDB)",
        .details = "One event is --simple-ranges SELECTs of --range-size rows on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_SIMPLE_RANGE, all_simple_ranges)},
    },
    {
        .name = "oltp_sum_scan",
        .summary = "SUM() over a range (YugabyteDB)",
        .details = "One event is --sum-ranges SELECTs of SUM(k) over --range-size rows on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_SUM_RANGE, all_sum_ranges)},
    },
    {
        .name = "oltp_primarykey_scan",
        .summary = "a range by the primary key, in the order of c (YugabyteDB)",
        .details = "One event is --order-ranges SELECTs of --range-size rows with ORDER BY c on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_ORDER_RANGE, all_order_ranges)},
    },
    {
        .name = "oltp_sequential_scan",
        .summary = "the first rows of a table (YugabyteDB)",
        .details = "One event is one SELECT ... LIMIT --range-size on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_SEQUENTIAL_SCAN, once)},
    },
    {
        .name = "oltp_join",
        .summary = "a join of two tables over two ranges of ids (YugabyteDB)",
        .details = "One event is one join of a table and the next one by id, autocommit. Each of the two has a range of\n"
                   "--range-size ids, drawn independently, so that most answers are empty unless the tables are small.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_JOIN, once)},
    },
    {
        .name = "select_one",
        .summary = "SELECT 1, which touches no table (YugabyteDB)",
        .details = "One event is SELECT 1, sent as text: what the protocol and a session cost.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_SELECT_ONE, once)},
    },
    {
        .name = "oltp_count_all",
        .summary = "COUNT(*) of a table (RisingWave)",
        .details = "One event is --count-alls SELECT COUNT(*) on one table, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_COUNT_ALL, count_alls)},
    },
    {
        .name = "load_test",
        .summary = "a table joined with itself twice by id (RisingWave)",
        .details = "One event is one count over a three-way join of a table with itself by id, autocommit.",
        .family = &sbtest_family,
        .groups = {GROUP(SBTEST_SELF_JOIN, once)},
    },
    {
        .name = "select_random_limits",
        .summary = "ten rows of a table (RisingWave)",
        .details = "One event is SELECT * FROM sbtest1 LIMIT 10.",
        .family = &sbtest_family,
        .traits = SBTEST_SINGLE_TABLE,
        .groups = {GROUP(SBTEST_RANDOM_LIMITS, once)},
    },
    {.name = NULL},
};
