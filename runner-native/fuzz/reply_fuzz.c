/*
 * Rows that a server answers: whatever they are, an event goes on to its end, or is told as failed.
 *
 * The first byte chooses the workload, the second what is drawn. The rest are the answers of the statements of one event, with a form feed between them: a line
 * with the names of the columns, then a line for each row, values with tabs between them; \N is null. Whoever has no answer left ends.
 */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "catalog/workload.h"
#include "cli/command_line.h"
#include "fuzz.h"

enum { NAME_COUNT_MAX = 16, STEP_COUNT_MAX = 10000 };

/* Both script files are in memory. */
enum { JOINED_FD = 900, SINGLE_FD };

#define SCRIPT(second)                                                                                                         \
    "select 1 as a, 2 as b \\gset\n"                                                                                           \
    "\\set c :a + :b\n"                                                                                                        \
    "select 3 as x" second " \\aset p_\n"                                                                                      \
    "\\if :a > 1\n"                                                                                                            \
    "select :a, :p_a \\gset\n"                                                                                                 \
    "\\else\n"                                                                                                                 \
    "\\set c random(1, :b) + hash(:p_x)\n"                                                                                     \
    "\\endif\n"                                                                                                                \
    "\\sleep :a us\n"                                                                                                          \
    "select :c;\n"

static const char *const workloads[][6] = {
    {"tpcc", "--warehouses=2"},
    {"tpcc", "--db-ps-mode=disable", "--dialect=cockroachdb"},
    {"script", "--file=/proc/self/fd/900"},
    {"script", "--file=/proc/self/fd/901", "--protocol=prepared"},
    {"sql_inserts"},
    {"ycsb_a"},
    {"ycsb_e"},
    {"kv"},
};

/* What one event of a workload asks, and its answers. */
struct scene {
    struct program program;
    struct options options;
    struct generator generator;
    struct params params;
    char *text;
};

static void
keep_file(int fd, const char *text)
{
    const int file = memfd_create("script", MFD_CLOEXEC);

    FUZZ_CHECK(pwrite(file, text, strlen(text), 0) == (ssize_t)strlen(text));
    FUZZ_CHECK(dup2(file, fd) == fd);
    close(file);
}

static struct scene *
open_scene(const char *const *words)
{
    struct scene *const s = calloc(1, sizeof *s);
    char copies[8][64] = {"plumbline-load"};
    char *argv[9] = {copies[0]};
    int argc = 1;
    struct diag d = DIAG_NONE;

    FUZZ_CHECK(s);
    keep_file(JOINED_FD, SCRIPT(" \\; select 4 as a"));
    keep_file(SINGLE_FD, SCRIPT(""));
    for (; *words; words++)
        snprintf(copies[argc++], sizeof copies[0], "%s", *words);
    snprintf(copies[argc++], sizeof copies[0], "run");
    for (int i = 0; i < argc; i++)
        argv[i] = copies[i];
    const bool is_parsed = options_parse(&s->options, argc, argv, NULL, &d) == ERR_OK;
    if (!is_parsed || workload_program(&s->program, &s->options.load, &d) != ERR_OK)
        fprintf(stderr, "%s: %s\n", argv[1], d.text);
    FUZZ_CHECK(d.code == ERR_OK);
    s->text = malloc(s->program.text_size + 1);
    s->generator.user_data = calloc(1, s->program.user_data_size + 1);
    params_init(&s->params, s->program.user_data_size > 0 ? 23 : 20);
    return s;
}

static struct scene *
scene_of(unsigned number, uint64_t seed)
{
    static struct scene *scenes[sizeof workloads / sizeof workloads[0]];
    struct scene **const s = &scenes[number % (sizeof workloads / sizeof workloads[0])];

    if (!*s)
        *s = open_scene(workloads[s - scenes]);
    rng_init(&(*s)->generator.rng, seed, 0);
    memset((*s)->generator.user_data, 0, (*s)->program.user_data_size);
    (*s)->generator.sequence = 0;
    if ((*s)->program.start)
        (*s)->program.start(&(*s)->program, &(*s)->generator, 0);
    return *s;
}

static void
put_row(PGresult *result, int row, char *line, int column_count)
{
    for (int column = 0; column < column_count; column++) {
        char *const value = line ? strsep(&line, "\t") : NULL;
        const bool is_null = !value || strcmp(value, "\\N") == 0;
        FUZZ_CHECK(PQsetvalue(result, row, column, is_null ? NULL : value, is_null ? -1 : (int)strlen(value)));
    }
}

/* The text is cut up. */
static PGresult *
answer_of(char *text)
{
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    PGresAttDesc columns[NAME_COUNT_MAX] = {0};
    char *names = strsep(&text, "\n"), *line;
    int count = 0, row = 0;

    while (count < NAME_COUNT_MAX && names && (columns[count].name = strsep(&names, "\t")))
        count++;
    FUZZ_CHECK(PQsetResultAttrs(result, count, columns));
    while ((line = strsep(&text, "\n")))
        put_row(result, row++, line, count);
    return result;
}

static void
take_answer(struct scene *s, int statement, char *text)
{
    PGresult *const result = answer_of(text);
    const struct reply reply = {.result = result};

    if (s->program.statements[statement].statement->take_reply)
        program_take_reply(&s->program, statement, &s->generator, &reply);
    PQclear(result);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct scene *const s = scene_of(data[0], data[1]);
    char *const text = strndup((const char *)data + 2, size - 2), *rest = text, *answer;
    struct step step = {0};
    int steps = 0;

    program_begin(&s->program, &s->generator);
    while (step.kind != STEP_END && step.kind != STEP_FAIL) {
        FUZZ_CHECK(steps++ < STEP_COUNT_MAX);
        program_next(&s->program, &s->generator, &step);
        if (step.kind != STEP_SEND && step.kind != STEP_PIPELINE)
            continue;
        program_draw(&s->program, step.statement, &s->generator, &s->params);
        if (s->program.statements[step.statement].is_text)
            FUZZ_CHECK(program_write_text(&s->program, &step, &s->generator, &s->params, s->text) <= s->program.text_size);
        if (!(answer = strsep(&rest, "\f")))
            break;
        take_answer(s, step.statement, answer);
    }
    if (step.kind == STEP_FAIL && s->program.explain) {
        struct diag d = DIAG_NONE;
        s->program.explain(&s->program, &s->generator, &d);
        FUZZ_CHECK(d.text[0] != '\0');
    }
    free(text);
    return 0;
}
