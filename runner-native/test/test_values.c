/*
 * "-- plumbline: values": which rows a comment draws from, in which order, what their values become in statements, and where mistakes
 * are. tests/native/values.test.ts has them on real servers.
 */

#include <stdlib.h>
#include <unistd.h>

#include "check_values.h"
#include "program/script/csv.h"
#include "program/script/program.h"
#include "program/script/read.h"

/* A folder with a script that is not written, and its rows. */
static char folder[] = "/tmp/plumbline-values-XXXXXX";
static char script_path[64], rows_path[64];

static void
write_rows(const char *text)
{
    FILE *const file = fopen(rows_path, "w");

    fputs(text, file);
    fclose(file);
}

/* A walk over a script: a connection and the program of its set. */
struct walk {
    struct script_set *set;
    struct program program;
    struct generator g;
    struct params params;
    char *text;
};

static void
open_walk(struct walk *w, enum script_protocol protocol, const char *script, int lane_count, int connection)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = protocol == SCRIPT_SIMPLE};
    struct diag d = DIAG_NONE;

    *w = (struct walk){.set = calloc(1, sizeof *w->set)};
    script_set_init(w->set, protocol);
    w->set->lane_count = lane_count;
    w->set->text_capacity = 16;
    script_set_add(w->set, script_path, strdup(script), 1, &d);
    CHECK_TEXT(d.text, "");
    program_init(&w->program, NULL, 1);
    CHECK(script_program(&w->program, w->set), "a program");
    CHECK_INT(program_finish(&w->program, &setup, &d), ERR_OK);
    params_init(&w->params, 23);
    w->text = malloc(w->program.text_size + 1);
    w->g = (struct generator){.user_data = calloc(1, w->program.user_data_size), .connection = connection};
    rng_init(&w->g.rng, 1, (uint64_t)connection);
    w->program.start(&w->program, &w->g, 0);
}

static void
close_walk(struct walk *w)
{
    free(w->text);
    free(w->g.user_data);
    program_free(&w->program);
}

/* The first statement of the next event: its text, or its parameters with | between them. */
static const char *
next_event(struct walk *w)
{
    struct step step = {0};

    program_begin(&w->program, &w->g);
    program_next(&w->program, &w->g, &step);
    CHECK_INT(step.kind, STEP_SEND);
    program_draw(&w->program, step.statement, &w->g, &w->params);
    w->text[0] = '\0';
    if (w->set->protocol == SCRIPT_SIMPLE)
        program_write_text(&w->program, &step, &w->g, &w->params, w->text);
    for (int i = 0; i < w->params.count; i++)
        sprintf(w->text + strlen(w->text), "%s%s", i > 0 ? "|" : "", w->params.values[i] ? w->params.values[i] : "null");
    return w->text;
}

static void
check_event(struct walk *w, const char *expected)
{
    const char *const text = next_event(w);

    CHECK_TEXT(text, expected);
}

static void
rows_are_read_as_copy_reads_them(void)
{
    static const struct {
        const char *rows, *first;
    } cases[] = {
        {"1,ann\n", "1|ann"},
        {"1,ann", "1|ann"},
        {"\r\n1,ann\r\n\r\n", "1|ann"},
        {"\xef\xbb\xbf"
         "1,ann\n",
         "1|ann"},
        {"\"1\",\"a, \"\"b\"\"\nc\"\n", "1|a, \"b\"\nc"},
        {"1,\n", "1|null"},
        {",\"\"", "null|"},
        {"1, 5\" disk \n", "1| 5\" disk "},
        {"1,a\rb\n", "1|a\rb"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct walk w;
        write_rows(cases[i].rows);
        open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values rows.csv as id, name\nselect :id, :name;\n", 1, 0);
        check_event(&w, cases[i].first);
        close_walk(&w);
    }
}

static void
a_statement_has_them_as_its_protocol_sends_them(void)
{
    static const char script[] = "--plumbline: values 'rows.csv' as v uniform\n"
                                 "select :v, ':v', \":v\", E':v', e'x:v', $$:v$$ from t where a = ' :v';\n";
    struct walk w;

    write_rows("it's \\ \"x\"\n");
    open_walk(&w, SCRIPT_SIMPLE, script, 1, 0);
    check_event(&w, "select it's \\ \"x\", 'it''s \\ \"x\"', \"it's \\ \"\"x\"\"\", E'it''s \\\\ \"x\"', "
                    "e'xit''s \\\\ \"x\"', $$it's \\ \"x\"$$ from t where a = ' it''s \\ \"x\"'");
    close_walk(&w);
    open_walk(&w, SCRIPT_EXTENDED, "-- plumbline: values rows.csv as v\nselect :v;\n", 1, 0);
    check_event(&w, "it's \\ \"x\"");
    close_walk(&w);
    write_rows("7,\n");
    open_walk(&w, SCRIPT_SIMPLE, "-- plumbline: values rows.csv as v, w\n\\set x :v * 6\nselect :x, :w;\n", 1, 0);
    check_event(&w, "select 42, NULL");
    close_walk(&w);
}

static void
the_first_line_may_name_the_variables(void)
{
    struct walk w;

    write_rows("id,name\n5,eve\n");
    open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values rows.csv\nselect :name, :id;\n", 1, 0);
    check_event(&w, "eve|5");
    close_walk(&w);
}

/* The place of a comment counts, as that of \set does. */
static void
a_comment_is_done_where_it_stands(void)
{
    static const char script[] =
        "\\set id 1\n\\set other 2\n"
        "-- plumbline: values rows.csv as id\n\\if :id = 5\n-- plumbline: values rows.csv as other\n\\endif\n"
        "\\set id :id + 1\nselect :id, :other;\n";
    struct walk w;

    write_rows("5\n");
    open_walk(&w, SCRIPT_PREPARED, script, 1, 0);
    check_event(&w, "6|5");
    close_walk(&w);
}

static void
a_seed_that_is_drawn_is_that_of_hashes(void)
{
    struct walk w;

    write_rows("5\n");
    open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values rows.csv as default_seed\n\\set x hash(10)\nselect :x;\n", 1, 0);
    check_event(&w, "5862924560876750601");
    close_walk(&w);
}

static void
sequential_rows_are_shared_by_the_connections(void)
{
    static const char script[] = "-- plumbline: values rows.csv as id sequential\nselect :id;\n";
    char seen[2][16] = {"", ""};

    write_rows("0\n1\n2\n3\n4\n5\n6\n");
    for (int connection = 0; connection < 2; connection++) {
        struct walk w;
        open_walk(&w, SCRIPT_PREPARED, script, 2, connection);
        for (int i = 0; i < 5; i++)
            strcat(seen[connection], next_event(&w));
        close_walk(&w);
    }
    CHECK_TEXT(seen[0], "02461");
    CHECK_TEXT(seen[1], "13502");
}

static void
a_retry_draws_the_same_rows(void)
{
    static const char *const orders[] = {"sequential", "uniform", "zipfian 1.1"};
    char script[128], first[16];

    write_rows("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    for (size_t i = 0; i < ARRAY_LENGTH(orders); i++) {
        struct walk w;
        snprintf(script, sizeof script, "-- plumbline: values rows.csv as id %s\nselect :id;\n", orders[i]);
        open_walk(&w, SCRIPT_PREPARED, script, 1, 0);
        next_event(&w);
        const struct generator before = w.g;
        void *const state = malloc(w.program.user_data_size);
        memcpy(state, w.g.user_data, w.program.user_data_size);
        snprintf(first, sizeof first, "%s", next_event(&w));
        w.g = before;
        memcpy(w.g.user_data, state, w.program.user_data_size);
        check_event(&w, first);
        free(state);
        close_walk(&w);
    }
}

enum { DRAWS = 10000, ROWS = 10 };

/* How often each of ten rows comes. */
static void
count_draws(const char *order, int counts[ROWS])
{
    char script[128];
    struct walk w;

    snprintf(script, sizeof script, "-- plumbline: values rows.csv as id %s\nselect :id;\n", order);
    memset(counts, 0, ROWS * sizeof *counts);
    open_walk(&w, SCRIPT_PREPARED, script, 1, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[atoi(next_event(&w))]++;
    close_walk(&w);
}

/* Five standard deviations of a binomial count: these seeds are within them once and for all. */
static void
rows_come_as_often_as_their_order_says(void)
{
    int counts[ROWS];

    write_rows("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    count_draws("", counts);
    for (int i = 0; i < ROWS; i++)
        CHECK(counts[i] > 850 && counts[i] < 1150, "row %d came %d times of %d", i, counts[i], DRAWS);
    count_draws("zipfian 1", counts); /* H(10) = 2.929: 34.1 %, 17.1 % ... 3.4 %. */
    CHECK(counts[0] > 3177 && counts[0] < 3651, "the first row came %d times of %d", counts[0], DRAWS);
    CHECK(counts[9] > 250 && counts[9] < 432, "the last row came %d times of %d", counts[9], DRAWS);
}

/* What is wrong with a script, and below what; "" where nothing is. */
static const char *
fault_of(const char *script)
{
    static char out[1200];
    struct diag d = DIAG_NONE;
    struct script_set *const set = calloc(1, sizeof *set);

    script_set_init(set, SCRIPT_SIMPLE);
    script_set_add(set, script_path, strdup(script), 1, &d);
    snprintf(out, sizeof out, "%s", d.code == ERR_OK ? "" : d.text);
    CHECK(d.code == ERR_OK || (d.code == ERR_USAGE && d.hint[0] && d.excerpt[0]), "\"%s\" has a hint and its line", out);
    script_set_free(set);
    free(set);
    return out;
}

static void
mistakes_of_a_comment_have_a_place(void)
{
    static const struct {
        const char *script, *error;
    } cases[] = {
        {"-- plumbline: vales rows.csv as id\n", "visit.sql:1:15: a comment of plumbline is expected to say values"},
        {"-- plumbline: values\nselect 1;", "visit.sql:1:21: a file or a query in parentheses is expected"},
        {"-- plumbline: values '' as id\n", "visit.sql:1:22: a file or a query"},
        {"-- plumbline: values 'rows.csv as id\n", "visit.sql:1:22: a file or a query"},
        {"select 1;\n -- plumbline: values none.csv as id\n", "visit.sql:2:23: could not open file \"/tmp/"},
        {"-- plumbline: values . as id\n", "Is a directory"},
        {"-- plumbline: values /dev/null as id\n", "could not open file \"/dev/null\": Invalid argument"},
        {"-- plumbline: values rows.csv as\n", "visit.sql:1:33: the name of a variable is expected"},
        {"-- plumbline: values rows.csv as id,\n", "visit.sql:1:37: the name of a variable is expected"},
        {"-- plumbline: values rows.csv as a-b\n", "visit.sql:1:35: nothing, uniform, sequential or zipfian is expected"},
        {"-- plumbline: values rows.csv as id zipfian\n", "visit.sql:1:44: how steep it is is expected"},
        {"-- plumbline: values rows.csv as id zipfian -1\n", "visit.sql:1:45: how steep it is is expected"},
        {"-- plumbline: values rows.csv as id zipfian 1x\n", "visit.sql:1:45: how steep it is is expected"},
        {"-- plumbline: values rows.csv as id in order\n", "visit.sql:1:37: nothing, uniform"},
        {"-- plumbline: values (select 1) id\n", "visit.sql:1:33: as and the names of variables are expected"},
        {"-- plumbline: values (select ')' as id\n", "visit.sql:1:22: the parenthesis of the query is open"},
        {"-- plumbline: values (select 1\n-- ) as id\n", "visit.sql:1:22: the parenthesis of the query is open"},
        {"select 1\n-- plumbline: values rows.csv as id\n;", "visit.sql:2:1: a comment of plumbline stands before a statement"},
        {"select 1 -- plumbline: values rows.csv as id\n\\gset\n", "visit.sql:1:10: a comment of plumbline stands before"},
    };

    write_rows("1\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK_HAS(fault_of(cases[i].script), cases[i].error);
    CHECK_TEXT(fault_of("-- a comment of somebody else's: plumbline: values\nselect '-- plumbline: x';"), "");
}

static void
mistakes_of_a_file_have_a_place(void)
{
    static const struct {
        const char *rows, *names, *error;
    } cases[] = {
        {"", "as id", "rows.csv:1:1: there is no row"},
        {"\n\n", "as id", "rows.csv:1:1: there is no row"},
        {"id\n", "", "rows.csv:1:1: there is no row below the names"},
        {"id,user id\n1,2\n", "", "rows.csv:1:1: the first line names the variables, and \"user id\" is no name"},
        {"1,2\n", "as id", "rows.csv:1:1: a row has 2 values, and the script names 1 variables"},
        {"1\n2,3\n", "as id", "rows.csv:2:3: more values than in the first row, which has 1"},
        {"1,2\n3\n4,5\n", "as a, b", "rows.csv:2:2: fewer values than in the first row, which has 2"},
        {"1\n\xc3\xa4,\"x\n", "as id", "rows.csv:2:3: more values"},
        {"1\n\"x\n", "as id", "rows.csv:2:1: a quote is open at the end of the file"},
        {"1\n\"x\"\"", "as id", "rows.csv:2:1: a quote is open"},
        {"1\n\"x\"y\n", "as id", "rows.csv:2:4: a comma or the end of the line is expected"},
    };
    char script[128];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        write_rows(cases[i].rows);
        snprintf(script, sizeof script, "-- plumbline: values rows.csv %s\nselect 1;\n", cases[i].names);
        CHECK_HAS(fault_of(script), cases[i].error);
    }
}

static void
what_exceeds_a_bound_is_refused(void)
{
    FILE *const wide = fopen(rows_path, "w");
    char *const text = calloc(1, VALUE_ROWS_MAX * 2 + 3);
    struct csv_fault fault;
    struct value_rows rows;

    for (int i = 0; i < VALUE_COLUMNS_MAX; i++)
        fputs("1,", wide);
    fclose(wide);
    CHECK_HAS(fault_of("-- plumbline: values rows.csv as id\n"), "rows.csv:1:129: a row has more than 64 values");
    memset(text, 'x', VALUE_SIZE_MAX + 1);
    CHECK(!csv_read(text, VALUE_SIZE_MAX + 1, &rows, &fault), "a long value");
    CHECK_TEXT(fault.what, "a value is longer than 65536 bytes");
    CHECK(csv_read(text, VALUE_SIZE_MAX, &rows, &fault), "the longest value");
    value_rows_free(&rows);
    for (int i = 0; i <= VALUE_ROWS_MAX; i++)
        memcpy(text + (size_t)i * 2, "1\n", 2);
    CHECK(!csv_read(text, VALUE_ROWS_MAX * 2 + 2, &rows, &fault), "many rows");
    CHECK_TEXT(fault.what, "there are more than 1000000 rows");
    CHECK_INT(fault.at, VALUE_ROWS_MAX * 2);
    CHECK(csv_read(text, VALUE_ROWS_MAX * 2, &rows, &fault), "as many as there may be");
    value_rows_free(&rows);
    CHECK(!csv_read("a\0b", 3, &rows, &fault), "a NUL");
    CHECK_TEXT(fault.what, "a NUL byte: it is no text, or in UTF-16");
    free(text);
}

/* Queries. */

/* An answer of one column. */
static PGresult *
make_answer(const char *const *values, int count)
{
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    PGresAttDesc column = {.name = (char[]){"id"}};

    PQsetResultAttrs(result, 1, &column);
    for (int i = 0; i < count; i++)
        PQsetvalue(result, i, 0, (char *)(uintptr_t)values[i], values[i] ? (int)strlen(values[i]) : -1);
    return result;
}

static enum err
answer(struct walk *w, const char *const *values, int count, struct diag *d)
{
    PGresult *const result = make_answer(values, count);
    const struct reply reply = {result};

    *d = DIAG_NONE;
    w->program.take_answer(&w->program, 0, 0, &reply, d);
    PQclear(result);
    return d->code;
}

static void
a_query_is_asked_for_its_rows(void)
{
    static const char *const ids[] = {"b", NULL, "c", "a"};
    struct walk w;
    struct diag d;
    char what[128];

    open_walk(&w, SCRIPT_PREPARED, "\n-- plumbline: values (select id from t) as id sequential\nselect :id;\n", 1, 0);
    CHECK_INT(w.program.question_count, 1);
    CHECK_TEXT(w.program.question(&w.program, 0, 0, what, sizeof what), "(select id from t) LIMIT 100001");
    CHECK_HAS(what, "visit.sql:2:22: values on connection 1");
    check_event(&w, "null"); /* Nobody has been asked yet. */
    CHECK_INT(answer(&w, ids, 4, &d), ERR_OK);
    for (int i = 0; i < 4; i++) /* In one order, whatever the server's. */
        check_event(&w, ((const char *const[]){"null", "a", "b", "c"})[i]);
    close_walk(&w);
    open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values (select id from t Order By n) as id sequential\nselect :id;\n", 1, 0);
    CHECK_INT(answer(&w, ids, 4, &d), ERR_OK);
    for (int i = 0; i < 4; i++)
        check_event(&w, ids[i] ? ids[i] : "null");
    close_walk(&w);
}

static void
an_answer_that_does_not_do_names_the_query(void)
{
    static const char *const long_one[] = {"seventeen letters"};
    struct walk w;
    struct diag d;

    open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values (select id from t) as id\nselect :id;\n", 1, 0);
    CHECK_INT(answer(&w, NULL, 0, &d), ERR_USAGE);
    CHECK_HAS(d.text, "visit.sql:1:22: the query of values has no row");
    CHECK_HAS(d.hint, "fill its table");
    CHECK_INT(answer(&w, long_one, 1, &d), ERR_USAGE);
    CHECK_HAS(d.text, "a value of 17 bytes is longer than variables are, 16");
    CHECK_HAS(d.hint, "--variable-size");
    close_walk(&w);
    open_walk(&w, SCRIPT_PREPARED, "-- plumbline: values (select 1) as id, name\nselect :id;\n", 1, 0);
    CHECK_INT(answer(&w, long_one, 1, &d), ERR_USAGE);
    CHECK_HAS(d.text, "the query of values has 1 columns, and the script names 2 variables");
    close_walk(&w);
}

/* Each target is asked for what its own scripts draw. */
static void
a_target_is_asked_for_its_own(void)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = true};
    struct script_set *const set = calloc(1, sizeof *set);
    struct program p;
    struct diag d = DIAG_NONE;
    char what[128];

    script_set_init(set, SCRIPT_SIMPLE);
    script_set_add(set, "head/a.sql", strdup("-- plumbline: values (select 1) as id\nselect :id;"), 1, &d);
    script_set_next_target(set);
    script_set_add(set, "base/a.sql", strdup("-- plumbline: values (select 2) as id\nselect :id;"), 1, &d);
    program_init(&p, NULL, 1);
    CHECK(script_program(&p, set), "a program");
    CHECK_INT(program_finish(&p, &setup, &d), ERR_OK);
    CHECK_INT(p.question_count, 2);
    CHECK_TEXT(p.question(&p, 0, 0, what, sizeof what), "(select 1) LIMIT 100001");
    CHECK(!p.question(&p, 0, 1, what, sizeof what), "the first target is not asked for base's");
    CHECK(!p.question(&p, 1, 0, what, sizeof what), "nor the second for head's");
    CHECK_TEXT(p.question(&p, 1, 1, what, sizeof what), "(select 2) LIMIT 100001");
    program_free(&p);
}

static void
files_are_named(void)
{
    struct walk w;

    write_rows("1\n");
    open_walk(&w, SCRIPT_SIMPLE, "-- plumbline: values rows.csv as id\n\\copy t from 'rows.csv'\n", 1, 0);
    CHECK_TEXT(w.program.file(&w.program, 0), rows_path);
    CHECK_TEXT(w.program.file(&w.program, 1), rows_path);
    CHECK(!w.program.file(&w.program, 2), "no third");
    close_walk(&w);
}

int
main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(script_path, sizeof script_path, "%s/visit.sql", folder);
    snprintf(rows_path, sizeof rows_path, "%s/rows.csv", folder);
    rows_are_read_as_copy_reads_them();
    a_statement_has_them_as_its_protocol_sends_them();
    the_first_line_may_name_the_variables();
    a_comment_is_done_where_it_stands();
    a_seed_that_is_drawn_is_that_of_hashes();
    sequential_rows_are_shared_by_the_connections();
    a_retry_draws_the_same_rows();
    rows_come_as_often_as_their_order_says();
    mistakes_of_a_comment_have_a_place();
    mistakes_of_a_file_have_a_place();
    what_exceeds_a_bound_is_refused();
    a_query_is_asked_for_its_rows();
    an_answer_that_does_not_do_names_the_query();
    a_target_is_asked_for_its_own();
    files_are_named();
    unlink(rows_path);
    rmdir(folder);
    return check_result("values");
}
