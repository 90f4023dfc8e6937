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
    static const char letters[STATEMENT_KIND_COUNT + 1] = "BCPsuodinDIpr";
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
    };
    char event[256];

    for (size_t i = 0; i < ARRAY_LENGTH(events); i++) {
        const struct options o = options_for(events[i].workload);
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
    };
    struct options o = options_for("oltp_read_write");
    char sql[SQL_SIZE_MAX];

    o.random_points = 3;
    o.number_of_ranges = 2;
    CHECK_INT(ARRAY_LENGTH(texts), STATEMENT_KIND_COUNT);
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
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++)
        CHECK(statement_of((enum statement_kind)kind)->write_sql(&o, TABLE_COUNT_MAX - 1, sql, sizeof sql) <=
                  PARAM_COUNT_MAX,
              "statement %d has a limit", kind);
}

static void
tables_are_those_of_sysbench(void)
{
    struct options o = options_for("oltp_read_write");
    char sql[SQL_SIZE_MAX];

    o.table_size = 500;
    sbtest_create_table(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
                    "pad CHAR(60) DEFAULT '' NOT NULL)");
    sbtest_create_key(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "ALTER TABLE sbtest1 ADD PRIMARY KEY (id)");
    sbtest_create_index(&o, 4, sql, sizeof sql);
    CHECK_TEXT(sql, "CREATE INDEX k_5 ON sbtest5 (k)");
    sbtest_set_sequence(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "SELECT setval('sbtest1_id_seq', 500)");
    sbtest_copy(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary)");
    sbtest_drop_table(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "DROP TABLE IF EXISTS sbtest1");
    o.auto_inc = false;
    o.create_secondary = false;
    o.secondary = true;
    sbtest_create_table(&o, 0, sql, sizeof sql);
    CHECK_HAS(sql, "(id INTEGER NOT NULL, ");
    sbtest_create_key(&o, 0, sql, sizeof sql);
    CHECK_TEXT(sql, "CREATE INDEX xid_1 ON sbtest1 (id)");
    CHECK_INT(sbtest_create_index(&o, 0, sql, sizeof sql), 0);
    CHECK_INT(sbtest_set_sequence(&o, 0, sql, sizeof sql), 0);
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
    params_init(&params, o.dialect);
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
    params_init(&params, o.dialect);
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
    params_init(&first, o.dialect);
    params_init(&second, o.dialect);
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
    params_init(&params, &wide);
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

    params_init(&params, o.dialect);
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
    const struct dialect *const postgres = dialect_find("postgres");

    CHECK(dialect_is_retryable(postgres, "40001") && dialect_is_retryable(postgres, "40P01"), "conflicts");
    CHECK(!dialect_is_retryable(postgres, "23505") && !dialect_is_retryable(postgres, "57P01"), "others");
    CHECK_TEXT(statement_of(STATEMENT_INSERT)->conflict, "23505");
    CHECK(statement_of(STATEMENT_INDEX_UPDATE)->conflict == NULL, "an UPDATE of k cannot collide");
}

int
main(void)
{
    each_workload_has_its_event();
    options_change_the_event();
    an_event_without_statements_is_refused();
    statements_are_those_of_sysbench();
    the_longest_statements_fit();
    tables_are_those_of_sysbench();
    draws_stay_in_the_table_and_match_each_other();
    ranges_end_within_integer();
    draws_can_be_replayed();
    integers_are_bound_as_the_dialect_says();
    literals_replace_the_parameters();
    prepared_names_are_distinct_and_short();
    only_conflicts_of_two_events_are_tried_again();
    return check_result("workload");
}
