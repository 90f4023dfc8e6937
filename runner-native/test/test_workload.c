/*
 * The sysbench family: statements, events and draws as docs/workloads.md sections 1.3 to 1.5 state them.
 */

#include <stdlib.h>

#include "catalog/kv/kv.h"
#include "catalog/sbtest/sbtest.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"
#include "family_options.h"
#include "int_at.h"
#include "math/text.h"
#include "program/program.h"

/* An event as letters, a table draw before a statement as '|'. */
static void
spell(const struct options *o, char *out)
{
    /* What the statements are called here, by their own letter. */
    static const char own[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO",
                      letters[] = "BCPsuodinDIprTtMRxXSJ1clLfFwkKgaUOVyYzZvW";
    struct program p;
    struct diag d = DIAG_NONE;
    size_t used = 0;

    CHECK_INT(workload_program(&p, &o->load, &d), ERR_OK);
    for (int i = 0; i < p.op_count; i++) {
        if (p.ops[i].kind == STEP_END)
            continue;
        if (p.ops[i].starts_group)
            out[used++] = '|';
        out[used++] = letters[strchr(own, p.statements[p.ops[i].statement].statement->letter) - own];
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
        {"ycsb_a", "V|y"},
        {"ycsb_b", "V|y"},
        {"ycsb_c", "V"},
        {"ycsb_d", "VY"},
        {"ycsb_e", "Yz"},
        {"ycsb_f", "Vv|W"},
    };
    char event[256];

    for (size_t i = 0; i < ARRAY_LENGTH(events); i++) {
        const struct options o = options_for(events[i].workload);
        spell(&o, event);
        CHECK_TEXT(event, events[i].event);
    }
    /* And oltp_read_write_pct, whose hundred statements have a test of their own, script, whose events are the user's, and tpcc,
     * whose events are no lists. */
    CHECK_INT(ARRAY_LENGTH(events) + 3, count_workloads());
}

static void
a_proportion_makes_the_event(void)
{
    struct options o = options_for("oltp_read_write_pct");
    char event[256];

    SBTEST(o)->read_percent = 4;
    SBTEST(o)->write_percent = 1;
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
        CHECK(workload_drift(&o.load) != NULL, "%s drifts", events[i].workload);
        CHECK_HAS(workload_drift(&o.load), "--stationary");
        SBTEST(o)->stationary = true;
        CHECK(workload_drift(&o.load) == NULL, "%s does not drift", events[i].workload);
        spell(&o, event);
        CHECK_TEXT(event, events[i].event);
    }
}

static void
options_change_the_event(void)
{
    struct options o = options_for("oltp_read_write");
    char event[256];

    SBTEST(o)->range_selects = false;
    SBTEST(o)->point_selects = 2;
    SBTEST(o)->index_updates = 3;
    SBTEST(o)->non_index_updates = 0;
    SBTEST(o)->delete_inserts = 2;
    spell(&o, event);
    CHECK_TEXT(event, "B|PP|iii|DIDIC");
    SBTEST(o)->skip_trx = true;
    spell(&o, event);
    CHECK_TEXT(event, "|PP|iii|DIDI");
    o = options_for("oltp_point_select");
    SBTEST(o)->point_selects = 7;
    spell(&o, event);
    CHECK_TEXT(event, "|P");
}

static void
an_event_without_statements_is_refused(void)
{
    struct options o = options_for("oltp_read_only");
    struct program p;
    struct diag d = DIAG_NONE;

    SBTEST(o)->range_selects = false;
    SBTEST(o)->point_selects = 0;
    CHECK_INT(workload_program(&p, &o.load, &d), ERR_USAGE);
    CHECK_HAS(d.text, "no statement");
}

static void
statements_are_those_of_sysbench(void)
{
    static const struct {
        const char *name;
        const char *sql;
        int params;
    } texts[] = {
        {"begin", "BEGIN", 0},
        {"commit", "COMMIT", 0},
        {"point_select", "SELECT c FROM sbtest3 WHERE id=$1", 1},
        {"simple_range", "SELECT c FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {"sum_range", "SELECT SUM(k) FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {"order_range", "SELECT c FROM sbtest3 WHERE id BETWEEN $1 AND $2 ORDER BY c", 2},
        {"distinct_range", "SELECT DISTINCT c FROM sbtest3 WHERE id BETWEEN $1 AND $2 ORDER BY c", 2},
        {"index_update", "UPDATE sbtest3 SET k=k+1 WHERE id=$1", 1},
        {"non_index_update", "UPDATE sbtest3 SET c=$1 WHERE id=$2", 2},
        {"delete", "DELETE FROM sbtest3 WHERE id=$1", 1},
        {"insert", "INSERT INTO sbtest3 (id, k, c, pad) VALUES ($1, $2, $3, $4)", 4},
        {"random_points", "SELECT id, k, c, pad FROM sbtest3 WHERE k IN ($1, $2, $3)", 3},
        {"random_ranges", "SELECT count(k) FROM sbtest3 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4", 4},
        {"insert_row", "INSERT INTO sbtest3 (k, c, pad) VALUES ($1, $2, $3)", 3},
        {"insert_prepared", "INSERT INTO sbtest3 (k, c, pad) VALUES ($1, $2, $3)", 3},
        {"ring_delete", "DELETE FROM sbtest3 WHERE id=$1", 1},
        {"bulk_delete", "DELETE FROM sbtest3 WHERE id BETWEEN $1 AND $2", 2},
        {"sequential_scan", "SELECT c FROM sbtest3 LIMIT $1", 1},
        {"join",
         "SELECT t1.c, t2.c FROM sbtest3 AS t1 JOIN sbtest4 AS t2 ON t1.id = t2.id "
         "WHERE t1.id > $1 AND t1.id < $2 AND t2.id > $3 AND t2.id < $4",
         4},
        {"select_one", "SELECT 1", 0},
        {"count_all", "SELECT COUNT(*) FROM sbtest3", 0},
        {"random_limits", "SELECT * FROM sbtest3 LIMIT 10", 0},
    };
    struct options o = options_for("oltp_read_write");
    char sql[SQL_SIZE_MAX];

    SBTEST(o)->tables = 4;
    SBTEST(o)->random_points = 3;
    SBTEST(o)->number_of_ranges = 2;
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        CHECK_INT(statement_write(statement_named(texts[i].name), &o.load, 2, sql, sizeof sql), texts[i].params);
        CHECK_TEXT(sql, texts[i].sql);
    }
}

static void
the_longest_statements_fit(void)
{
    struct options o = options_for("select_random_points"), k = options_for("kv");
    char sql[SQL_SIZE_MAX];

    SBTEST(o)->random_points = PARAM_COUNT_MAX;
    SBTEST(o)->number_of_ranges = PARAM_COUNT_MAX / 2;
    KV(k)->batch = PARAM_COUNT_MAX / 2;
    for (size_t i = 0; sbtest_statements[i].name; i++)
        CHECK(sbtest_statements[i].write_rows ||
                  statement_write(&sbtest_statements[i], &o.load, TABLE_COUNT_MAX - 1, sql, sizeof sql) <= PARAM_COUNT_MAX,
              "%s has a limit", sbtest_statements[i].name);
    for (size_t i = 0; kv_statements[i].name; i++)
        CHECK(statement_write(&kv_statements[i], &k.load, 0, sql, sizeof sql) <= PARAM_COUNT_MAX, "%s has a limit",
              kv_statements[i].name);
}

static void
draws_stay_in_the_table_and_match_each_other(void)
{
    struct options o = options_for("oltp_read_write");
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    SBTEST(o)->table_size = 50;
    SBTEST(o)->range_size = 10;
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 7, 0);
    for (int i = 0; i < 5000; i++) {
        statement_named("simple_range")->draw(&p, &g, &params);
        const int64_t low = int_at(&params, 0);
        CHECK(low >= 1 && low <= 50, "low is %lld", (long long)low);
        CHECK_INT(int_at(&params, 1), low + 9); /* May lie beyond the table, as in sysbench. */
        statement_named("delete")->draw(&p, &g, &params);
        const int64_t deleted = int_at(&params, 0);
        statement_named("insert")->draw(&p, &g, &params);
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
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    SBTEST(o)->table_size = INT32_MAX;
    SBTEST(o)->range_size = 1000000;
    o.load.dist.kind = DIST_UNIFORM;
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 7, 0);
    for (int i = 0; i < 50000; i++) {
        statement_named("simple_range")->draw(&p, &g, &params);
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
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    params_init(&first, options_integer_oid(&o.load));
    params_init(&second, options_integer_oid(&o.load));
    rng_init(&g.rng, 7, 3);
    const struct generator start = g;
    statement_named("non_index_update")->draw(&p, &g, &first);
    g = start;
    statement_named("non_index_update")->draw(&p, &g, &second);
    CHECK(memcmp(first.c, second.c, TEXT_C_LENGTH) == 0 && int_at(&first, 1) == int_at(&second, 1), "the same draws");
    program_free(&p);
}

static void
integers_are_bound_as_the_dialect_says(void)
{
    struct options o = options_for("oltp_point_select");
    struct dialect wide = *o.load.dialect;
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    CHECK_INT(p.statements[0].oids[0], 23);
    program_free(&p);
    wide.integer_oid = 20;
    o.load.dialect = &wide;
    workload_program(&p, &o.load, &d);
    CHECK_INT(p.statements[0].oids[0], 20);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 7, 0);
    statement_named("point_select")->draw(&p, &g, &params);
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

    params_init(&params, options_integer_oid(&o.load));
    params.count = 4;
    memcpy(params.integers[0], &id, sizeof id);
    memcpy(params.integers[1], &k, sizeof k);
    params.values[0] = params.integers[0];
    params.values[1] = params.integers[1];
    params.values[2] = "it's";
    params.lengths[2] = 4;
    params.values[3] = "pad and more";
    params.lengths[3] = 3;
    statement_write_values(statement_named("insert"), &o.load, 0, &params, sql, sizeof sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest1 (id, k, c, pad) VALUES (42, 7, 'it''s', 'pad')");
}

static void
prepared_names_are_distinct_and_short(void)
{
    struct options o = options_for("oltp_read_write");
    struct program p;
    struct diag d = DIAG_NONE;

    SBTEST(o)->tables = 12;
    workload_program(&p, &o.load, &d);
    CHECK_INT(p.table_count, 12);
    for (int i = 0; i < p.statement_count; i++)
        for (int table = 0; table < 12; table++)
            for (int other = 0; other < table; other++)
                CHECK(strcmp(program_statement_name(&p, i, table), program_statement_name(&p, i, other)) != 0, "names differ");
    CHECK_TEXT(program_statement_name(&p, program_find(&p, "delete"), 3), "j4");
    CHECK_TEXT(program_statement_name(&p, program_find(&p, "insert"), 3), "k4");
    program_free(&p);
    o.load.workload = workload_find("select_random_points");
    CHECK_INT(schema_table_count(&o.load), 1);
}

static void
only_conflicts_of_two_events_are_tried_again(void)
{
    struct options o = options_for("oltp_read_write");

    CHECK(options_is_retryable(&o.load, "40001") && options_is_retryable(&o.load, "40P01"), "conflicts");
    CHECK(!options_is_retryable(&o.load, "23505") && !options_is_retryable(&o.load, "57P01"), "others");
    o.load.retry = "40001,23505";
    CHECK(options_is_retryable(&o.load, "40001") && options_is_retryable(&o.load, "23505"), "as --retry says");
    CHECK(!options_is_retryable(&o.load, "40P01") && !options_is_retryable(&o.load, ""), "and nothing else");
    o.load.retry = "";
    CHECK(!options_is_retryable(&o.load, "40001"), "an empty list");
    CHECK_TEXT(statement_named("insert")->conflict, "23505");
    CHECK(statement_named("index_update")->conflict == NULL, "an UPDATE of k cannot collide");
    CHECK(statement_named("insert_row")->conflict == NULL, "an id of its own that is taken is an error");
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
    return check_result("workload");
}
