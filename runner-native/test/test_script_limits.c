/*
 * Scripts that are no scripts, and those that ask for much: where they are refused, and what is the most. tests/native/script.test.ts
 * holds the same against pgbench.
 */

#include <stdlib.h>

#include "check_values.h"
#include "program/script/program.h"
#include "program/script/read.h"

/* The first statement of the last script, and what was wrong with it. */
static char statement[256];
static struct diag diag;

/* What is wrong with a script; "" where nothing is. */
static const char *
mistake_of(const char *text)
{
    static struct script_set set;

    script_set_init(&set, SCRIPT_SIMPLE);
    set.text_capacity = 100;
    diag = DIAG_NONE;
    statement[0] = '\0';
    script_set_add(&set, "f.sql", strdup(text), 1, &diag);
    for (int i = set.command_count - 1; i >= 0; i--)
        if (set.commands[i].sql)
            snprintf(statement, sizeof statement, "%s", set.commands[i].sql);
    script_set_free(&set);
    return diag.text;
}

static const char *
mistake_of_expression(const char *expression)
{
    char text[600];

    snprintf(text, sizeof text, "\\set x %s\n", expression);
    return mistake_of(text);
}

static void
a_malformed_case_has_a_place(void)
{
    static const struct {
        const char *expression, *mistake;
    } cases[] = {
        {"case when true then 1 end", ""},
        {"case when true then 1 else 2 end", ""},
        {"case when true then 1 when false then 2 else 3 end + 4", ""},
        {"case when case when true then true end then case when 1 then 2 end end", ""},
        {"case when true 2 end", "f.sql:1:23: syntax error in command \"set\": \"2\" stands where THEN should be"},
        {"case when true then 1 then 2 end",
         "f.sql:1:30: syntax error in command \"set\": \"then\" stands where WHEN, ELSE or END should be"},
        {"case when false then 5 then false end",
         "f.sql:1:31: syntax error in command \"set\": \"then\" stands where WHEN, ELSE or END should be"},
        {"case when true then 1 else 2 else 3 end",
         "f.sql:1:37: syntax error in command \"set\": \"else\" stands where END should be"},
        {"case when true then 1 else 2 when true then 3 end",
         "f.sql:1:37: syntax error in command \"set\": \"when\" stands where END should be"},
        {"case when true then 1 else 2 then 3 end",
         "f.sql:1:37: syntax error in command \"set\": \"then\" stands where END should be"},
        {"case when true else 1 end", "f.sql:1:23: syntax error in command \"set\": \"else\" stands where THEN should be"},
        {"case when true end", "f.sql:1:23: syntax error in command \"set\": \"end\" stands where THEN should be"},
        {"case when true when true then 1 end",
         "f.sql:1:23: syntax error in command \"set\": \"when\" stands where THEN should be"},
        {"case when then 1 end", "f.sql:1:18: \"then\" is neither a function nor a variable: those are written :then"},
        {"case when true then end", "f.sql:1:28: \"end\" is neither a function nor a variable: those are written :end"},
        {"case when true then 1",
         "f.sql:1:29: syntax error in command \"set\": the expression ends where WHEN, ELSE or END should be"},
        {"case when true then 1 else 2",
         "f.sql:1:36: syntax error in command \"set\": the expression ends where END should be"},
        {"case when true then 1 + end", "f.sql:1:32: \"end\" is neither a function nor a variable: those are written :end"},
        {"case else 1 end", "f.sql:1:13: syntax error in command \"set\": \"else\" stands where WHEN should be"},
        {"case end", "f.sql:1:13: syntax error in command \"set\": \"end\" stands where WHEN should be"},
        {"case", "f.sql:1:12: syntax error in command \"set\": the expression ends where WHEN should be"},
        {"case when true then 1 end end",
         "f.sql:1:34: syntax error in command \"set\": \"end\" stands where an operator or the end of the line should be"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK_TEXT(mistake_of_expression(cases[i].expression), cases[i].mistake);
}

/* The space behind a comment is no part of it; a copy that is too long is what the sanitizers see. */
static void
a_comment_ends_with_its_statement(void)
{
    static const struct {
        const char *text, *statement;
    } cases[] = {
        {"select 1 -- a note                              \n;\n", "select 1 -- a note"},
        {"select 1\n-- the end                              ", "select 1\n-- the end"},
        {"select 1 --\t \r\n;", "select 1 --"},
        {"select 1 --", "select 1 --"},
        {"select 1 /* a */   ", "select 1 /* a */"},
        {"select '  '   ;", "select '  '"},
        {"select 1 \\; -- a    ", "select 1 ; -- a"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_TEXT(mistake_of(cases[i].text), "");
        CHECK_TEXT(statement, cases[i].statement);
    }
}

static void
what_is_open_at_the_end_has_a_place(void)
{
    static const struct {
        const char *text, *mistake;
    } cases[] = {
        {"/* a", "f.sql:1:1: a comment is open at the end of the script"},
        {"/* a /", "f.sql:1:1: a comment is open at the end of the script"},
        {"/*/", "f.sql:1:1: a comment is open at the end of the script"},
        {"select E'a\\'", "f.sql:1:1: a quote is open at the end of the script"},
        {"select 'a''", "f.sql:1:1: a quote is open at the end of the script"},
        {"select $a$ b $", "f.sql:1:1: a text in dollars is open at the end of the script"},
        {"select $$ b $", "f.sql:1:1: a text in dollars is open at the end of the script"},
        {"select '''', E'\\'', $$$$, $a$ $ $a$ /* / */", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK_TEXT(mistake_of(cases[i].text), cases[i].mistake);
}

/* "\set x " with what is in the middle so many times. */
static const char *
mistake_of_many(int count, const char *first, const char *each, const char *last)
{
    char *text;
    size_t size;
    FILE *const file = open_memstream(&text, &size);

    fprintf(file, "\\set x %s", first);
    for (int i = 0; i < count; i++)
        fputs(each, file);
    fputs(last, file);
    fclose(file);
    const char *const mistake = mistake_of(text);
    free(text);
    return mistake;
}

static void
expressions_have_a_depth_and_a_size(void)
{
    CHECK_TEXT(mistake_of_many(200, "1", " + 1", ""), "");
    CHECK_TEXT(mistake_of_many(201, "1", " + 1", ""), "f.sql:1:810: operations stand in each other more than 200 deep");
    CHECK_HAS(mistake_of_many(1000000, "1", " + 1", ""), "values, variables, operators and functions");
    CHECK_HAS(mistake_of_many(300, "1", " is null", ""), "operations stand in each other more than 200 deep");
    CHECK_HAS(mistake_of_many(100000, "", "-", "1"), "f.sql:1:208: expressions stand in each other more than 200 deep");
    CHECK_HAS(mistake_of_many(100000, "", "(", "1"), "expressions stand in each other more than 200 deep");
    CHECK_HAS(mistake_of_many(100000, "", "abs(", "1"), "expressions stand in each other more than 200 deep");
    CHECK_HAS(mistake_of_many(100000, "", "case when 1 then ", "1"), "expressions stand in each other more than 200 deep");
    CHECK_TEXT(mistake_of_many(400, "case ", "when 1 then 2 ", "end"), "");
    CHECK_TEXT(mistake_of_many(500, "case ", "when 1 then 2 ", "end"),
               "f.sql:1:7011: an expression has more than 1000 values, variables, operators and functions");
    CHECK_HAS(mistake_of_many(17, "greatest(1", ", 1", ")"), "too many function arguments: at most 16");
}

/* How many of an event's steps let others have their turn, of so many commands that wait for nothing. */
static int
turns_of(int command_count)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = true};
    struct script_set *const set = calloc(1, sizeof *set);
    struct program p;
    struct diag d = DIAG_NONE;
    struct step step = {0};
    char *text;
    size_t size;
    int turns = 0;
    FILE *const file = open_memstream(&text, &size);

    for (int i = 0; i < command_count; i++)
        fprintf(file, "\\set x random(1, 10)\n");
    fprintf(file, "select :x;\n");
    fclose(file);
    script_set_init(set, SCRIPT_SIMPLE);
    CHECK_INT(script_set_add(set, "f.sql", text, 1, &d), ERR_OK);
    program_init(&p, NULL, 1);
    CHECK(script_program(&p, set), "a program");
    CHECK_INT(program_finish(&p, &setup, &d), ERR_OK);
    struct generator g = {.user_data = calloc(1, p.user_data_size)};
    p.start(&p, &g, 0);
    program_begin(&p, &g);
    for (program_next(&p, &g, &step); step.kind == STEP_SLEEP; program_next(&p, &g, &step)) {
        CHECK_INT(step.sleep_ns, 0);
        turns++;
    }
    CHECK_INT(step.kind, STEP_SEND);
    free(g.user_data);
    program_free(&p);
    return turns;
}

static void
a_turn_has_an_end(void)
{
    CHECK_INT(turns_of(0), 0);
    CHECK_INT(turns_of(99), 0);
    CHECK_INT(turns_of(250), 2);
    CHECK_INT(turns_of(100000), 1000);
}

/* Why the expression comes to nothing. */
static const char *
fault_of(const char *expression)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = true};
    struct script_set *const set = calloc(1, sizeof *set);
    struct program p;
    struct generator g = {0};
    struct step step = {0};
    static struct diag d;
    char text[200];

    d = DIAG_NONE;
    snprintf(text, sizeof text, "\\set x %s\nselect :x;\n", expression);
    script_set_init(set, SCRIPT_SIMPLE);
    script_set_add(set, "f.sql", strdup(text), 1, &d);
    program_init(&p, NULL, 1);
    CHECK(script_program(&p, set) && program_finish(&p, &setup, &d) == ERR_OK, "a program");
    g.user_data = calloc(1, p.user_data_size);
    p.start(&p, &g, 0);
    program_begin(&p, &g);
    program_next(&p, &g, &step);
    if (step.kind == STEP_FAIL)
        p.explain(&p, &g, &d);
    free(g.user_data);
    program_free(&p);
    return d.text;
}

/* Arithmetic can come to more than doubles hold, which no constant does. */
static void
a_parameter_without_end_is_refused(void)
{
    CHECK_TEXT(fault_of("random_gaussian(-9, 9, exp(1000))"),
               "f.sql:1:8: gaussian parameter must be at least 2 and finite, not inf");
    CHECK_TEXT(fault_of("random_gaussian(-9, 9, 2.5)"), "");
    CHECK_HAS(fault_of("random_zipfian(1, 9, exp(1000))"), "zipfian parameter must be in range");
    CHECK_TEXT(fault_of("random_exponential(1, 9, exp(1000))"), "");
}

static void
a_byte_order_mark_is_no_part_of_a_script(void)
{
    CHECK_TEXT(mistake_of("\xef\xbb\xbfselect 1;\n"), "");
    CHECK_TEXT(statement, "select 1");
    CHECK_TEXT(mistake_of("\xef\xbb\xbf\\set x 1\nselect :x;\n"), "");
    CHECK_TEXT(statement, "select :x");
    CHECK_TEXT(mistake_of("\xef\xbb\xbf\\set x 'b'\n"), "f.sql:1:8: unexpected character \"'\"");
}

/* A line that is longer than what is shown of it: the place is 182 bytes behind the first of the variables, whose characters of two bytes
 * are at 1 of each 6. */
static void
a_long_line_is_cut_between_characters(void)
{
    char text[400] = "\\set x ";

    for (int i = 0; i < 30; i++)
        strcat(text, ":\xc3\xa4 + ");
    CHECK_HAS(
        mistake_of(strcat(text, "  'b' :\xc3\xa4 + :\xc3\xa4 + :\xc3\xa4 + :\xc3\xa4 + :\xc3\xa4 + :\xc3\xa4 + :\xc3\xa4")),
        "f.sql:1:160: unexpected character");
    CHECK(strncmp(diag.excerpt, " + :\xc3\xa4 + ", 8) == 0, "it begins with a whole character: %s", diag.excerpt);
    const char *const end = strchr(diag.excerpt, '\n');
    CHECK(end && (unsigned char)end[-1] != 0xc3, "it ends with a whole character: %s", diag.excerpt);
    CHECK(end && strlen(end + 1) == 51, "the caret stands below the quote: %s", diag.excerpt);
}

static void
a_query_of_values_has_a_length(void)
{
    static char text[70000];

    snprintf(text, sizeof text, "-- plumbline: values (SELECT '%66000s') as id\nselect :id;\n", "x");
    CHECK_HAS(mistake_of(text), "f.sql:1:22: the query of values is longer than 65,000 bytes");
}

int
main(void)
{
    a_parameter_without_end_is_refused();
    a_malformed_case_has_a_place();
    a_comment_ends_with_its_statement();
    what_is_open_at_the_end_has_a_place();
    expressions_have_a_depth_and_a_size();
    a_turn_has_an_end();
    a_byte_order_mark_is_no_part_of_a_script();
    a_long_line_is_cut_between_characters();
    a_query_of_values_has_a_length();
    return check_result("script limits");
}
