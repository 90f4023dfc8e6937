#ifndef PLUMBLINE_TEST_TPCC_SCENE_H
#define PLUMBLINE_TEST_TPCC_SCENE_H

/*
 * Transactions of tpcc without a server: what they send, and what they make of the answers that a test gives them. A header alone, for
 * each test program counts its own checks.
 */

#include <stdlib.h>

#include "catalog/tpcc/transaction.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "parse.h"

/* The options of `tpcc run` with these words; NULL after the last. */
static inline struct options
tpcc_options_of(const char *const words[])
{
    struct options o;
    struct diag d;

    CHECK(parse(&o, &d, NULL, words) == ERR_OK, "%s", d.text);
    return o;
}

#define OPTIONS(...) tpcc_options_of((const char *const[]){__VA_ARGS__, "tpcc", "run", NULL})

struct scene {
    struct options options;
    struct program program;
    struct generator generator;
    struct params params;
};

static inline void
open_scene(struct scene *s, struct options options)
{
    struct diag d = DIAG_NONE;

    *s = (struct scene){.options = options};
    CHECK(workload_program(&s->program, &s->options.load, &d) == ERR_OK, "%s", d.text);
    s->generator.user_data = calloc(1, s->program.user_data_size);
    params_init(&s->params, options_integer_oid(&s->options.load));
    rng_init(&s->generator.rng, 11, 12);
}

static inline void
close_scene(struct scene *s)
{
    free(s->generator.user_data);
    program_free(&s->program);
}

/* Begins events until one is of this kind. */
static inline struct tpcc_state *
begin_kind(struct scene *s, int kind)
{
    while (s->program.begin(&s->program, &s->generator) != kind)
        continue;
    return state_of(&s->generator);
}

/* Gives a statement rows of `columns` texts each; returns the fault that it found. */
static inline const char *
answer(struct scene *s, const char *name, int rows, int columns, const char *const *values)
{
    static PGresAttDesc described[16];
    PGresult *const result = PQmakeEmptyPGresult(NULL, PGRES_TUPLES_OK);
    char text[64];

    for (int i = 0; i < columns; i++)
        described[i].name = (char *)"column";
    PQsetResultAttrs(result, columns, described);
    for (int i = 0; i < rows * columns; i++) {
        snprintf(text, sizeof text, "%s", values[i]);
        PQsetvalue(result, i / columns, i % columns, text, (int)strlen(text));
    }
    const char *const fault = program_take_reply(&s->program, program_find(&s->program, name), &s->generator,
                                                 &(struct reply){.result = result});
    PQclear(result);
    return fault;
}

#define ANSWER(s, name, rows, columns, ...) answer(s, name, rows, columns, (const char *const[]){__VA_ARGS__})

/* Parameter `index` of a statement, as it would be sent now. */
static inline const char *
param(struct scene *s, const char *name, int index)
{
    s->params.count = 0;
    program_draw(&s->program, program_find(&s->program, name), &s->generator, &s->params);
    CHECK(index < s->params.count, "%s has %d parameters", name, s->params.count);
    return s->params.values[index];
}

/* The next step is this statement, ROLLBACK or END. */
static inline void
expect_step(struct scene *s, const char *expected)
{
    static const char *const others[] = {[STEP_ROLLBACK] = "ROLLBACK", [STEP_END] = "END"};
    struct step step;

    s->program.next(&s->program, &s->generator, &step);
    const char *const name = step.kind == STEP_SEND ? s->program.statements[step.statement].statement->name : others[step.kind];
    CHECK_TEXT(name, expected);
}

#endif
