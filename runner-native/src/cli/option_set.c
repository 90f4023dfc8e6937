#include "cli/option_set.h"

#include <assert.h>
#include <string.h>

static void
add_family(struct option_table *t, const struct family *family, enum option_place place, void *values)
{
    for (size_t g = 0; g < family->option_group_count; g++)
        if (family->option_groups[g].place == place)
            option_table_add(t, &family->option_groups[g], values);
}

static void
add_program(struct option_table *t, struct options *o, enum option_place place)
{
    for (size_t g = 0; program_option_group_at(g); g++)
        if (program_option_group_at(g)->place == place)
            option_table_add(t, program_option_group_at(g), o);
}

void
option_set_all(struct option_table *t, struct options *o, struct family_values *values)
{
    t->count = 0;
    for (enum option_place place = 0; place < PLACE_COUNT; place++) {
        add_program(t, o, place);
        for (size_t f = 0; family_at(f); f++) {
            assert(f < FAMILY_COUNT_MAX);
            add_family(t, family_at(f), place, values ? values->of[f] : NULL);
        }
    }
}

void
option_set_of(struct option_table *t, struct options *o)
{
    t->count = 0;
    for (enum option_place place = 0; place < PLACE_COUNT; place++) {
        add_program(t, o, place);
        if (o->load.workload)
            add_family(t, o->load.workload->family, place, o->load.family);
    }
}

enum err
option_set_refuse_foreign(const struct option_table *given, struct options *o, struct diag *d)
{
    struct option_table own;

    option_set_of(&own, o);
    for (size_t i = 0; i < given->count; i++) {
        const char *const name = given->entries[i].row->name;
        if (!given->entries[i].is_given || option_table_find(&own, name, strlen(name)))
            continue;
        fail(d, ERR_USAGE, "%s has no option --%s", o->load.workload->name, name);
        fail_hint(d, "leave it out; `plumbline-load %s --help` lists its options", o->load.workload->name);
        return d->code;
    }
    return ERR_OK;
}

void
options_default(struct options *o, const struct workload *workload)
{
    struct option_table t;

    *o = (struct options){.load.workload = workload};
    option_set_of(&t, o);
    option_table_reset(&t);
    option_table_apply(&t, workload ? workload->defaults : NULL);
    o->load.dialect = dialect_at(o->load.dialect_number);
}
