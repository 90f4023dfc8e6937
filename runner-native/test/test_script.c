/*
 * Scripts in pgbench's language, docs/workloads.md section 1.14: what expressions come to, how statements are found, which steps
 * an event takes, and where mistakes are. tests/native/script.test.ts holds the same against pgbench itself.
 */

#include <stdlib.h>

#include "check_values.h"
#include "program/script/program.h"
#include "program/script/read.h"
#include "program/script/state.h"

/* A script alone, and one connection that walks it. */
struct stage {
    struct script_set *set;
    struct program program;
    struct generator generator;
    struct params params;
    struct diag diag;
    char wrote[4096];
};

static enum err
begin(struct stage *s, enum script_protocol protocol, const char *text)
{
    *s = (struct stage){.diag = DIAG_NONE};
    s->set = calloc(1, sizeof *s->set);
    script_set_init(s->set, protocol);
    s->set->text_capacity = 40;
    script_define_integer(s->set, "scale", 7);
    script_define_integer(s->set, "default_seed", 42);
    script_define(s->set, "given", "0.5");
    script_define(s->set, "word", "abc");
    script_define(s->set, "yes", "on");
    return script_set_add(s->set, "bench/orders.sql", strdup(text), 1, &s->diag);
}

static void
end(struct stage *s)
{
    program_free(&s->program);
    free(s->generator.user_data);
    free(s->set);
    *s = (struct stage){0};
}

/* Makes a program of the script, and begins an event. */
static void
start(struct stage *s)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = s->set->protocol == SCRIPT_SIMPLE};

    program_init(&s->program, NULL, 1);
    CHECK(script_program(&s->program, s->set), "a program");
    s->set = NULL; /* The program frees it. */
    CHECK_INT(program_finish(&s->program, &setup, &s->diag), ERR_OK);
    params_init(&s->params, 23);
    s->generator.user_data = calloc(1, s->program.user_data_size);
    s->program.start(&s->program, &s->generator, 0);
    program_begin(&s->program, &s->generator);
}

static struct step
next(struct stage *s)
{
    struct step step = {0};

    program_next(&s->program, &s->generator, &step);
    if (step.kind == STEP_SEND || step.kind == STEP_PIPELINE) {
        program_draw(&s->program, step.statement, &s->generator, &s->params);
        if (s->program.statements[step.statement].is_text)
            program_write_text(&s->program, &step, &s->generator, &s->params, s->wrote);
    }
    return step;
}

static void
free_unstarted(struct stage *s)
{
    script_set_free(s->set);
    end(s);
}

/* "type value", or the mistake. */
static const char *
value_of(const char *expression)
{
    static char out[1024];
    char text[600], written[SCALAR_TEXT_SIZE];
    struct stage s;

    snprintf(text, sizeof text, "\\set x %s\n", expression);
    if (begin(&s, SCRIPT_SIMPLE, text) != ERR_OK) {
        snprintf(out, sizeof out, "%s", s.diag.text);
        free_unstarted(&s);
        return out;
    }
    start(&s);
    if (next(&s).kind == STEP_FAIL) {
        s.program.explain(&s.program, &s.generator, &s.diag);
        snprintf(out, sizeof out, "%s", s.diag.text);
    } else {
        const struct script_state *const state = s.generator.user_data;
        const struct scalar *const x = &state->variables[script_find_variable(s.program.source, "x", 1)].value;
        scalar_write(x, written);
        snprintf(out, sizeof out, "%s %s", scalar_type_name(x->type), written);
    }
    end(&s);
    return out;
}

static const struct {
    const char *expression, *value;
} values[] = {
    {"1 + 2 * 3", "integer 7"},
    {"(1 + 2) * 3", "integer 9"},
    {"7 / 2", "integer 3"},
    {"-7 / 2", "integer -3"},
    {"-7 % 3", "integer -1"},
    {"7 / 2.0", "double 3.5"},
    {"1.0 / 0", "double Infinity"},
    {"- 5 - -3", "integer -2"},
    {"-9223372036854775808", "integer -9223372036854775808"},
    {"9223372036854775807", "integer 9223372036854775807"},
    {"5 % -1", "integer 0"},
    {".5", "double 0.5"},
    {"1e3", "double 1000"},
    {"1.e-1", "double 0.1"},
    {"1 << 3 | 1", "integer 9"},
    {"~ 1 + 1", "integer -3"},
    {"6 & 3 # 1", "integer 3"},
    {"-8 >> 1", "integer -4"},
    {"1 = 1.0", "boolean true"},
    {"1 <> 2 and not 2 > 3", "boolean true"},
    {"not 1 = 2", "boolean true"},
    {"true or 1 / 0 = 1", "boolean true"},
    {"false AND 1 / 0 = 1", "boolean false"},
    {"null and false", "null NULL"},
    {"true and null", "null NULL"},
    {"null + 1", "null NULL"},
    {"null is null", "boolean true"},
    {"1 isnull", "boolean false"},
    {"null notnull", "boolean false"},
    {"1 is true", "boolean false"},
    {"(1 = 1) is not false", "boolean true"},
    {"case when 1 > 2 then 3 when true then 4 else 5 end", "integer 4"},
    {"case when null then 1 end", "null NULL"},
    {"abs(-17)", "integer 17"},
    {"abs(-1.5)", "double 1.5"},
    {"int(5.5)", "integer 6"},
    {"int(2.5)", "integer 2"},
    {"double(2)", "double 2"},
    {"least(3, 1, 2)", "integer 1"},
    {"greatest(3, 1, 2.5)", "double 3"},
    {"mod(54, 32)", "integer 22"},
    {"pow(2, 10)", "double 1024"},
    {"power(2, 0.5)", "double 1.4142135623731"},
    {"sqrt(2)", "double 1.4142135623731"},
    {"pi()", "double 3.14159265358979"},
    {"exp(1)", "double 2.71828182845905"},
    {"ln(exp(1))", "double 1"},
    {"hash(10, 5)", "integer 5862924560876750601"},
    {"permute(0, 2, 1)", "integer 1"},
    {"random(5, 5)", "integer 5"},
    {":scale * 100", "integer 700"},
    {":given + 1", "double 1.5"},
    {":yes and true", "boolean true"},
    {"hash(1)=hash_murmur2(1, :default_seed)", "boolean true"},
};

static void
expressions_have_values(void)
{
    for (size_t i = 0; i < ARRAY_LENGTH(values); i++)
        CHECK(strcmp(value_of(values[i].expression), values[i].value) == 0, "%s is %s, expected %s", values[i].expression,
              value_of(values[i].expression), values[i].value);
}

static void
mistakes_in_expressions_have_a_place(void)
{
    static const struct {
        const char *expression, *error;
    } cases[] = {
        {"1 / 0", "bench/orders.sql:1:10: division by zero"},
        {"1 + 2 %  0", "bench/orders.sql:1:14: division by zero"},
        {"9223372036854775807 + 1", "1:28: bigint add out of range"},
        {"-9223372036854775808 - 1", "bigint sub out of range"},
        {"9223372036854775807 * 2", "bigint mul out of range"},
        {"-9223372036854775808 / -1", "bigint div out of range"},
        {"int(1e20)", "1:8: double to int overflow for 100000000000000000000"},
        {"1 and true", "cannot coerce integer to boolean"},
        {"true + 1", "cannot coerce boolean to int"},
        {"random(2, 1)", "empty range given to random"},
        {"random(-9223372036854775808, 9223372036854775807)", "is too large"},
        {"random_gaussian(1, 9, 1.9)", "gaussian parameter must be at least 2, not 1.9"},
        {"random_zipfian(1, 9, 1.0)", "zipfian parameter must be in range [1.001, 1000], not 1"},
        {"random_exponential(1, 9, 0)", "exponential parameter must be greater than zero, not 0"},
        {"permute(1, 0)", "permute size parameter must be greater than zero, not 0"},
        {":missing + 1", "1:8: undefined variable \"missing\": it has no value here"},
        {":word + 1", "malformed variable \"word\" value: \"abc\" is no number, boolean or null"},
        {"", "1:8: syntax error in command \"set\": the expression ends where a value should be"},
        {"1 +", "1:11: syntax error in command \"set\": the expression ends where a value should be"},
        {"1 2", "1:10: syntax error in command \"set\": \"2\" stands where an operator or the end of the line should be"},
        {"(1", "1:10: syntax error in command \"set\": the expression ends where an operator or \")\" should be"},
        {"x + 1", "1:8: \"x\" is neither a function nor a variable: those are written :x"},
        {"foo(1)", "1:8: unexpected function name: there is no foo"},
        {"abs(1, 2)", "unexpected number of arguments (abs): it takes at most 1, and 2 are given"},
        {"least()", "at least one argument expected (least)"},
        {"hash()", "unexpected number of arguments (hash): it takes at least 1, and 0 are given"},
        {"1 < 2 < 3", "1:14: comparisons do not follow each other"},
        {"9223372036854775808", "bigint constant overflow: an integer is at most 9223372036854775807"},
        {"1e999", "double constant overflow: it does not fit"},
        {"case 1 when 1 then 2 end", "where WHEN should be"},
        {"case when true 2 end", "where THEN should be"},
        {"1 is 2", "where NULL, TRUE or FALSE should be"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK(strstr(value_of(cases[i].expression), cases[i].error) != NULL, "%s: %s, expected %s", cases[i].expression,
              value_of(cases[i].expression), cases[i].error);
}

static void
statements_end_where_sql_has_them_end(void)
{
    static const struct {
        const char *text;
        int count;
        const char *last;
    } cases[] = {
        {"select 1", 1, "select 1"},
        {"  -- a comment; with one\n select 1;\n\n-- another\n", 1, "select 1"},
        {"select ';'; select \";\"", 2, "select \";\""},
        {"select 'it''s;'; select E'it\\';s'", 2, "select E'it\\';s'"},
        {"select $$;$$; select $a$ $b$;$a$", 2, "select $a$ $b$;$a$"},
        {"select /* ; /* ; */ ; */ 1; select 2", 2, "select 2"},
        {"create rule r as on insert to t do (select 1; select 2); select 3", 2, "select 3"},
        {"create function f() returns int begin atomic select 1; select case when true then 1 end; end; select 4", 2,
         "select 4"},
        {"select 1 \\; select 2;", 1, "select 1 ; select 2"},
        {"select '\\;';", 1, "select '\\;'"},
        {"begin; end;", 2, "end"},
    };
    struct stage s;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_INT(begin(&s, SCRIPT_SIMPLE, cases[i].text), ERR_OK);
        start(&s);
        CHECK_INT(s.program.statement_count, cases[i].count);
        CHECK_TEXT(s.program.statements[s.program.statement_count - 1].statement->text, cases[i].last);
        end(&s);
    }
}

static void
variables_stand_in_the_text(void)
{
    struct stage s;

    CHECK_INT(
        begin(&s, SCRIPT_SIMPLE, "\\set a 1 - 4\n\\set b 0.5\n\\set c true\nselect :a, :b, ':c', :word::text, '12:30', :none;"),
        ERR_OK);
    start(&s);
    CHECK_INT(next(&s).kind, STEP_SEND);
    CHECK_TEXT(s.wrote, "select -3, 0.5, 'true', abc::text, '12:30', :none");
    CHECK_INT(next(&s).kind, STEP_END);
    end(&s);
}

static void
variables_are_parameters(void)
{
    struct stage s;

    CHECK_INT(begin(&s, SCRIPT_PREPARED, "\\set a 1 - 4\nselect :a, :word, :none, :a;"), ERR_OK);
    start(&s);
    CHECK_INT(next(&s).kind, STEP_SEND);
    CHECK_TEXT(s.program.statements[0].statement->text, "select $1, $2, $3, $4");
    CHECK(s.program.statements[0].is_prepared, "it is prepared");
    CHECK_INT(s.program.statements[0].oids[0], 0);
    CHECK_INT(s.params.count, 4);
    CHECK_TEXT(s.params.values[0], "-3");
    CHECK_TEXT(s.params.values[1], "abc");
    CHECK(s.params.values[2] == NULL, "what has no value is null");
    CHECK_TEXT(s.params.values[3], "-3");
    CHECK_INT(s.params.formats[0], 0);
    end(&s);
}

/* The statements that an event of the script sends, joined; '.' for a sleep, '!' where it fails. */
static const char *
walk(const char *text)
{
    static char out[1024];
    struct stage s;
    size_t used = 0;

    if (begin(&s, SCRIPT_SIMPLE, text) != ERR_OK) {
        snprintf(out, sizeof out, "%s", s.diag.text);
        free_unstarted(&s);
        return out;
    }
    start(&s);
    for (struct step step = next(&s); step.kind != STEP_END; step = next(&s)) {
        used += (size_t)snprintf(out + used, sizeof out - used, "%s",
                                 step.kind == STEP_SEND    ? s.wrote
                                 : step.kind == STEP_SLEEP ? "."
                                                           : "!");
        if (step.kind == STEP_FAIL)
            break;
    }
    out[used] = '\0';
    end(&s);
    return out;
}

static void
conditions_are_taken(void)
{
#define CHOOSE(x)                                                                                                              \
    "\\set x " x                                                                                                               \
    "\n\\if :x = 1\na;\n\\elif :x = 2\nb;\n\\if true\nc;\n\\else\n1/0;\n\\endif\n\\elif :x = 3\n\\else\nd;\n\\endif\ne;"
    CHECK_TEXT(walk(CHOOSE("1")), "ae");
    CHECK_TEXT(walk(CHOOSE("2")), "bce");
    CHECK_TEXT(walk(CHOOSE("3")), "e");
    CHECK_TEXT(walk(CHOOSE("4")), "de");
    CHECK_TEXT(walk("\\if null\na;\n\\endif\n\\if 0.5\nb;\n\\endif"), "b");
    CHECK_TEXT(walk("\\if false\n\\set x 1 / 0\n\\endif\na;"), "a");
    CHECK_TEXT(walk("\\IF true\na;\n\\EndIf"), "a");
}

static void
lines_go_on_behind_a_backslash(void)
{
    CHECK_TEXT(walk("\\set x 1 + \\\n  2 \\\r\n + 3\nselect :x;"), "select 6");
}

static void
sleeps_have_units(void)
{
    static const struct {
        const char *text;
        int64_t ns;
    } cases[] = {{"\\sleep 10 us", 10 * NS_PER_US}, {"\\sleep 10ms", 10 * NS_PER_MS},     {"\\sleep 2", 2 * NS_PER_S},
                 {"\\sleep 2 s", 2 * NS_PER_S},     {"\\sleep :scale ms", 7 * NS_PER_MS}, {"\\sleep :scale", 7 * NS_PER_S}};
    struct stage s;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_INT(begin(&s, SCRIPT_SIMPLE, cases[i].text), ERR_OK);
        start(&s);
        const struct step step = next(&s);
        CHECK_INT(step.kind, STEP_SLEEP);
        CHECK_INT(step.sleep_ns, cases[i].ns);
        end(&s);
    }
}

static void
pipelines_are_steps(void)
{
    struct stage s;

    CHECK_INT(begin(&s, SCRIPT_PREPARED,
                    "select 1;\n\\startpipeline\nselect 2;\n\\syncpipeline\nselect 3;\n\\endpipeline\nselect 4;"),
              ERR_OK);
    start(&s);
    CHECK(s.program.is_pipelined, "the connection is in pipeline mode");
    const enum step_kind expected[] = {STEP_SEND, STEP_PIPELINE, STEP_SYNC, STEP_PIPELINE, STEP_FLUSH, STEP_SEND, STEP_END};
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        CHECK_INT(next(&s).kind, expected[i]);
    end(&s);
    CHECK_INT(begin(&s, SCRIPT_PREPARED, "\\startpipeline\nselect 1;"), ERR_OK);
    start(&s);
    next(&s);
    CHECK_INT(next(&s).kind, STEP_FAIL);
    s.program.explain(&s.program, &s.generator, &s.diag);
    CHECK_HAS(s.diag.text, "\\endpipeline is missing");
    end(&s);
}

static void
mistakes_in_scripts_have_a_place(void)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"select 1;\n  \\foo 1\n", "bench/orders.sql:2:3: invalid command name \"foo\""},
        {"\\set\n", "1:5: missing argument: the name of a variable"},
        {"\\set a-b 1\n", "1:6: invalid variable name"},
        {"\\set x 1 +\n", "1:11: syntax error in command \"set\": the expression ends"},
        {"\\endif\n", "1:1: \\endif without matching \\if"},
        {"select 1;\n\\if true\n", "2:1: \\if without matching \\endif"},
        {"\\if true\n\\else\n\\else\n\\endif", "3:1: \\else after \\else"},
        {"\\if true\n\\else\n\\elif true\n\\endif", "3:1: \\elif after \\else"},
        {"\\if true\n\\endif now\n", "2:8: unexpected argument in command \"endif\": nothing more"},
        {"\\gset\n", "1:1: \\gset must follow an SQL command"},
        {"select 1 \\gset\n\\gset\n", "2:1: \\gset must follow an SQL command"},
        {"\\sleep\n", "1:7: missing argument: how long"},
        {"\\sleep 1 h\n", "1:10: unrecognized time unit: it is us, ms or s"},
        {"\\sleep x\n", "1:8: a whole number or a variable"},
        {"\\startpipeline\n", "the simple protocol has no pipelines"},
        {"select 'a;\n", "1:1: a quote is open at the end"},
        {"/* a", "1:1: a comment is open at the end"},
        {"-- nothing\n", "bench/orders.sql: empty command list for script"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK(strstr(walk(cases[i].text), cases[i].error) != NULL, "%s: %s, expected %s", cases[i].text, walk(cases[i].text),
              cases[i].error);
}

static void
a_mistake_shows_its_line(void)
{
    struct stage s;

    CHECK_INT(begin(&s, SCRIPT_SIMPLE, "select 'ä';\n\\set\tä 'b'\nselect 1;"), ERR_USAGE);
    CHECK_HAS(s.diag.text, "bench/orders.sql:2:8: ");
    CHECK_TEXT(s.diag.excerpt, "\\set ä 'b'\n       ^");
    free_unstarted(&s);
}

static void
a_retry_begins_with_the_same_variables_and_draws(void)
{
    struct stage s;
    char first[sizeof s.wrote];

    CHECK_INT(begin(&s, SCRIPT_SIMPLE, "\\set x random(1, 1000000)\n\\set scale :scale + 1\nselect :x, :scale;"), ERR_OK);
    start(&s);
    void *const copy = malloc(s.program.user_data_size);
    memcpy(copy, s.generator.user_data, s.program.user_data_size);
    next(&s);
    memcpy(first, s.wrote, sizeof first);
    memcpy(s.generator.user_data, copy, s.program.user_data_size);
    program_begin(&s.program, &s.generator);
    next(&s);
    CHECK_TEXT(s.wrote, first);
    CHECK_HAS(s.wrote, ", 8");
    free(copy);
    end(&s);
}

static void
scripts_are_drawn_by_weight_and_have_names_of_their_own(void)
{
    enum { DRAWS = 40000 };
    struct stage s;
    int counts[4] = {0};

    CHECK_INT(begin(&s, SCRIPT_SIMPLE, "a;"), ERR_OK);
    CHECK_INT(script_set_add(s.set, "orders.sql", strdup("b;"), 3, &s.diag), ERR_OK);
    CHECK_INT(script_set_add(s.set, "or ders", strdup("c;"), 0, &s.diag), ERR_OK);
    start(&s);
    CHECK_TEXT(s.program.event_names[0], "orders");
    CHECK_TEXT(s.program.event_names[1], "orders_2");
    CHECK_TEXT(s.program.event_names[2], "or_ders");
    CHECK_TEXT(s.program.statements[1].statement->name, "orders_2.1.b");
    CHECK(!s.program.has_event[2], "of weight 0 there is none");
    rng_init(&s.generator.rng, 1, 1);
    for (int i = 0; i < DRAWS; i++)
        counts[program_begin(&s.program, &s.generator)]++;
    CHECK(counts[0] > 9600 && counts[0] < 10400, "a quarter of them: %d", counts[0]); /* Within 4.6 standard deviations. */
    CHECK_INT(counts[0] + counts[1], DRAWS);
    end(&s);
}

static void
a_seed_that_is_given_is_that_of_hashes(void)
{
    struct stage s;

    CHECK_INT(begin(&s, SCRIPT_SIMPLE, "\\set x hash(10)\nselect :x;"), ERR_OK);
    CHECK(script_define(s.set, "default_seed", "5"), "as -D does");
    start(&s);
    next(&s);
    CHECK_TEXT(s.wrote, "select 5862924560876750601");
    end(&s);
}

int
main(void)
{
    a_seed_that_is_given_is_that_of_hashes();
    expressions_have_values();
    mistakes_in_expressions_have_a_place();
    statements_end_where_sql_has_them_end();
    variables_stand_in_the_text();
    variables_are_parameters();
    conditions_are_taken();
    lines_go_on_behind_a_backslash();
    sleeps_have_units();
    pipelines_are_steps();
    mistakes_in_scripts_have_a_place();
    a_mistake_shows_its_line();
    a_retry_begins_with_the_same_variables_and_draws();
    scripts_are_drawn_by_weight_and_have_names_of_their_own();
    return check_result("script");
}
