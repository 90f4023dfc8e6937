/*
 * The sysbench family: statements, events and draws as docs/workloads.md sections 1.3 to 1.5 state them.
 */

#include <endian.h>
#include <stdlib.h>

#include "check_values.h"
#include "literal.h"
#include "text.h"
#include "workload.h"

static struct options
options_for(const char *workload)
{
    struct options o;

    options_default(&o);
    o.workload = workload_find(workload);
    return o;
}

/* An event as letters, a table draw before a statement as '|'. */
static void
spell(const struct options *o, char *out)
{
    static const char letters[STATEMENT_KIND_COUNT + 1] = "BCPsuodinDIprTtMRxXSJ1clLfFwkKgaU";
    struct program p;
    struct diag d = DIAG_NONE;
    size_t used = 0;

    CHECK_INT(program_init(&p, o, &d), ERR_OK);
    for (size_t i = 0; i < p.op_count; i++) {
        if (p.ops[i].starts_group)
            out[used++] = '|';
        out[used++] = letters[p.ops[i].kind];
    }
    out[used] = '\0';
    program_free(&p);
}

static size_t
count_workloads(void)
{
    size_t count = 0;

    while (workload_at(count))
        count++;
    return count;
}

static void
each_workload_has_its_event(void)
{
    static const struct {
        const char *workload;
        const char *event;
    } events[] = {
        {"oltp_point_select", "|P"},
        {"oltp_read_only", "B|PPPPPPPPPP|s|u|o|dC"},
        {"oltp_read_write", "B|PPPPPPPPPP|s|u|o|d|i|n|DIC"},
        {"oltp_write_only", "B|i|n|DIC"},
        {"oltp_update_index", "|i"},
        {"oltp_update_non_index", "|n"},
        {"select_random_points", "|p"},
        {"select_random_ranges", "|r"},
        {"oltp_insert", "|T"},
        {"oltp_delete", "|D"},
        {"bulk_insert", "|X"},
        {"oltp_multi_insert", "B|ttttttttttC"},
        {"oltp_multi_value_insert", "|M"},
        {"oltp_simple_ranges", "|s"},
        {"oltp_sum_scan", "|u"},
        {"oltp_primarykey_scan", "|o"},
        {"oltp_sequential_scan", "|S"},
        {"oltp_join", "|J"},
        {"select_one", "1"},
        {"oltp_count_all", "|c"},
        {"load_test", "|l"},
        {"select_random_limits", "|L"},
        {"kv", "w"},
        {"sql_inserts", "aU"},
    };
    char event[256];

    for (size_t i = 0; i < ARRAY_LENGTH(events); i++) {
        const struct options o = options_for(events[i].workload);
        spell(&o, event);
        CHECK_TEXT(event, events[i].event);
    }
    /* And oltp_read_write_pct, whose proportion is its own default and not the table's. */
    CHECK_INT(ARRAY_LENGTH(events) + 1, count_workloads());
}

static void
a_proportion_makes_the_event(void)
{
    struct options o = options_for("oltp_read_write_pct");
    char event[256];

    o.read_percent = 4;
    o.write_percent = 1;
    spell(&o, event);
    CHECK_TEXT(event, "|PPPP|i");
}

static void
stationary_variants_put_back_what_they_take(void)
{
    static const struct {
        const char *workload;
        const char *event;
    } events[] = {{"oltp_insert", "|RI"}, {"oltp_delete", "|DI"}, {"bulk_insert", "|x|X"}};
    char event[256];

    for (size_t i = 0; i < ARRAY_LENGTH(events); i++) {
        struct options o = options_for(events[i].workload);
        CHECK(workload_drift(&o) != NULL, "%s drifts", events[i].workload);
        CHECK_HAS(workload_drift(&o), "--stationary");
        o.stationary = true;
        CHECK(workload_drift(&o) == NULL, "%s does not drift", events[i].workload);
        spell(&o, event);
        CHECK_TEXT(event, events[i].event);
    }
}

static void
options_change_the_event(void)
{
    struct options o = options_for("oltp_read_write");
    char event[256];

    o.range_selects = false;
    o.point_selects = 2;
    o.index_updates = 3;
    o.non_index_updates = 0;
    o.delete_inserts = 2;
    spell(&o, event);
    CHECK_TEXT(event, "B|PP|iii|DIDIC");
    o.skip_trx = true;
    spell(&o, event);
    CHECK_TEXT(event, "|PP|iii|DIDI");
    o = options_for("oltp_point_select");
    o.point_selects = 7;
    spell(&o, event);
    CHECK_TEXT(event, "|P");
}

static void
an_event_without_statements_is_refused(void)
{
    struct options o = options_for("oltp_read_only");
    struct program p;
    struct diag d = DIAG_NONE;

    o.range_selects = false;
    o.point_selects = 0;
    CHECK_INT(program_init(&p, &o, &d), ERR_USAGE);
    CHECK_HAS(d.text, "no statement");
}

static void
statements_are_those_of_sysbench(void)
{
    static const struct {
        enum statement_kind kind;
        const char *sql;
        int params;
    } texts[] = {
        {STATEMENT_BEGIN, "BEGIN", 0},
        {STATEMENT_COMMIT, "COMMIT", 0},
        {STATEMENT_POINT_SELECT, "SELECT c FROM sbtest3 WHERE id=$1", 1},
        {STATEMENT_SIMPLE_RANGE, "SELECT c FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {STATEMENT_SUM_RANGE, "SELECT SUM(k) FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {STATEMENT_ORDER_RANGE, "SELECT c FROM sbtest3 WHERE id BETWEEN $1 AND $2 ORDER BY c", 2},
        {STATEMENT_DISTINCT_RANGE, "SELECT DISTINCT c FROM sbtest3 WHERE id BETWEEN $1 AND $2 ORDER BY c", 2},
        {STATEMENT_INDEX_UPDATE, "UPDATE sbtest3 SET k=k+1 WHERE id=$1", 1},
        {STATEMENT_NON_INDEX_UPDATE, "UPDATE sbtest3 SET c=$1 WHERE id=$2", 2},
        {STATEMENT_DELETE, "DELETE FROM sbtest3 WHERE id=$1", 1},
        {STATEMENT_INSERT, "INSERT INTO sbtest3 (id, k, c, pad) VALUES ($1, $2, $3, $4)", 4},
        {STATEMENT_RANDOM_POINTS, "SELECT id, k, c, pad FROM sbtest3 WHERE k IN ($1, $2, $3)", 3},
        {STATEMENT_RANDOM_RANGES, "SELECT count(k) FROM sbtest3 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4", 4},
        {STATEMENT_INSERT_ROW, "INSERT INTO sbtest3 (k, c, pad) VALUES ($1, $2, $3)", 3},
        {STATEMENT_INSERT_PREPARED, "INSERT INTO sbtest3 (k, c, pad) VALUES ($1, $2, $3)", 3},
        {STATEMENT_RING_DELETE, "DELETE FROM sbtest3 WHERE id=$1", 1},
        {STATEMENT_BULK_DELETE, "DELETE FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {STATEMENT_SEQUENTIAL_SCAN, "SELECT c FROM sbtest3 LIMIT $1", 1},
        {STATEMENT_JOIN,
         "SELECT t1.c, t2.c FROM sbtest3 AS t1 JOIN sbtest4 AS t2 ON t1.id = t2.id "
         "WHERE t1.id > $1 AND t1.id < $2 AND t2.id > $3 AND t2.id < $4",
         4},
        {STATEMENT_SELECT_ONE, "SELECT 1", 0},
        {STATEMENT_COUNT_ALL, "SELECT COUNT(*) FROM sbtest3", 0},
        {STATEMENT_RANDOM_LIMITS, "SELECT * FROM sbtest3 LIMIT 10", 0},
    };
    struct options o = options_for("oltp_read_write");
    char sql[SQL_SIZE_MAX];

    o.tables = 4;
    o.random_points = 3;
    o.number_of_ranges = 2;
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        CHECK_INT(statement_of(texts[i].kind)->write_sql(&o, 2, sql, sizeof sql), texts[i].params);
        CHECK_TEXT(sql, texts[i].sql);
    }
}

static void
the_longest_statements_fit(void)
{
    struct options o = options_for("select_random_points");
    char sql[SQL_SIZE_MAX];

    o.random_points = PARAM_COUNT_MAX;
    o.number_of_ranges = PARAM_COUNT_MAX / 2;
    o.batch = PARAM_COUNT_MAX / 2;
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++)
        CHECK(statement_of((enum statement_kind)kind)->write_rows ||
              statement_of((enum statement_kind)kind)->write_sql(&o, TABLE_COUNT_MAX - 1, sql, sizeof sql) <=
                  PARAM_COUNT_MAX,
              "statement %d has a limit", kind);
}

static int64_t
int_at(const struct params *params, int index)
{
    uint32_t value;

    CHECK_INT(params->lengths[index], 4);
    memcpy(&value, params->values[index], sizeof value);
    return (int32_t)be32toh(value);
}

static void
draws_stay_in_the_table_and_match_each_other(void)
{
    struct options o = options_for("oltp_read_write");
    struct program p;
    struct params params;
    struct draws draws = {0};
    struct diag d = DIAG_NONE;

    o.table_size = 50;
    o.range_size = 10;
    program_init(&p, &o, &d);
    params_init(&params, &o);
    rng_init(&draws.rng, 7, 0);
    for (int i = 0; i < 5000; i++) {
        statement_of(STATEMENT_SIMPLE_RANGE)->draw(&p, &draws, &params);
        const int64_t low = int_at(&params, 0);
        CHECK(low >= 1 && low <= 50, "low is %lld", (long long)low);
        CHECK_INT(int_at(&params, 1), low + 9); /* May lie beyond the table, as in sysbench. */
        statement_of(STATEMENT_DELETE)->draw(&p, &draws, &params);
        const int64_t deleted = int_at(&params, 0);
        statement_of(STATEMENT_INSERT)->draw(&p, &draws, &params);
        CHECK_INT(int_at(&params, 0), deleted);
        CHECK(int_at(&params, 1) >= 1 && int_at(&params, 1) <= 50, "k is in range");
        CHECK_INT(params.lengths[2], TEXT_C_LENGTH);
        CHECK_INT(params.lengths[3], TEXT_PAD_LENGTH);
    }
    program_free(&p);
}

static void
ranges_end_within_integer(void)
{
    struct options o = options_for("oltp_read_only");
    struct program p;
    struct params params;
    struct draws draws = {0};
    struct diag d = DIAG_NONE;

    o.table_size = INT32_MAX;
    o.range_size = 1000000;
    o.dist.kind = DIST_UNIFORM;
    program_init(&p, &o, &d);
    params_init(&params, &o);
    rng_init(&draws.rng, 7, 0);
    for (int i = 0; i < 50000; i++) {
        statement_of(STATEMENT_SIMPLE_RANGE)->draw(&p, &draws, &params);
        CHECK(int_at(&params, 1) >= int_at(&params, 0), "the end did not wrap");
    }
    program_free(&p);
}

static void
draws_can_be_replayed(void)
{
    const struct options o = options_for("oltp_write_only");
    struct program p;
    struct params first, second;
    struct draws draws = {0};
    struct diag d = DIAG_NONE;

    program_init(&p, &o, &d);
    params_init(&first, &o);
    params_init(&second, &o);
    rng_init(&draws.rng, 7, 3);
    const struct draws start = draws;
    statement_of(STATEMENT_NON_INDEX_UPDATE)->draw(&p, &draws, &first);
    draws = start;
    statement_of(STATEMENT_NON_INDEX_UPDATE)->draw(&p, &draws, &second);
    CHECK(memcmp(first.c, second.c, TEXT_C_LENGTH) == 0 && int_at(&first, 1) == int_at(&second, 1), "the same draws");
    program_free(&p);
}

static void
integers_are_bound_as_the_dialect_says(void)
{
    struct options o = options_for("oltp_point_select");
    struct dialect wide = *o.dialect;
    struct program p;
    struct params params;
    struct draws draws = {0};
    struct diag d = DIAG_NONE;

    program_init(&p, &o, &d);
    CHECK_INT(p.oids[STATEMENT_POINT_SELECT][0], 23);
    program_free(&p);
    wide.integer_oid = 20;
    o.dialect = &wide;
    program_init(&p, &o, &d);
    CHECK_INT(p.oids[STATEMENT_POINT_SELECT][0], 20);
    params_init(&params, &o);
    rng_init(&draws.rng, 7, 0);
    statement_of(STATEMENT_POINT_SELECT)->draw(&p, &draws, &params);
    CHECK_INT(params.lengths[0], 8);
    program_free(&p);
}

static void
literals_replace_the_parameters(void)
{
    const struct options o = options_for("oltp_read_write");
    struct params params;
    const uint32_t id = htobe32(42), k = htobe32(7);
    char sql[512];

    params_init(&params, &o);
    params.count = 4;
    memcpy(params.integers[0], &id, sizeof id);
    memcpy(params.integers[1], &k, sizeof k);
    params.values[0] = params.integers[0];
    params.values[1] = params.integers[1];
    params.values[2] = "it's";
    params.lengths[2] = 4;
    params.values[3] = "pad and more";
    params.lengths[3] = 3;
    literal_sql(&o, STATEMENT_INSERT, 0, &params, sql, sizeof sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest1 (id, k, c, pad) VALUES (42, 7, 'it''s', 'pad')");
}

static void
prepared_names_are_distinct_and_short(void)
{
    struct options o = options_for("oltp_read_write");
    struct program p;
    struct diag d = DIAG_NONE;

    o.tables = 12;
    program_init(&p, &o, &d);
    CHECK_INT(p.table_count, 12);
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++)
        for (int table = 0; table < 12; table++)
            for (int other = 0; other < table; other++)
                CHECK(strcmp(program_statement_name(&p, (enum statement_kind)kind, table),
                             program_statement_name(&p, (enum statement_kind)kind, other)) != 0,
                      "names differ");
    CHECK(strcmp(program_statement_name(&p, STATEMENT_DELETE, 3), program_statement_name(&p, STATEMENT_INSERT, 3)) != 0,
          "names differ");
    program_free(&p);
    o.workload = workload_find("select_random_points");
    CHECK_INT(workload_table_count(&o), 1);
}

static void
only_conflicts_of_two_events_are_tried_again(void)
{
    struct options o = options_for("oltp_read_write");

    CHECK(options_is_retryable(&o, "40001") && options_is_retryable(&o, "40P01"), "conflicts");
    CHECK(!options_is_retryable(&o, "23505") && !options_is_retryable(&o, "57P01"), "others");
    o.retry = "40001,23505";
    CHECK(options_is_retryable(&o, "40001") && options_is_retryable(&o, "23505"), "as --retry says");
    CHECK(!options_is_retryable(&o, "40P01") && !options_is_retryable(&o, ""), "and nothing else");
    o.retry = "";
    CHECK(!options_is_retryable(&o, "40001"), "an empty list");
    CHECK_TEXT(statement_of(STATEMENT_INSERT)->conflict, "23505");
    CHECK(statement_of(STATEMENT_INDEX_UPDATE)->conflict == NULL, "an UPDATE of k cannot collide");
    CHECK(statement_of(STATEMENT_INSERT_ROW)->conflict == NULL, "an id of its own that is taken is an error");
}

/* What one connection after the other draws, in a run of `threads`. */
static void
lanes_share_out_the_rows_of_a_ring(void)
{
    struct options o = options_for("oltp_insert");
    struct program p;
    struct params params;
    struct diag d = DIAG_NONE;
    int visits[2][50] = {{0}};

    o.stationary = true;
    o.tables = 2;
    o.table_size = 50;
    o.threads = 7;
    program_init(&p, &o, &d);
    params_init(&params, &o);
    for (int lane = 0; lane < 7; lane++) {
        struct draws draws = {.lane = lane};
        const int own_count = (50 - lane + 6) / 7;
        for (int i = 0; i < own_count * 2; i++) {
            program_draw_table(&p, &p.ops[0], &draws);
            program_draw(&p, &p.ops[0], &draws, &params);
            visits[draws.table][draws.row - 1]++;
        }
    }
    for (int table = 0; table < 2; table++)
        for (int row = 0; row < 50; row++)
            CHECK_INT(visits[table][row], 1);
    program_free(&p);
}

static int
compare_ids(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

    return left < right ? -1 : left > right;
}

static void
own_ids_are_unique_over_all_connections(void)
{
    enum { LANE_COUNT = 5, ID_COUNT = 40000 };
    static int64_t ids[LANE_COUNT * ID_COUNT];
    struct options o = options_for("oltp_insert");
    struct program p;
    struct params params;
    struct diag d = DIAG_NONE;
    int64_t negative = 0;

    o.auto_inc = false;
    o.threads = LANE_COUNT;
    o.rand_seed = 99;
    program_init(&p, &o, &d);
    params_init(&params, &o);
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        struct draws draws = {.lane = lane};
        rng_init(&draws.rng, 1, (uint64_t)lane);
        for (int i = 0; i < ID_COUNT; i++) {
            statement_of(STATEMENT_INSERT_ROW)->draw(&p, &draws, &params);
            ids[lane * ID_COUNT + i] = int_at(&params, 0);
            negative += ids[lane * ID_COUNT + i] < 0;
        }
    }
    qsort(ids, ARRAY_LENGTH(ids), sizeof ids[0], compare_ids);
    for (size_t i = 1; i < ARRAY_LENGTH(ids); i++)
        CHECK(ids[i] != ids[i - 1], "the id %lld came twice", (long long)ids[i]);
    /* Scattered over all of INTEGER, half of which is below 0. */
    CHECK(negative > LANE_COUNT * ID_COUNT * 45 / 100 && negative < LANE_COUNT * ID_COUNT * 55 / 100, "%lld are negative",
          (long long)negative);
    program_free(&p);
}

static void
own_ids_pass_the_rows_of_prepare_over(void)
{
    static const char *const workloads[] = {"oltp_insert", "oltp_multi_insert"};

    for (size_t i = 0; i < ARRAY_LENGTH(workloads); i++) {
        struct options o = options_for(workloads[i]);
        struct program p;
        struct params params;
        struct draws draws = {0};
        struct diag d = DIAG_NONE;
        int above_count = 0;
        o.auto_inc = false;
        o.rand_seed = 7;
        o.table_size = INT32_MAX / 2;
        program_init(&p, &o, &d);
        params_init(&params, &o);
        rng_init(&draws.rng, 1, 0);
        const enum statement_kind kind = i == 0 ? STATEMENT_INSERT_ROW : STATEMENT_INSERT_PREPARED;
        for (int draw = 0; draw < 2000; draw++) {
            statement_of(kind)->draw(&p, &draws, &params);
            CHECK(int_at(&params, 0) < 1 || int_at(&params, 0) > o.table_size, "the id %lld is a row's",
                  (long long)int_at(&params, 0));
            above_count += int_at(&params, 0) > o.table_size;
        }
        CHECK(above_count > 0, "there is room above the rows too");
        program_free(&p);
    }
}

static void
many_rows_fit_and_are_as_many_as_asked(void)
{
    struct options o = options_for("oltp_multi_value_insert");
    struct diag d = DIAG_NONE;

    o.batch_insert_count = 300;
    o.table_size = INT32_MAX;
    for (int smaller = 0; smaller < 2; smaller++) {
        struct program p;
        struct draws draws = {0};
        o.smaller_row_sizes = smaller;
        program_init(&p, &o, &d);
        rng_init(&draws.rng, 1, 0);
        char *const sql = malloc(p.text_size);
        const size_t length = program_write_text(&p, &p.ops[0], &draws, NULL, sql);
        CHECK_INT(strlen(sql), length);
        CHECK(length < p.text_size, "it fits");
        int rows = 0;
        for (const char *at = sql; (at = strstr(at, "', '")); at++)
            rows++;
        CHECK_INT(rows, 300);
        const char *const value = strchr(sql, '\'') + 1;
        CHECK_INT(strcspn(value, "'"), smaller ? 59 : 119);
        CHECK_INT(strcspn(value + strcspn(value, "'") + 4, "'"), smaller ? 35 : 59);
        free(sql);
        program_free(&p);
    }
}

static void
bulk_rows_follow_each_other_or_go_round(void)
{
    struct options o = options_for("bulk_insert");
    struct program p;
    struct params params;
    struct draws draws = {.lane = 2};
    struct diag d = DIAG_NONE;
    char *sql;

    rng_init(&draws.rng, 1, 2);
    o.threads = 3;
    o.batch_insert_count = 3;
    program_init(&p, &o, &d);
    sql = malloc(p.text_size);
    CHECK_INT(p.table_count, 3);
    program_draw_table(&p, &p.ops[0], &draws);
    program_write_text(&p, &p.ops[0], &draws, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (1,1),(2,2),(3,3)");
    program_write_text(&p, &p.ops[0], &draws, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (4,4),(5,5),(6,6)");
    const struct draws before = {.sequence = 1};
    draws_give_back(&draws, &before);
    program_write_text(&p, &p.ops[0], &draws, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (4,4),(5,5),(6,6)");
    free(sql);
    program_free(&p);

    o.stationary = true;
    o.table_size = 7;
    program_init(&p, &o, &d);
    params_init(&params, &o);
    sql = malloc(p.text_size);
    draws.sequence = 0;
    static const int firsts[] = {1, 4, 1, 4};
    for (size_t i = 0; i < ARRAY_LENGTH(firsts); i++) {
        char expected[64];
        program_draw_table(&p, &p.ops[0], &draws);
        program_draw(&p, &p.ops[0], &draws, &params);
        CHECK_INT(int_at(&params, 0), firsts[i]);
        CHECK_INT(int_at(&params, 1), firsts[i] + 2);
        program_write_text(&p, &p.ops[1], &draws, NULL, sql);
        snprintf(expected, sizeof expected, "INSERT INTO sbtest3 VALUES (%d,", firsts[i]);
        CHECK_HAS(sql, expected);
    }
    free(sql);
    program_free(&p);
}

int
main(void)
{
    each_workload_has_its_event();
    a_proportion_makes_the_event();
    stationary_variants_put_back_what_they_take();
    options_change_the_event();
    an_event_without_statements_is_refused();
    statements_are_those_of_sysbench();
    the_longest_statements_fit();
    draws_stay_in_the_table_and_match_each_other();
    ranges_end_within_integer();
    draws_can_be_replayed();
    integers_are_bound_as_the_dialect_says();
    literals_replace_the_parameters();
    prepared_names_are_distinct_and_short();
    only_conflicts_of_two_events_are_tried_again();
    lanes_share_out_the_rows_of_a_ring();
    own_ids_are_unique_over_all_connections();
    own_ids_pass_the_rows_of_prepare_over();
    many_rows_fit_and_are_as_many_as_asked();
    bulk_rows_follow_each_other_or_go_round();
    return check_result("workload");
}
