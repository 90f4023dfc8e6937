/*
 * Scripts of two targets in one program: each connection walks those of its own.
 */

#include <stdlib.h>
#include <string.h>

#include "check_values.h"
#include "program/script/program.h"
#include "program/script/read.h"

/* The second target's, if it has its own, come after those of the first. */
static void
make(struct program *p, const char *first, const char *second)
{
    const struct program_setup setup = {.integer_oid = 23, .is_text = true};
    struct script_set *const set = calloc(1, sizeof *set);
    struct diag d = DIAG_NONE;

    script_set_init(set, SCRIPT_SIMPLE);
    CHECK_INT(script_set_add(set, "head/orders.sql", strdup(first), 1, &d), ERR_OK);
    if (second) {
        script_set_next_target(set);
        CHECK_INT(script_set_add(set, "base/orders.sql", strdup(second), 1, &d), ERR_OK);
        CHECK_INT(script_set_add(set, "base/never.sql", strdup("never;"), 0, &d), ERR_OK);
    }
    program_init(p, NULL, 1);
    CHECK(script_program(p, set), "a program");
    CHECK_INT(program_finish(p, &setup, &d), ERR_OK);
}

/* The statements of an event of a connection to that target, as "0 1 "; and its kind. */
static const char *
walk(const struct program *p, int target, int *kind)
{
    static char out[64];
    struct generator g = {.user_data = calloc(1, p->user_data_size)};
    struct step step = {0};
    size_t used = 0;

    p->start(p, &g, target);
    *kind = program_begin(p, &g);
    out[0] = '\0';
    for (program_next(p, &g, &step); step.kind == STEP_SEND; program_next(p, &g, &step))
        used += (size_t)snprintf(out + used, sizeof out - used, "%d ", step.statement);
    CHECK_INT(step.kind, STEP_END);
    free(g.user_data);
    return out;
}

static void
each_target_walks_its_own(void)
{
    struct program p;
    int kind;

    make(&p, "a;", "b; c;");
    CHECK_TEXT(walk(&p, 0, &kind), "0 ");
    CHECK_INT(kind, 0);
    CHECK_TEXT(walk(&p, 1, &kind), "1 2 ");
    CHECK_INT(kind, 1);
    program_free(&p);
}

static void
reports_have_those_of_their_target(void)
{
    struct program p;

    make(&p, "a;", "b; c;");
    CHECK_TEXT(p.event_names[0], "orders");
    CHECK_TEXT(p.event_names[1], "orders"); /* The first of that name that its target has. */
    CHECK_TEXT(p.statements[2].statement->name, "orders.2.c");
    CHECK_INT(program_event_count(&p, 0), 1);
    CHECK_INT(program_event_count(&p, 1), 2);
    CHECK(program_has_event(&p, 0, 0) && !program_has_event(&p, 0, 1), "the first is of the first target");
    CHECK(program_has_event(&p, 1, 1) && !program_has_event(&p, 1, 0), "the second of the second");
    CHECK(!program_has_event(&p, 2, 1), "of weight 0 there is none");
    CHECK(program_sends(&p, 0, 0) && !program_sends(&p, 0, 1), "and so are their statements");
    CHECK(program_sends(&p, 2, 1) && !program_sends(&p, 2, 0), "and so are their statements");
    program_free(&p);
}

static void
targets_share_what_none_has_alone(void)
{
    struct program p;
    int kind;

    make(&p, "a;", NULL);
    CHECK_INT(program_event_count(&p, 1), 1);
    CHECK(program_has_event(&p, 0, 0) && program_has_event(&p, 0, 1), "both have it");
    CHECK(program_sends(&p, 0, 0) && program_sends(&p, 0, 1), "and its statement");
    CHECK_TEXT(walk(&p, 1, &kind), "0 ");
    program_free(&p);
}

int
main(void)
{
    each_target_walks_its_own();
    reports_have_those_of_their_target();
    targets_share_what_none_has_alone();
    return check_result("script targets");
}
