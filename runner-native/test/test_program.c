/*
 * Programs as the machine walks them, with statements of the test's own: lists of operations, the numbers and names that statements
 * get, parameters as libpq wants them, and the same values written into the text.
 */

#include <stdlib.h>

#include "base/text.h"
#include "check_values.h"
#include "program/list.h"

enum { OID_INT4 = 23, OID_INT8 = 20, OID_VARCHAR = 1043, OID_BYTEA = 17 };

static size_t
write_table(const struct workload_options *o, int table, char *out, size_t out_size)
{
    return write_text(out, out_size, "t%d", table + 1);
}

static int
last_table(const struct program *p, const struct generator *g)
{
    return p->table_count - 1;
}

#define SELECT "SELECT c FROM {table} WHERE a = $1 AND b = $2"
static const struct statement begin = {.name = "begin", .letter = 'y', .text = "BEGIN", .is_always_text = true};
static const struct statement selects = {
    .name = "select", .letter = 'b', .is_per_table = true, .text = SELECT, .write_table = write_table, .types = "it"};
static const struct statement picks = {.name = "pick",
                                       .letter = 'A',
                                       .is_per_table = true,
                                       .text = SELECT,
                                       .write_table = write_table,
                                       .types = "it",
                                       .pick_table = last_table};
static const struct statement lettered = {.name = "first", .letter = 'a', .text = "SELECT 1"};
static const struct statement nameless = {.name = "nameless", .text = "SELECT 2", .is_unnamed = true};

static const struct program_setup prepared = {.integer_oid = OID_INT4};

static struct program
empty(int table_count)
{
    struct program p;

    program_init(&p, NULL, table_count);
    return p;
}

static void
finish(struct program *p, const struct program_setup *setup)
{
    struct diag d = DIAG_NONE;

    CHECK(program_finish(p, setup, &d) == ERR_OK, "%s", d.text);
}

/* The steps of one event, as "S0 P1 ...": what kind, which statement; the tables in `tables`. */
static const char *
walk(const struct program *p, int kind, struct generator *g, int *tables)
{
    static const char letters[] = {[STEP_SEND] = 'S', [STEP_PIPELINE] = 'P', [STEP_END] = 'E'};
    static char out[256];
    struct step step;
    size_t used = 0;

    g->at = p->first_op[kind];
    do {
        program_next(p, g, &step);
        if (step.kind == STEP_END)
            break;
        if (tables)
            *tables++ = step.table;
        used += (size_t)snprintf(out + used, sizeof out - used, "%c%d ", letters[step.kind], step.statement);
    } while (used < sizeof out - 8);
    snprintf(out + used, sizeof out - used, "E");
    CHECK(program_has_ended(p, g), "a list knows that it has ended");
    return out;
}

static void
a_list_is_walked_in_rounds(void)
{
    static const struct list_group groups[] = {{.statements = {&begin}, .statement_count = 1, .rounds = 1},
                                               {.statements = {&selects, &lettered}, .statement_count = 2, .rounds = 3}};
    struct program p = empty(1);
    struct generator g = {0};

    CHECK(list_add_event(&p, "mixed", groups, 2, false), "memory");
    finish(&p, &prepared);
    /* By letter: first, select, begin. */
    CHECK_TEXT(walk(&p, 0, &g, NULL), "S2 S1 S0 S1 S0 S1 S0 E");
    CHECK(p.has_event[0] && !p.is_pipelined, "an event that is sent statement by statement");
    CHECK_INT(p.batch_max, 1);
    CHECK_INT(program_begin(&p, &g), 0);
    CHECK_INT(g.at, p.first_op[0]);
    program_free(&p);
}

static void
statements_keep_their_operations_when_others_come(void)
{
    static const struct list_group one = {.statements = {&begin}, .statement_count = 1, .rounds = 2};
    static const struct list_group two = {.statements = {&selects}, .statement_count = 1, .rounds = 1};
    struct program p = empty(1);
    struct generator g = {0};

    CHECK(list_add_event(&p, "one", &one, 1, false) && list_add_event(&p, "two", &two, 1, false), "memory");
    finish(&p, &prepared);
    CHECK_INT(program_find(&p, "select"), 0);
    CHECK_INT(program_find(&p, "begin"), 1);
    CHECK_INT(program_find(&p, "commit"), -1);
    CHECK_TEXT(walk(&p, 0, &g, NULL), "S1 S1 E");
    CHECK_TEXT(walk(&p, 1, &g, NULL), "S0 E");
    CHECK_TEXT(p.event_names[1], "two");
    program_free(&p);
}

static void
a_pipeline_is_sent_with_its_last_statement(void)
{
    static const struct list_group groups[] = {{.statements = {&begin}, .statement_count = 1, .rounds = 1},
                                               {.statements = {&selects}, .statement_count = 1, .rounds = 2}};
    struct program p = empty(1);
    struct generator g = {0};

    CHECK(list_add_event(&p, "all at once", groups, 2, true), "memory");
    finish(&p, &prepared);
    CHECK_TEXT(walk(&p, 0, &g, NULL), "P1 P0 S0 E");
    CHECK(p.is_pipelined, "it sends whole events");
    CHECK_INT(p.batch_max, 3);
    program_free(&p);
}

static void
an_event_without_statements_is_none(void)
{
    static const struct list_group never = {.statements = {&selects}, .statement_count = 1, .rounds = 0};
    struct program p = empty(1);

    CHECK(list_add_event(&p, "left out", &never, 1, true), "memory");
    finish(&p, &prepared);
    CHECK(!p.has_event[0], "the options leave it out");
    CHECK_INT(p.statement_count, 0);
    program_free(&p);
}

static void
a_group_stays_with_its_table(void)
{
    enum { TABLES = 5, ROUNDS = 40 };
    static const struct list_group groups[] = {{.statements = {&selects}, .statement_count = 1, .rounds = 2},
                                               {.statements = {&begin}, .statement_count = 1, .rounds = 1},
                                               {.statements = {&picks}, .statement_count = 1, .rounds = 1}};
    struct program p = empty(TABLES);
    struct generator g = {0};
    bool seen[TABLES] = {false};
    int tables[4], count = 0;

    rng_init(&g.rng, 7, 0);
    CHECK(list_add_event(&p, "event", groups, 3, false), "memory");
    finish(&p, &prepared);
    for (int i = 0; i < ROUNDS; i++) {
        walk(&p, 0, &g, tables);
        CHECK(tables[0] >= 0 && tables[0] < TABLES, "table %d", tables[0]);
        CHECK_INT(tables[1], tables[0]);
        CHECK_INT(tables[2], 0); /* One text, whatever the table. */
        CHECK_INT(tables[3], TABLES - 1);
        seen[tables[0]] = true;
    }
    for (int i = 0; i < TABLES; i++)
        count += seen[i];
    CHECK_INT(count, TABLES);
    CHECK_TEXT(program_statement_name(&p, program_find(&p, "select"), 3), "b4");
    program_free(&p);
}

static void
statements_are_numbered_and_typed(void)
{
    struct program p = empty(2);

    CHECK(program_add_statement(&p, &nameless) && program_add_statement(&p, &picks) && program_add_statement(&p, &selects) &&
              program_add_statement(&p, &begin) && program_add_statement(&p, &selects),
          "memory");
    finish(&p, &(struct program_setup){.integer_oid = OID_INT8});
    CHECK_INT(p.statement_count, 4); /* Nobody twice. */
    CHECK_INT(program_find(&p, "select"), 0);
    CHECK_INT(program_find(&p, "begin"), 1);
    CHECK_INT(program_find(&p, "pick"), 2); /* Capitals after small letters, and none after both. */
    CHECK_INT(program_find(&p, "nameless"), 3);
    CHECK(p.statements[0].is_prepared && !p.statements[0].is_text, "prepared");
    CHECK(p.statements[1].is_text && !p.statements[1].is_prepared, "BEGIN is text");
    CHECK(!p.statements[3].is_text && !p.statements[3].is_prepared, "parsed each time");
    CHECK_INT(p.statements[0].param_count, 2);
    CHECK_INT(p.statements[0].oids[0], OID_INT8);
    CHECK_INT(p.statements[0].oids[1], OID_VARCHAR);
    program_free(&p);
}

static void
parameters_are_in_network_order(void)
{
    static struct params params;

    params_init(&params, OID_INT4);
    params_put_int(&params, 0, -2);
    CHECK_INT(params.lengths[0], 4);
    CHECK(memcmp(params.values[0], "\xff\xff\xff\xfe", 4) == 0, "-2 as int4");
    params_put_bigint(&params, 1, 258);
    CHECK_INT(params.lengths[1], 8);
    CHECK(memcmp(params.values[1], "\0\0\0\0\0\0\1\2", 8) == 0, "258 as int8");
    CHECK_INT(params.formats[1], 1);
    params_put_string(&params, 2, NULL);
    CHECK(!params.values[2] && params.formats[2] == 0, "null");

    params_init(&params, OID_INT8);
    params_put_int(&params, 0, INT64_MIN);
    CHECK_INT(params.lengths[0], 8);
    CHECK(memcmp(params.values[0], "\x80\0\0\0\0\0\0\0", 8) == 0, "the least int8");
}

static int64_t
three(const struct workload_options *o)
{
    return 3;
}

static void
what_stands_in_braces_depends_on_table_and_options(void)
{
    static const struct {
        struct statement statement;
        int param_count;
        const char *sql, *types;
    } cases[] = {
        {{.text = "BEGIN"}, 0, "BEGIN", ""},
        {{.text = "FROM {table}, {next} LIMIT {count}"}, 0, "FROM t3, t4 LIMIT 3", ""},
        {{.text = "$2 $1", .types = "ti"}, 2, "$2 $1", "ti"},
        {{.text = "IN ({$|, })", .types = "b"}, 3, "IN ($1, $2, $3)", "bbb"},
        {{.text = "{($, $)| OR }", .types = "by"}, 6, "($1, $2) OR ($3, $4) OR ($5, $6)", "bybyby"},
        {{.text = "SET{ f# = $|,} WHERE k = $"}, 4, "SET f2 = $1, f3 = $2, f4 = $3 WHERE k = $4", "uuuu"},
        {{.text = "($1{, $|})", .types = "iitt"}, 4, "($1, $2, $3, $4)", "iitt"},
        {{.text = "($1, $2, $3)", .types = "iitt"}, 3, "($1, $2, $3)", "itt"}, /* The last ones. */
        {{.text = "{table} $1 '$9' # {$|}", .is_verbatim = true, .verbatim_param_count = 1}, 1, "{table} $1 '$9' # {$|}", "u"},
    };
    char sql[SQL_SIZE_MAX];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct statement s = cases[i].statement;
        s.write_table = write_table;
        s.count = three;
        CHECK_INT(statement_write(&s, NULL, 2, sql, sizeof sql), cases[i].param_count);
        CHECK_TEXT(sql, cases[i].sql);
        for (int n = 0; n < cases[i].param_count; n++)
            CHECK_INT(statement_param_type(&s, cases[i].param_count, n), cases[i].types[n]);
    }
}

static void
values_are_written_into_the_text(void)
{
    static const struct statement s = {.name = "s", .text = "SELECT $1, $4, $2, $3, $1", .types = "ityb"};
    static struct params params;
    static char out[SQL_SIZE_MAX + 4 * PARAM_TEXT_SIZE];

    params_init(&params, OID_INT4);
    params.count = 4;
    params_put_int(&params, 0, -7);
    params_put_text(&params, 1, "it's \\ $2", 9);
    params_put_text(&params, 2, "\0\xff'", 3);
    params_put_bigint(&params, 3, INT64_MAX);
    const size_t length = statement_write_values(&s, NULL, 0, &params, out, sizeof out);
    CHECK_TEXT(out, "SELECT -7, 9223372036854775807, 'it''s \\ $2', '\\x00ff27', -7");
    CHECK_INT(length, strlen(out));
}

static void
a_program_as_text_has_room_for_any_values(void)
{
    static const struct list_group group = {.statements = {&selects}, .statement_count = 1, .rounds = 1};
    static struct params params;
    static char quotes[PARAM_TEXT_SIZE];
    struct program p = empty(1);
    struct generator g = {0};

    CHECK(list_add_event(&p, "event", &group, 1, false), "memory");
    finish(&p, &(struct program_setup){.integer_oid = OID_INT4, .is_text = true, .value_size_max = sizeof quotes});
    CHECK(p.statements[0].is_text && !p.statements[0].is_prepared, "as text");
    memset(quotes, '\'', sizeof quotes); /* Each is doubled. */
    params_init(&params, OID_INT4);
    params.count = 2;
    params_put_int(&params, 0, INT32_MIN);
    params_put_text(&params, 1, quotes, sizeof quotes);
    char *const out = malloc(p.text_size);
    if (CHECK(out != NULL, "memory")) {
        const size_t length = program_write_text(&p, &(struct step){.kind = STEP_SEND}, &g, &params, out);
        CHECK_INT(length, strlen("SELECT c FROM t1 WHERE a = -2147483648 AND b = ''") + 2 * sizeof quotes);
        CHECK_INT(strlen(out), length);
    }
    free(out);
    program_free(&p);
}

static void
what_failed_gives_its_rows_back(void)
{
    const struct generator at_start = {.sequence = 10, .row = 1};
    struct generator g = {.sequence = 14, .row = 9};

    generator_give_back(&g, &at_start);
    CHECK_INT(g.sequence, 10);
    CHECK_INT(g.row, 9);
}

int
main(void)
{
    a_list_is_walked_in_rounds();
    statements_keep_their_operations_when_others_come();
    a_pipeline_is_sent_with_its_last_statement();
    an_event_without_statements_is_none();
    a_group_stays_with_its_table();
    statements_are_numbered_and_typed();
    parameters_are_in_network_order();
    what_stands_in_braces_depends_on_table_and_options();
    values_are_written_into_the_text();
    a_program_as_text_has_room_for_any_values();
    what_failed_gives_its_rows_back();
    return check_result("test_program");
}
