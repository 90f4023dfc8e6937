/*
 * YCSB: every request distribution against its theory by chi-square, also while records are inserted; who may use which record; the
 * keys; and what the statements make of it.
 */

#include <stdlib.h>
#include <string.h>

#include "catalog/workload.h"
#include "catalog/ycsb/ycsb.h"
#include "check_values.h"
#include "chi_square.h"
#include "cli/command_line.h"
#include "int_at.h"
#include "program/program.h"

enum { RECORD_COUNT = 1000, GROWN_COUNT = 1500, DRAW_COUNT = 200000 };

/* Of ScrambledZipfianGenerator: the sum of 1 / k^0.99 over its 10^10 ranks. */
static const double ZETA = 26.46902820178302;

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

/* One lane, as a run with one connection has it, that has inserted so many records. */
static struct lane
alone_after(int64_t inserted)
{
    return (struct lane){.prepared_count = RECORD_COUNT, .lane_count = 1, .taken_count = inserted};
}

/* How often each record is used. */
static void
count_requests(const struct options *o, const struct lane *lane, long *counts)
{
    struct row_source source;
    struct rng r;

    CHECK(workload_row_source(&source, &o->load), "no source");
    rng_init(&r, 7, 0);
    memset(counts, 0, GROWN_COUNT * sizeof *counts);
    for (int i = 0; i < DRAW_COUNT; i++) {
        const int64_t record = ycsb_pick(&o->load, source.user_data, lane, i, &r);
        if (CHECK(record >= 0 && record < lane_readable(lane), "record %lld", (long long)record))
            counts[record]++;
    }
    row_source_free(&source);
}

/* Weights become expected counts. */
static void
scale(double *weights, int count, double g)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += weights[i];
    for (int i = 0; i < count; i++)
        weights[i] *= g / sum;
}

/* The first million ranks where they fall, the others spread evenly. */
static void
expect_scrambled(double *expected, int readable)
{
    double left = ZETA;

    for (int i = 0; i < readable; i++)
        expected[i] = 0;
    for (int64_t rank = 1; rank <= 1000000; rank++) {
        const int64_t record = readable == RECORD_COUNT ? (int64_t)(ycsb_hash(rank - 1) % RECORD_COUNT)
                                                        : ycsb_record_of_rank(rank - 1, RECORD_COUNT, readable);
        const double weight = pow((double)rank, -0.99);
        expected[record] += weight;
        left -= weight;
    }
    for (int i = 0; i < readable; i++)
        expected[i] += left / readable;
    scale(expected, readable, DRAW_COUNT);
}

static void
expect_latest(double *expected, int readable, double theta)
{
    for (int i = 0; i < readable; i++)
        expected[i] = pow(readable - i, -theta);
    scale(expected, readable, DRAW_COUNT);
}

static void
expect_exact(double *expected, int readable, double theta)
{
    for (int i = 0; i < readable; i++)
        expected[i] = pow(i + 1, -theta);
    scale(expected, readable, DRAW_COUNT);
}

static void
expect_exponential(double *expected, int readable)
{
    const double mean = (double)RECORD_COUNT * 0.8571428571 / -log(0.05);

    for (int i = 0; i < readable; i++)
        expected[i] = exp(-(readable - 1 - i) / mean);
    scale(expected, readable, DRAW_COUNT);
}

static void
test_zipfian_is_of_ten_billion_ranks(void)
{
    const struct options o = PARSE("ycsb_c");
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];

    for (int readable = RECORD_COUNT; readable <= GROWN_COUNT; readable += GROWN_COUNT - RECORD_COUNT) {
        const struct lane lane = alone_after(readable - RECORD_COUNT);
        count_requests(&o, &lane, counts);
        expect_scrambled(expected, readable);
        check_chi_square(readable == RECORD_COUNT ? "zipfian" : "zipfian after inserts", counts, expected, readable);
    }
}

static void
test_exact_latest_and_exponential_grow_with_the_records(void)
{
    const struct options exact = PARSE("ycsb_c", "--request-distribution=zipfian-exact");
    const struct options latest = PARSE("ycsb_d");
    const struct options exponential = PARSE("ycsb_c", "--request-distribution=exponential");
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];

    for (int readable = RECORD_COUNT; readable <= GROWN_COUNT; readable += GROWN_COUNT - RECORD_COUNT) {
        const struct lane lane = alone_after(readable - RECORD_COUNT);
        count_requests(&exact, &lane, counts);
        expect_exact(expected, readable, 0.99);
        check_chi_square("zipfian-exact", counts, expected, readable);
        count_requests(&latest, &lane, counts);
        expect_latest(expected, readable, 0.99);
        check_chi_square("latest", counts, expected, readable);
        count_requests(&exponential, &lane, counts);
        expect_exponential(expected, readable);
        check_chi_square("exponential", counts, expected, readable);
    }
}

/* The test must be able to say no. */
static void
test_another_constant_is_seen(void)
{
    const struct options zipfian = PARSE("ycsb_c", "--zipfian-theta=0.97");
    const struct options latest = PARSE("ycsb_d", "--zipfian-theta=0.97");
    const struct options exponential = PARSE("ycsb_c", "--request-distribution=exponential", "--exponential-percentile=94");
    const struct options hotspot = PARSE("ycsb_c", "--request-distribution=hotspot", "--hotspot-opn-fraction=0.75");
    const struct lane lane = alone_after(0);
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];
    struct chi_square test;

    count_requests(&zipfian, &lane, counts);
    expect_scrambled(expected, RECORD_COUNT);
    test = chi_square(counts, expected, RECORD_COUNT);
    CHECK(test.statistic > test.limit, "zipfian of 0.97: %.1f", test.statistic);
    count_requests(&latest, &lane, counts);
    expect_latest(expected, RECORD_COUNT, 0.99);
    test = chi_square(counts, expected, RECORD_COUNT);
    CHECK(test.statistic > test.limit, "latest of 0.97: %.1f", test.statistic);
    count_requests(&exponential, &lane, counts);
    expect_exponential(expected, RECORD_COUNT);
    test = chi_square(counts, expected, RECORD_COUNT);
    CHECK(test.statistic > test.limit, "exponential of 94: %.1f", test.statistic);
    count_requests(&hotspot, &lane, counts);
    for (int i = 0; i < RECORD_COUNT; i++)
        expected[i] = (double)DRAW_COUNT * (i < RECORD_COUNT / 5 ? 0.8 / 200 : 0.2 / 800);
    test = chi_square(counts, expected, RECORD_COUNT);
    CHECK(test.statistic > test.limit, "hotspot of 0.75: %.1f", test.statistic);
}

/* Whatever a run inserts. */
static void
test_uniform_sequential_and_hotspot_are_about_the_loaded_records(void)
{
    const struct options uniform = PARSE("ycsb_c", "--request-distribution=uniform");
    const struct options hotspot = PARSE("ycsb_c", "--request-distribution=hotspot");
    const struct options sequential = PARSE("ycsb_c", "--request-distribution=sequential");
    const struct lane lane = alone_after(GROWN_COUNT - RECORD_COUNT);
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];

    count_requests(&uniform, &lane, counts);
    for (int i = 0; i < RECORD_COUNT; i++)
        expected[i] = (double)DRAW_COUNT / (double)RECORD_COUNT;
    check_chi_square("uniform", counts, expected, GROWN_COUNT);
    count_requests(&hotspot, &lane, counts);
    for (int i = 0; i < RECORD_COUNT; i++)
        expected[i] = (double)DRAW_COUNT * (i < RECORD_COUNT / 5 ? 0.8 / 200 : 0.2 / 800);
    check_chi_square("hotspot", counts, expected, GROWN_COUNT);
    count_requests(&sequential, &lane, counts);
    for (int i = 0; i < GROWN_COUNT; i++)
        CHECK_INT(counts[i], i < RECORD_COUNT ? DRAW_COUNT / RECORD_COUNT : 0);
}

static void
test_hotspots_may_be_all_or_nothing(void)
{
    const struct options none = PARSE("ycsb_c", "--request-distribution=hotspot", "--hotspot-data-fraction=0");
    const struct options all = PARSE("ycsb_c", "--request-distribution=hotspot", "--hotspot-data-fraction=1");
    const struct lane lane = alone_after(0);
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];

    for (int i = 0; i < RECORD_COUNT; i++)
        expected[i] = (double)DRAW_COUNT / (double)RECORD_COUNT;
    count_requests(&none, &lane, counts);
    check_chi_square("no hot record", counts, expected, RECORD_COUNT);
    count_requests(&all, &lane, counts);
    check_chi_square("hot records alone", counts, expected, RECORD_COUNT);
}

/* Ranks stay at their records when others are added, and new ones get as many as the old. */
static void
test_ranks_move_to_new_records_alone(void)
{
    enum { RANK_COUNT = 150000 };
    static long counts[GROWN_COUNT];
    static double expected[GROWN_COUNT];

    for (int64_t rank = 0; rank < RANK_COUNT; rank++) {
        const int64_t record = ycsb_record_of_rank(rank, RECORD_COUNT, GROWN_COUNT);
        const int64_t before = ycsb_record_of_rank(rank, RECORD_COUNT, GROWN_COUNT - 1);
        CHECK(record == before || record == GROWN_COUNT - 1, "rank %lld: %lld, then %lld", (long long)rank, (long long)before,
              (long long)record);
        counts[record]++;
    }
    for (int i = 0; i < GROWN_COUNT; i++)
        expected[i] = (double)RANK_COUNT / (double)GROWN_COUNT;
    check_chi_square("ranks of a record", counts, expected, GROWN_COUNT);
}

/* Four connections as far as each other: each uses its own new records alone, and all together use each turn of inserts as often as
 * the theory of one says. */
static void
test_each_lane_uses_its_own_new_records(void)
{
    enum { LANE_COUNT = 4, TURN_COUNT = 50, READABLE = RECORD_COUNT + LANE_COUNT * TURN_COUNT };
    const struct options o = PARSE("ycsb_d", "--threads=4");
    static long counts[GROWN_COUNT], by_turn[TURN_COUNT + RECORD_COUNT];
    static double latest[GROWN_COUNT], expected[TURN_COUNT + RECORD_COUNT];

    expect_latest(latest, READABLE, 0.99);
    for (int i = 0; i < READABLE; i++)
        expected[i < RECORD_COUNT ? i : RECORD_COUNT + (i - RECORD_COUNT) / LANE_COUNT] += latest[i];
    for (int number = 0; number < LANE_COUNT; number++) {
        const struct lane lane = {
            .prepared_count = RECORD_COUNT, .lane_count = LANE_COUNT, .lane = number, .taken_count = TURN_COUNT};
        count_requests(&o, &lane, counts);
        for (int i = RECORD_COUNT; i < READABLE; i++)
            CHECK(counts[i] == 0 || (i - RECORD_COUNT) % LANE_COUNT == number, "record %d of lane %d", i, number);
        memset(by_turn, 0, sizeof by_turn);
        for (int i = 0; i < READABLE; i++)
            by_turn[i < RECORD_COUNT ? i : RECORD_COUNT + (i - RECORD_COUNT) / LANE_COUNT] += counts[i];
        check_chi_square("latest, by turn", by_turn, expected, TURN_COUNT + RECORD_COUNT);
    }
}

static int
hottest_of(const long *counts)
{
    int hottest = 0;

    for (int i = 1; i < RECORD_COUNT; i++)
        if (counts[i] > counts[hottest])
            hottest = i;
    return hottest;
}

static void
test_machines_of_a_shard_have_the_same_hot_records(void)
{
    static const char *const shards[] = {"--shard=1/2", "--shard=2/2"};
    static long counts[GROWN_COUNT];

    for (int i = 0; i < 2; i++) {
        const struct options o = PARSE("ycsb_a", "--threads=2", shards[i]);
        const struct lane lane = {.prepared_count = RECORD_COUNT, .lane_count = options_lane_count(&o.load), .lane = i * 2};
        count_requests(&o, &lane, counts);
        CHECK_INT(hottest_of(counts), (int)(ycsb_hash(0) % RECORD_COUNT));
    }
}

/* As YCSB writes them: CoreWorkload.buildKeyName(). */
static void
test_keys_are_those_of_ycsb(void)
{
    const struct options hashed = PARSE("ycsb_a");
    const struct options ordered = PARSE("ycsb_a", "--insert-order=ordered", "--zero-padding=8", "--insert-start=12");
    char key[YCSB_KEY_SIZE];

    CHECK_INT(ycsb_key(&hashed.load, 0, key), 23);
    CHECK_TEXT(key, "user6284781860667377211");
    CHECK_INT(ycsb_key(&ordered.load, 3, key), 12);
    CHECK_TEXT(key, "user00000015");
}

/* Programs. */

static struct program
program_of(const struct options *o)
{
    struct program p;
    struct diag d = DIAG_NONE;

    CHECK(workload_program(&p, &o->load, &d) == ERR_OK, "%s", d.text);
    return p;
}

static void
test_operations_are_drawn_by_their_proportions(void)
{
    const struct options o = PARSE("ycsb_a", "--read-proportion=4", "--update-proportion=3", "--insert-proportion=0",
                                   "--scan-proportion=2", "--readmodifywrite-proportion=1");
    struct program p = program_of(&o);
    struct generator g = {0};
    long counts[YCSB_OPERATION_COUNT] = {0};
    const double expected[YCSB_OPERATION_COUNT] = {4e4, 3e4, 0, 2e4, 1e4};

    rng_init(&g.rng, 1, 0);
    for (int i = 0; i < 100000; i++)
        counts[program_begin(&p, &g)]++;
    check_chi_square("operations", counts, expected, YCSB_OPERATION_COUNT);
    CHECK_INT(counts[YCSB_INSERT], 0);
    program_free(&p);
}

static void
check_same_key(const struct options *o)
{
    struct program p = program_of(o);
    const int read = program_find(&p, "ycsb_rmw_read"), update = program_find(&p, "ycsb_rmw_update");
    struct generator g = {.connection = 0};
    static struct params params;
    char key[YCSB_KEY_SIZE];

    params_init(&params, options_integer_oid(&o->load));
    rng_init(&g.rng, 1, 0);
    for (int i = 0; i < 50; i++) {
        program_draw(&p, read, &g, &params);
        const int length = params.lengths[0];
        memcpy(key, params.values[0], (size_t)length);
        program_draw(&p, update, &g, &params);
        CHECK_INT(params.count, 2);
        CHECK_INT(params.lengths[0], 100);
        CHECK(params.lengths[1] == length && memcmp(params.values[1], key, (size_t)length) == 0, "another key");
    }
    program_free(&p);
}

static void
test_an_update_follows_its_read(void)
{
    const struct options zipfian = PARSE("ycsb_f");
    const struct options sequential = PARSE("ycsb_f", "--request-distribution=sequential");

    check_same_key(&zipfian);
    check_same_key(&sequential);
}

static void
test_lengths_of_scans_and_fields_are_drawn(void)
{
    const struct options o = PARSE("ycsb_e", "--min-scan-length=3", "--max-scan-length=12", "--field-length=20",
                                   "--field-length-distribution=zipfian");
    const struct options zipfian = PARSE("ycsb_e", "--max-scan-length=20", "--scan-length-distribution=zipfian",
                                         "--field-length=20", "--field-length-distribution=uniform");
    const struct options *const both[] = {&o, &zipfian};
    static struct params params;

    for (int which = 0; which < 2; which++) {
        struct program p = program_of(both[which]);
        struct generator g = {0};
        long scans[20] = {0}, fields[20] = {0};
        double expected_scans[20], expected_fields[20];
        params_init(&params, options_integer_oid(&both[which]->load));
        rng_init(&g.rng, 1, 0);
        for (int i = 0; i < DRAW_COUNT / 10; i++) {
            program_draw(&p, program_find(&p, "ycsb_scan"), &g, &params);
            scans[int_at(&params, 1) - 1]++;
            program_draw(&p, program_find(&p, "ycsb_insert"), &g, &params);
            g.sequence = 0;
            for (int field = 1; field <= 10; field++)
                fields[params.lengths[field] - 1]++;
        }
        for (int i = 0; i < 20; i++) {
            expected_scans[i] = which == 1 ? pow(i + 1, -0.99) : i >= 2 && i < 12;
            expected_fields[i] = which == 1 ? 1 : pow(i + 1, -0.99);
        }
        scale(expected_scans, 20, (double)DRAW_COUNT / 10.0);
        scale(expected_fields, 20, DRAW_COUNT);
        check_chi_square("lengths of scans", scans, expected_scans, 20);
        check_chi_square("lengths of fields", fields, expected_fields, 20);
        program_free(&p);
    }
}

/* What a statement says of an answer without rows. */
static const char *
fault_of(const struct program *p, const char *name, int64_t record)
{
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    struct generator g = {.row = record};
    const struct statement *const statement = p->statements[program_find(p, name)].statement;
    const char *const fault = statement->take_reply(p, &g, &(struct reply){.result = result});

    PQclear(result);
    return fault;
}

/* Where only a flush shows what was inserted, it may be missing. */
static void
test_a_record_that_must_be_there_is_missed(void)
{
    const struct options o = PARSE("ycsb_a");
    const struct options risingwave = PARSE("ycsb_a", "--dialect=risingwave");
    struct program p = program_of(&o), flushed = program_of(&risingwave);

    CHECK_TEXT(fault_of(&p, "ycsb_read", RECORD_COUNT), FAULT_MISSING);
    CHECK_TEXT(fault_of(&p, "ycsb_update", 0), FAULT_MISSING);
    CHECK_TEXT(fault_of(&flushed, "ycsb_read", 0), FAULT_MISSING);
    CHECK(fault_of(&flushed, "ycsb_read", RECORD_COUNT) == NULL, "missed before its flush");
    program_free(&p);
    program_free(&flushed);
}

/* Where nearly all of the distribution lies beyond the records, each of them is as likely, and found at once. */
static void
exponential_requests_end_whatever_the_options(void)
{
    const struct lane lane = alone_after(0);
    const struct options far = PARSE("ycsb_c", "--request-distribution=exponential", "--exponential-percentile=0.001",
                                     "--exponential-frac=1000000");
    static double expected[RECORD_COUNT];
    static long counts[GROWN_COUNT];

    for (int i = 0; i < RECORD_COUNT; i++)
        expected[i] = (double)DRAW_COUNT / RECORD_COUNT;
    count_requests(&far, &lane, counts);
    check_chi_square("exponential, far", counts, expected, RECORD_COUNT);
}

int
main(void)
{
    test_zipfian_is_of_ten_billion_ranks();
    test_exact_latest_and_exponential_grow_with_the_records();
    test_another_constant_is_seen();
    test_uniform_sequential_and_hotspot_are_about_the_loaded_records();
    test_hotspots_may_be_all_or_nothing();
    test_ranks_move_to_new_records_alone();
    test_each_lane_uses_its_own_new_records();
    test_machines_of_a_shard_have_the_same_hot_records();
    test_keys_are_those_of_ycsb();
    test_operations_are_drawn_by_their_proportions();
    test_an_update_follows_its_read();
    test_lengths_of_scans_and_fields_are_drawn();
    test_a_record_that_must_be_there_is_missed();
    exponential_requests_end_whatever_the_options();
    return check_result("ycsb");
}
