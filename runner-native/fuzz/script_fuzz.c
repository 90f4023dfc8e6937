/*
 * Scripts: any text is read into a program that can be walked to the end of an event, or is an error at a place of the text.
 *
 * The first byte chooses the protocol, the rest is the script.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "program/script/program.h"
#include "program/script/read.h"

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
        FUZZ_CHECK(d.code == ERR_WORKLOAD && strncmp(d.text, "f.sql:", 6) == 0);
    }
    free(g.user_data);
    free(text);
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
    set->text_capacity = 16;
    script_define_integer(set, "scale", 1);
    script_define(set, "given", "0.5");
    char *const text = size > 0 ? strndup((const char *)data + 1, size - 1) : strdup("");
    if (memmem(text, strlen(text), "debug", 5) || script_set_add(set, "f.sql", text, 1, &d) != ERR_OK) {
        FUZZ_CHECK(d.code == ERR_OK || (d.code == ERR_USAGE && d.hint[0] && strncmp(d.text, "f.sql:", 6) == 0));
        if (d.code == ERR_OK)
            free(text); /* debug() would fill the screen. */
        script_set_free(set);
        free(set);
        return 0;
    }
    const int command_count = set->command_count;
    program_init(&p, NULL, 1);
    FUZZ_CHECK(script_program(&p, set));
    FUZZ_CHECK(program_finish(&p, &setup, &d) == ERR_OK);
    walk(&p, command_count);
    program_free(&p);
    return 0;
}
