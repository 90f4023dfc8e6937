/*
 * The sysbench family: what connections draw so that they do not meet, each in its lane, and the rows that they insert.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/sbtest/sbtest.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "family_options.h"
#include "int_at.h"
#include "program/program.h"

/* What one connection after the other draws, in a run of `threads`. */
static void
lanes_share_out_the_rows_of_a_ring(void)
{
    struct options o = options_for("oltp_insert");
    struct program p;
    struct params params;
    struct diag d = DIAG_NONE;
    int visits[2][50] = {{0}};

    SBTEST(o)->stationary = true;
    SBTEST(o)->tables = 2;
    SBTEST(o)->table_size = 50;
    o.load.threads = 7;
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    for (int lane = 0; lane < 7; lane++) {
        struct generator g = {.connection = lane};
        const int own_count = (50 - lane + 6) / 7;
        for (int i = 0; i < own_count * 2; i++) {
            program_draw_table(&p, &p.ops[0], &g);
            program_draw(&p, p.ops[0].statement, &g, &params);
            visits[g.table][g.row - 1]++;
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

    SBTEST(o)->auto_inc = false;
    o.load.threads = LANE_COUNT;
    o.load.rand_seed = 99;
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        struct generator g = {.connection = lane};
        rng_init(&g.rng, 1, (uint64_t)lane);
        for (int i = 0; i < ID_COUNT; i++) {
            statement_named("insert_row")->draw(&p, &g, &params);
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
        struct generator g = {0};
        struct diag d = DIAG_NONE;
        int above_count = 0;
        SBTEST(o)->auto_inc = false;
        o.load.rand_seed = 7;
        SBTEST(o)->table_size = INT32_MAX / 2;
        workload_program(&p, &o.load, &d);
        params_init(&params, options_integer_oid(&o.load));
        rng_init(&g.rng, 1, 0);
        const struct statement *const insert = statement_named(i == 0 ? "insert_row" : "insert_prepared");
        for (int draw = 0; draw < 2000; draw++) {
            insert->draw(&p, &g, &params);
            CHECK(int_at(&params, 0) < 1 || int_at(&params, 0) > SBTEST(o)->table_size, "the id %lld is a row's",
                  (long long)int_at(&params, 0));
            above_count += int_at(&params, 0) > SBTEST(o)->table_size;
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

    SBTEST(o)->batch_insert_count = 300;
    SBTEST(o)->table_size = INT32_MAX;
    for (int smaller = 0; smaller < 2; smaller++) {
        struct program p;
        struct generator g = {0};
        SBTEST(o)->smaller_row_sizes = smaller;
        workload_program(&p, &o.load, &d);
        rng_init(&g.rng, 1, 0);
        char *const sql = malloc(p.text_size);
        const size_t length = program_write_text(&p, &(struct step){.statement = p.ops[0].statement}, &g, NULL, sql);
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
    struct generator g = {.connection = 2};
    struct diag d = DIAG_NONE;
    char *sql;

    rng_init(&g.rng, 1, 2);
    o.load.threads = 3;
    SBTEST(o)->batch_insert_count = 3;
    workload_program(&p, &o.load, &d);
    sql = malloc(p.text_size);
    CHECK_INT(p.table_count, 3);
    program_draw_table(&p, &p.ops[0], &g);
    program_write_text(&p, &(struct step){.statement = p.ops[0].statement}, &g, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (1,1),(2,2),(3,3)");
    program_write_text(&p, &(struct step){.statement = p.ops[0].statement}, &g, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (4,4),(5,5),(6,6)");
    const struct generator before = {.sequence = 1};
    generator_give_back(&g, &before);
    program_write_text(&p, &(struct step){.statement = p.ops[0].statement}, &g, NULL, sql);
    CHECK_TEXT(sql, "INSERT INTO sbtest3 VALUES (4,4),(5,5),(6,6)");
    free(sql);
    program_free(&p);

    SBTEST(o)->stationary = true;
    SBTEST(o)->table_size = 7;
    workload_program(&p, &o.load, &d);
    params_init(&params, options_integer_oid(&o.load));
    sql = malloc(p.text_size);
    g.sequence = 0;
    static const int firsts[] = {1, 4, 1, 4};
    for (size_t i = 0; i < ARRAY_LENGTH(firsts); i++) {
        char expected[64];
        program_draw_table(&p, &p.ops[0], &g);
        program_draw(&p, p.ops[0].statement, &g, &params);
        CHECK_INT(int_at(&params, 0), firsts[i]);
        CHECK_INT(int_at(&params, 1), firsts[i] + 2);
        program_write_text(&p, &(struct step){.statement = p.ops[1].statement}, &g, NULL, sql);
        snprintf(expected, sizeof expected, "INSERT INTO sbtest3 VALUES (%d,", firsts[i]);
        CHECK_HAS(sql, expected);
    }
    free(sql);
    program_free(&p);
}

int
main(void)
{
    lanes_share_out_the_rows_of_a_ring();
    own_ids_are_unique_over_all_connections();
    own_ids_pass_the_rows_of_prepare_over();
    many_rows_fit_and_are_as_many_as_asked();
    bulk_rows_follow_each_other_or_go_round();
    return check_result("lanes");
}
