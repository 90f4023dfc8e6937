/*
 * The keys of kv and sql_inserts: each connection has its own, none twice, and reads what must be there. What the draws of the
 * two workloads make of it, and what they say about answers.
 */

#include <endian.h>
#include <stdlib.h>

#include "catalog/kv/kv.h"
#include "catalog/lane.h"
#include "catalog/sql_inserts/sql_inserts.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/command_line.h"
#include "family_options.h"
#include "chi_square.h"
#include "program/program.h"

enum { KEY_COUNT = 4000, LANE_COUNT = 4 };

static struct options
parse(const char *const words[])
{
    char *argv[16] = {(char *)"plumbline-load"};
    struct options o;
    struct diag d = DIAG_NONE;
    int argc = 1;

    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    CHECK(options_parse(&o, argc, argv, NULL, &d) == ERR_OK, "%s", d.text);
    return o;
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, "run", NULL})

static int64_t
key_at(const struct params *params, int index)
{
    uint64_t wide;

    CHECK_INT(params->lengths[index], 8);
    memcpy(&wide, params->values[index], sizeof wide);
    return (int64_t)be64toh(wide);
}

static int
compare(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

    return left < right ? -1 : left > right;
}

static bool
contains(const int64_t *sorted, size_t count, int64_t key)
{
    return bsearch(&key, sorted, count, sizeof key, compare) != NULL;
}

/* What a statement says of `row_count` rows of a key and a value. */
static const char *
fault_of(const struct statement *statement, const struct program *p, struct generator *g, int row_count, const char *value,
         int length)
{
    PGresAttDesc columns[2] = {{.name = (char *)"k", .format = 1}, {.name = (char *)"v", .format = 1}};
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    char copy[64];

    PQsetResultAttrs(result, 2, columns);
    memcpy(copy, value, (size_t)length);
    for (int row = 0; row < row_count; row++) {
        PQsetvalue(result, row, 0, (char *)"key", 3);
        PQsetvalue(result, row, 1, copy, length);
    }
    const char *const fault = statement->take_reply(p, g, &(struct reply){.result = result});
    PQclear(result);
    return fault;
}

/* The keys of prepare, then what each of the lanes writes in turn. */
static void
connections_write_keys_of_their_own_and_read_what_is_there(void)
{
    enum { PREPARED = 100 };
    static int64_t written[LANE_COUNT][PREPARED + KEY_COUNT], all[PREPARED + LANE_COUNT * KEY_COUNT];
    const struct options o = PARSE("--threads=4", "--insert-count=100", "--read-percent=50", "kv");
    struct program p;
    struct params params;
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    for (int i = 0; i < PREPARED; i++)
        all[i] = kv_key(&o.load, i);
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        struct generator g = {.connection = lane};
        rng_init(&g.rng, 5, (uint64_t)lane);
        memcpy(written[lane], all, PREPARED * sizeof all[0]);
        for (int i = 0; i < KEY_COUNT; i++) {
            statement_named("kv_write")->draw(&p, &g, &params);
            written[lane][PREPARED + i] = key_at(&params, 0);
            all[PREPARED + lane * KEY_COUNT + i] = key_at(&params, 0);
        }
        qsort(written[lane], PREPARED + KEY_COUNT, sizeof all[0], compare);
        for (int i = 0; i < 2000; i++) {
            statement_named("kv_read")->draw(&p, &g, &params);
            CHECK(contains(written[lane], PREPARED + KEY_COUNT, key_at(&params, 0)), "what is read was written");
            CHECK_INT(g.expected_count, 1);
        }
    }
    qsort(all, ARRAY_LENGTH(all), sizeof all[0], compare);
    for (size_t i = 1; i < ARRAY_LENGTH(all); i++)
        CHECK(all[i] != all[i - 1], "no key is written twice");
    program_free(&p);
}

static void
reads_are_uniform_over_all_keys(void)
{
    enum { PREPARED = 40, TAKEN = 15, DRAWS = 40000 };
    int64_t counts[PREPARED + TAKEN * LANE_COUNT] = {0};
    double expected[ARRAY_LENGTH(counts)];
    struct rng r;

    rng_init(&r, 3, 3);
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        const struct lane l = {.prepared_count = PREPARED, .lane_count = LANE_COUNT, .lane = lane, .taken_count = TAKEN};
        for (int i = 0; i < DRAWS; i++)
            counts[lane_pick(&l, &r)]++;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(counts); i++)
        expected[i] = (double)DRAWS * (double)LANE_COUNT / (double)ARRAY_LENGTH(counts);
    double statistic = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(counts); i++)
        statistic += ((double)counts[i] - expected[i]) * ((double)counts[i] - expected[i]) / expected[i];
    /* 99 degrees of freedom: mean 99, sd 14.07; five sd. */
    CHECK(statistic < 99 + 5 * 14.07, "chi-square is %g", statistic);
}

static void
a_failed_event_gives_its_key_back(void)
{
    const struct options o = PARSE("--threads=2", "sql_inserts");
    struct program p;
    struct params params;
    struct generator g = {.connection = 1};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 1);
    const struct generator before = g;
    statement_named("key_insert")->draw(&p, &g, &params);
    CHECK_INT(g.row, 1);
    generator_give_back(&g, &before);
    statement_named("key_insert")->draw(&p, &g, &params);
    CHECK_INT(g.row, 1);
    statement_named("key_insert")->draw(&p, &g, &params);
    CHECK_INT(g.row, 3);
    program_free(&p);
}

static void
events_come_in_the_given_proportion(void)
{
    const struct options o = PARSE("--insert-count=10", "--read-percent=60", "--del-percent=15", "--span-percent=5", "kv");
    int64_t counts[EVENT_KIND_MAX] = {0};
    struct program p;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    rng_init(&g.rng, 9, 0);
    for (int i = 0; i < 100000; i++) {
        struct step step;
        const int kind = program_begin(&p, &g);
        program_next(&p, &g, &step);
        CHECK_TEXT(p.statements[step.statement].statement->name + 3, p.event_names[kind]);
        program_next(&p, &g, &step);
        CHECK(step.kind == STEP_END, "one statement is an event");
        counts[kind]++;
    }
    /* The widest standard deviation, that of 60 %, is 155. */
    CHECK(llabs(counts[0] - 60000) < 800, "reads: %lld", (long long)counts[0]);
    CHECK(llabs(counts[3] - 15000) < 800, "deletes: %lld", (long long)counts[3]);
    CHECK(llabs(counts[4] - 5000) < 800, "spans: %lld", (long long)counts[4]);
    CHECK(llabs(counts[2] - 20000) < 800, "writes: %lld", (long long)counts[2]);
    program_free(&p);
}

static void
the_first_event_of_an_empty_table_writes(void)
{
    const struct options o = PARSE("--read-percent=95", "kv");
    struct program p;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    for (uint64_t stream = 0; stream < 50; stream++) {
        rng_init(&g.rng, 9, stream);
        CHECK_TEXT(p.event_names[program_begin(&p, &g)], "write");
    }
    program_free(&p);
}

static void
stationary_kv_writes_the_keys_of_prepare(void)
{
    const struct options o = PARSE("--stationary", "--insert-count=20", "--threads=3", "--batch=4", "kv");
    struct program p;
    struct params params;
    struct diag d = DIAG_NONE;
    int64_t prepared[20];

    CHECK(workload_drift(&o.load) == NULL, "it does not drift");
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    for (int i = 0; i < 20; i++)
        prepared[i] = kv_key(&o.load, i);
    qsort(prepared, 20, sizeof prepared[0], compare);
    for (int lane = 0; lane < 3; lane++) {
        struct generator g = {.connection = lane};
        rng_init(&g.rng, 5, (uint64_t)lane);
        for (int i = 0; i < 200; i++) {
            statement_named("kv_write")->draw(&p, &g, &params);
            for (int k = 0; k < 4; k++) {
                CHECK(contains(prepared, 20, key_at(&params, k * 2)), "a key of prepare");
                for (int j = 0; j < k; j++)
                    CHECK(key_at(&params, k * 2) != key_at(&params, j * 2), "no key twice in one statement");
            }
        }
    }
    program_free(&p);
}

static void
zipfian_keys_are_hot_and_never_twice_in_a_statement(void)
{
    const struct options o = PARSE("--zipfian", "--cycle-length=1000", "--batch=8", "kv");
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;
    int64_t hottest = 0;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    for (int i = 0; i < 10000; i++) {
        statement_named("kv_write")->draw(&p, &g, &params);
        for (int k = 0; k < 8; k++)
            for (int j = 0; j < k; j++)
                CHECK(key_at(&params, k * 2) != key_at(&params, j * 2), "no key twice in one statement");
        statement_named("kv_read")->draw(&p, &g, &params);
        hottest += key_at(&params, 0) == kv_key(&o.load, 0);
        CHECK_INT(g.expected_count, 0);
    }
    /* The first of 1000 ranks of exponent 1.1 has 1 / 5.571 of the weight: 1795, sd 38. */
    CHECK(llabs(hottest - 1795) < 200, "the hottest key was read %lld times", (long long)hottest);
    program_free(&p);
}

static void
zipfian_keys_are_neighbours_unless_they_are_scattered(void)
{
    struct options o = PARSE("--zipfian", "kv");

    CHECK_INT(kv_key(&o.load, 0), 0);
    CHECK_INT(kv_key(&o.load, 7), 7);
    o = PARSE("--zipfian", "--zipfian-scatter", "kv");
    CHECK(kv_key(&o.load, 7) != kv_key(&o.load, 6) + 1, "they are neighbours");
    o = PARSE("kv");
    CHECK(kv_key(&o.load, 7) != 7, "scattered as ever");
}

/* P(0) / P(1) = (1 + 1 / V)^S. */
static void
zipfian_s_and_v_are_those_of_workload_kv(void)
{
    const struct options o = PARSE("--zipfian", "--zipfian-s=2", "--zipfian-v=4", "--cycle-length=1000", "kv");
    int64_t counts[2] = {0};
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    for (int i = 0; i < 100000; i++) {
        statement_named("kv_read")->draw(&p, &g, &params);
        if (key_at(&params, 0) < 2)
            counts[key_at(&params, 0)]++;
    }
    /* Sum of (4 + k)^-2 over k = 0 ... 999: 0.28283. P(0) = .0625 / .28283 = 0.2210, P(1) = .04 / .28283 = 0.1414; sd 131, 110. */
    CHECK(llabs(counts[0] - 22098) < 600, "key 0 was read %lld times", (long long)counts[0]);
    CHECK(llabs(counts[1] - 14143) < 600, "key 1 was read %lld times", (long long)counts[1]);
    program_free(&p);
}

static void
follower_reads_are_a_share_of_the_reads(void)
{
    const struct options o = PARSE("--dialect=cockroachdb", "--insert-count=10", "--read-percent=60",
                                   "--follower-read-percent=25", "kv");
    int64_t counts[EVENT_KIND_MAX] = {0};
    struct program p;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    rng_init(&g.rng, 9, 0);
    for (int i = 0; i < 100000; i++)
        counts[program_begin(&p, &g)]++;
    CHECK(llabs(counts[0] - 45000) < 800, "reads: %lld", (long long)counts[0]);
    CHECK(llabs(counts[1] - 15000) < 800, "follower reads: %lld", (long long)counts[1]);
    CHECK(llabs(counts[2] - 40000) < 800, "writes: %lld", (long long)counts[2]);
    program_free(&p);
}

/* What is read first, and written first, of a table with rows of earlier runs or of --insert-evenly. */
static void
earlier_keys_are_read_and_followed(void)
{
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;
    struct program p;
    struct options o = PARSE("--sequential", "--write-seq=S1000", "--read-percent=50", "kv");

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    statement_named("kv_write")->draw(&p, &g, &params);
    CHECK_INT(key_at(&params, 0), 1000);
    for (int i = 0; i < 100; i++) {
        statement_named("kv_read")->draw(&p, &g, &params);
        CHECK(key_at(&params, 0) >= 0 && key_at(&params, 0) <= 1000, "%lld is not there", (long long)key_at(&params, 0));
        CHECK_INT(g.expected_count, 1);
    }
    program_free(&p);

    o = PARSE("--insert-count=3", "--insert-evenly", "--read-percent=50", "kv");
    workload_program(&p, &o.load, &d);
    g = (struct generator){0};
    rng_init(&g.rng, 5, 0);
    CHECK_TEXT(p.event_names[program_begin(&p, &g)], "write");
    program_free(&p);
    struct row_source source;
    struct row row;
    static const int64_t even[] = {-INT64_C(4611686018427387905), -1, INT64_C(4611686018427387903)};
    CHECK(workload_row_source(&source, &o.load), "memory");
    for (int i = 0; i < 3; i++) {
        row_fill(schema_table(&o.load, 0).kind, &source, i, &g.rng, &row);
        CHECK_INT(row.values[0].number, even[i]);
    }
    row_source_free(&source);
}

static void
a_session_of_kv_sets_what_is_asked_for(void)
{
    struct diag d = DIAG_NONE;
    struct program p;
    struct options o = PARSE("--dialect=yugabytedb", "--timeout=250ms", "kv");

    workload_program(&p, &o.load, &d);
    CHECK_TEXT(p.session_sql[0], "SET yb_enable_upsert_mode = true");
    CHECK_TEXT(p.session_sql[1], "SET statement_timeout = 250");
    CHECK(!p.session_sql[2], "no more");
    program_free(&p);
    o = PARSE("--timeout=2", "kv");
    workload_program(&p, &o.load, &d);
    CHECK_TEXT(p.session_sql[0], "SET statement_timeout = 2000");
    CHECK(!p.session_sql[1], "no more");
    program_free(&p);
}

static void
batches_expect_a_row_for_each_different_key(void)
{
    const struct options o = PARSE("--insert-count=2", "--batch=64", "--read-percent=100", "kv");
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    statement_named("kv_read")->draw(&p, &g, &params);
    CHECK_INT(params.count, 64);
    CHECK_INT(g.expected_count, 2);
    const struct statement *const read = statement_named("kv_read");
    CHECK(fault_of(read, &p, &g, 2, "", 0) == NULL, "all rows");
    CHECK_TEXT(fault_of(read, &p, &g, 1, "", 0), FAULT_MISSING);
    program_free(&p);
}

static void
keys_and_values_of_sql_inserts_tell_their_number(void)
{
    struct options o = PARSE("--uuid=abc-1", "sql_inserts");
    char text[KEY_TEXT_MAX], value[8192];

    CHECK_INT(sql_inserts_key(&o.load, 42, text), 8);
    CHECK_TEXT(text, "abc-1:42");
    CHECK_INT(sql_inserts_value(&o.load, 42, value), 6);
    CHECK(memcmp(value, "val:42", 6) == 0, "the value");
    SQL_INSERTS(o)->nouuid = true;
    sql_inserts_key(&o.load, 42, text);
    CHECK_TEXT(text, "key:42");
    SQL_INSERTS(o)->value_size = 5;
    CHECK_INT(sql_inserts_value(&o.load, 42, value), 6); /* Never cut. */
    SQL_INSERTS(o)->value_size = 8000;
    CHECK_INT(sql_inserts_value(&o.load, 42, value), 8000);
    CHECK(memcmp(value, "val:42", 6) == 0, "the value");
    for (int i = 6; i < 8000; i++)
        CHECK(value[i] >= 'a' && value[i] <= 'z', "letters fill it up");
}

static void
sql_inserts_checks_each_value(void)
{
    const struct options o = PARSE("--max-written-key=50", "--read-only", "sql_inserts");
    const struct statement *const select = statement_named("key_select");
    struct program p;
    struct params params;
    struct generator g = {0};
    struct diag d = DIAG_NONE;
    char value[64];

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    select->draw(&p, &g, &params);
    CHECK(g.row >= 0 && g.row < 50, "a key that is there");
    const int length = sql_inserts_value(&o.load, g.row, value);
    CHECK(fault_of(select, &p, &g, 1, value, length) == NULL, "the right value");
    CHECK_TEXT(fault_of(select, &p, &g, 1, value, length - 1), FAULT_WRONG);
    CHECK_TEXT(fault_of(select, &p, &g, 2, value, length), FAULT_WRONG);
    CHECK_TEXT(fault_of(select, &p, &g, 0, value, 0), FAULT_MISSING);
    value[0] = 'V';
    CHECK_TEXT(fault_of(select, &p, &g, 1, value, length), FAULT_WRONG);
    program_free(&p);
}

static void
sql_inserts_updates_when_all_keys_are_there(void)
{
    const struct options o = PARSE("--num-unique-keys=7", "--threads=2", "sql_inserts");
    struct program p;
    struct params params;
    struct generator g = {.connection = 1};
    struct diag d = DIAG_NONE;
    int inserts = 0;

    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    rng_init(&g.rng, 5, 0);
    for (int i = 0; i < 20; i++) {
        struct step step;
        inserts += strcmp(p.event_names[program_begin(&p, &g)], "insert") == 0;
        program_next(&p, &g, &step);
        program_draw(&p, step.statement, &g, &params);
        CHECK(g.row % 2 == 1 && g.row < 7, "its own keys: %lld", (long long)g.row);
    }
    CHECK_INT(inserts, 3); /* 1, 3 and 5. */
    program_free(&p);
}

int
main(void)
{
    connections_write_keys_of_their_own_and_read_what_is_there();
    reads_are_uniform_over_all_keys();
    a_failed_event_gives_its_key_back();
    events_come_in_the_given_proportion();
    the_first_event_of_an_empty_table_writes();
    stationary_kv_writes_the_keys_of_prepare();
    zipfian_keys_are_hot_and_never_twice_in_a_statement();
    zipfian_keys_are_neighbours_unless_they_are_scattered();
    zipfian_s_and_v_are_those_of_workload_kv();
    follower_reads_are_a_share_of_the_reads();
    earlier_keys_are_read_and_followed();
    a_session_of_kv_sets_what_is_asked_for();
    batches_expect_a_row_for_each_different_key();
    keys_and_values_of_sql_inserts_tell_their_number();
    sql_inserts_checks_each_value();
    sql_inserts_updates_when_all_keys_are_there();
    return check_result("keys");
}
