/*
 * Scripts: any text is read into a program that can be walked to the end of an event, or is an error at a place of the text.
 *
 * The first byte chooses the protocol, and from 128 on that \shell and \setshell are allowed. The rest is the script, and behind a form
 * feed what is answered: to queries of values all lines, each a row with tabs between its values, \N for null; to programs that a script
 * runs one line after the other, and an empty one is a program that has failed. None is started: the Makefile puts the functions here in
 * the place of those that do.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "program/children.h"
#include "program/reply.h"
#include "program/script/program.h"
#include "program/script/read.h"

static const char *answers; /* All. */
static const char *unread;  /* Those that no program has given yet. */

struct children *__wrap_children_create(void);
void __wrap_children_free(struct children *c);
enum child_end __wrap_children_run(struct children *c, const char *text, char *answer, size_t answer_size, int *signal);

static char nobody;

struct children *
__wrap_children_create(void)
{
    return (struct children *)&nobody;
}

void
__wrap_children_free(struct children *c)
{
    FUZZ_CHECK(!c || c == (struct children *)&nobody);
}

enum child_end
__wrap_children_run(struct children *c, const char *text, char *answer, size_t answer_size, int *signal)
{
    const size_t length = strcspn(unread, "\n"), kept = length < answer_size ? length : answer_size - 1;

    FUZZ_CHECK(c == (struct children *)&nobody && strlen(text) < 4096);
    memcpy(answer, unread, kept);
    answer[kept] = '\0';
    unread += length + (unread[length] == '\n');
    *signal = 15;
    return length > 0 ? CHILD_DONE : unread[0] ? CHILD_FAILED : CHILD_ENDED;
}

/* The lines as rows, each with as many columns as the first. */
static PGresult *
rows_of(const char *lines)
{
    enum { COLUMN_COUNT_MAX = 8 };
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    PGresAttDesc columns[COLUMN_COUNT_MAX] = {0};
    char *const text = strdup(lines), *rest = text, *line;
    int count = 1, row = 0;

    for (const char *c = lines; *c && *c != '\n' && count < COLUMN_COUNT_MAX; c++)
        count += *c == '\t';
    for (int i = 0; i < count; i++)
        columns[i].name = (char *)(uintptr_t)"c";
    FUZZ_CHECK(PQsetResultAttrs(result, count, columns));
    while ((line = strsep(&rest, "\n"))) {
        for (int column = 0; column < count; column++) {
            char *const value = line ? strsep(&line, "\t") : NULL;
            const bool is_null = !value || strcmp(value, "\\N") == 0;
            FUZZ_CHECK(PQsetvalue(result, row, column, is_null ? NULL : value, is_null ? -1 : (int)strlen(value)));
        }
        row++;
    }
    free(text);
    return result;
}

/* False: the answer does not do, and the program is not walked. */
static bool
answer_questions(struct program *p)
{
    PGresult *const result = rows_of(answers);
    const struct reply reply = {.result = result};
    struct diag d = DIAG_NONE;
    char what[500];

    for (int i = 0; i < p->question_count && d.code == ERR_OK; i++)
        if (p->question(p, 0, i, what, sizeof what))
            p->take_answer(p, 0, i, &reply, &d);
    FUZZ_CHECK(d.code == ERR_OK || (d.code == ERR_USAGE && d.hint[0] && strncmp(d.text, "f.sql:", 6) == 0));
    PQclear(result);
    return d.code == ERR_OK;
}

/* An event has no more steps than its script has commands, one sleep, and a turn of the others for each hundred commands. */
static void
walk(struct program *p, int command_count)
{
    struct generator g = {.user_data = calloc(1, p->user_data_size)};
    static struct params params;
    char *const text = malloc(p->text_size + 1);
    struct step step = {0};
    struct diag d = DIAG_NONE;

    FUZZ_CHECK(g.user_data && text);
    params_init(&params, 23);
    rng_init(&g.rng, 1, 0);
    p->start(p, &g, 0);
    program_begin(p, &g);
    for (int left = command_count + command_count / 100 + 2; step.kind != STEP_END && step.kind != STEP_FAIL; left--) {
        FUZZ_CHECK(left > 0);
        program_next(p, &g, &step);
        if (step.kind != STEP_SEND && step.kind != STEP_PIPELINE)
            continue;
        FUZZ_CHECK(step.statement >= 0 && step.statement < p->statement_count);
        program_draw(p, step.statement, &g, &params);
        if (p->statements[step.statement].is_text)
            FUZZ_CHECK(program_write_text(p, &step, &g, &params, text) <= p->text_size);
        else
            FUZZ_CHECK(params.count == p->statements[step.statement].param_count);
    }
    if (step.kind == STEP_FAIL) {
        p->explain(p, &g, &d);
        FUZZ_CHECK((d.code == ERR_WORKLOAD || d.code == ERR_INTERRUPTED) && strncmp(d.text, "f.sql:", 6) == 0);
    }
    free(g.user_data);
    free(text);
}

/* Does it begin with a place in the script, or with a line and column of a file of values that the script names? */
static bool
names_place(const char *text)
{
    unsigned line, column;

    if (strncmp(text, "f.sql:", 6) == 0)
        return true;
    for (const char *at = text; (at = strchr(at, ':')); at++)
        if (sscanf(at, ":%u:%u: ", &line, &column) == 2)
            return true;
    return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const enum script_protocol protocol = size > 0 ? (enum script_protocol)(data[0] % 3) : SCRIPT_SIMPLE;
    const struct program_setup setup = {.integer_oid = 23, .is_text = protocol == SCRIPT_SIMPLE};
    struct script_set *const set = calloc(1, sizeof *set);
    struct program p;
    struct diag d = DIAG_NONE;

    FUZZ_CHECK(set);
    script_set_init(set, protocol);
    set->allows_shell = size > 0 && data[0] >= 128;
    set->text_capacity = 16;
    script_define_integer(set, "scale", 1);
    script_define(set, "given", "0.5");
    char *const input = size > 0 ? strndup((const char *)data + 1, size - 1) : strdup("");
    const size_t length = strcspn(input, "\f");
    char *const text = strndup(input, length);
    answers = unread = input + length + (input[length] == '\f');
    if (memmem(text, strlen(text), "debug", 5) || script_set_add(set, "f.sql", text, 1, &d) != ERR_OK) {
        FUZZ_CHECK(d.code == ERR_OK || (d.code == ERR_USAGE && d.hint[0] && names_place(d.text)));
        if (d.code == ERR_OK)
            free(text); /* debug() would fill the screen. */
        script_set_free(set);
        free(set);
        free(input);
        return 0;
    }
    const int command_count = set->command_count;
    program_init(&p, NULL, 1);
    FUZZ_CHECK(script_program(&p, set));
    FUZZ_CHECK(program_finish(&p, &setup, &d) == ERR_OK);
    if (answer_questions(&p))
        walk(&p, command_count);
    program_free(&p);
    free(input);
    return 0;
}
