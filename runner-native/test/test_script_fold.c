/*
 * What of a script's expressions is evaluated once, when it is read, and what in each event.
 */

#include <stdlib.h>
#include <string.h>

#include "check_values.h"
#include "program/script/expression.h"
#include "program/script/read.h"

/* Folds a script, and shows what its first \set or \if comes to: a value as it is written, else "-". */
static const char *
folded(const char *text)
{
    static char out[SCALAR_TEXT_SIZE];
    struct script_set *const set = calloc(1, sizeof *set);
    struct diag d = DIAG_NONE;
    int i = 0;

    script_set_init(set, SCRIPT_SIMPLE);
    set->text_capacity = 40;
    script_define_integer(set, "scale", 7);
    script_define(set, "given", "0.5");
    script_define(set, "word", "abc");
    CHECK_INT(script_set_add(set, "a.sql", strdup(text), 1, &d), ERR_OK);
    CHECK(script_fold(set), "memory");
    while (set->commands[i].verb != VERB_SET && set->commands[i].verb != VERB_BRANCH)
        i++;
    const struct script_node *const node = &set->nodes[set->commands[i].expression];
    snprintf(out, sizeof out, "-");
    if (node->type == NODE_VALUE)
        scalar_write(&node->value, out);
    script_set_free(set);
    free(set);
    return out;
}

static void
what_never_changes_is_a_value(void)
{
    CHECK_TEXT(folded("\\set x 100000 * :scale\n"), "700000");
    CHECK_TEXT(folded("\\set x (1 + :given) * 2\n"), "3");
    CHECK_TEXT(folded("\\set x case when :scale > 5 then 1 else 2 end\n"), "1");
    CHECK_TEXT(folded("\\set x :scale is null and true\n"), "false");
    CHECK_TEXT(folded("\\if :scale = 7\na;\n\\endif\n"), "true");
    CHECK_TEXT(folded("select 1 as a \\gset p_\n\\set x :scale\n"), "7");
}

static void
what_may_change_is_none(void)
{
    CHECK_TEXT(folded("\\set x random(1, :scale)\n"), "-");
    CHECK_TEXT(folded("\\set x 1 + random(1, 1)\n"), "-");
    CHECK_TEXT(folded("\\set x hash(:scale)\n"), "-"); /* By :default_seed. */
    CHECK_TEXT(folded("\\set x debug(1)\n"), "-");
    CHECK_TEXT(folded("\\set x :client_id\n"), "-");
    CHECK_TEXT(folded("\\set x :nothing\n"), "-");
    CHECK_TEXT(folded("\\set x :scale + 1\n\\set scale 3\n"), "-");
    CHECK_TEXT(folded("\\set x :scale\nselect 1 as cale \\gset s\n"), "-");
    CHECK_TEXT(folded("\\set x :scale\nselect 1 as scale \\aset\n"), "-");
}

static void
a_mistake_stays_for_the_event(void)
{
    CHECK_TEXT(folded("\\set x 1 / (:scale - 7)\n"), "-");
    CHECK_TEXT(folded("\\set x :word + 1\n"), "-");
}

int
main(void)
{
    what_never_changes_is_a_value();
    what_may_change_is_none();
    a_mistake_stays_for_the_event();
    return check_result("script fold");
}
