#include "cli/option_table.h"

#include <assert.h>
#include <string.h>

#include "cli/value.h"

static void *
field_of(const struct option_entry *entry)
{
    return (char *)entry->values + entry->row->offset;
}

/* Defaults are right, or they would not be here. */
static void
set_default(const struct option_entry *entry, const char *text)
{
    struct diag d = DIAG_NONE;
    const enum err e = value_read(entry->row, field_of(entry), text, &d);

    assert(e == ERR_OK);
}

void
option_table_add(struct option_table *t, const struct option_group *group, void *values)
{
    assert(t->count + group->row_count <= OPTION_ENTRY_MAX);
    for (size_t i = 0; i < group->row_count; i++)
        t->entries[t->count++] = (struct option_entry){.row = &group->rows[i], .group = group, .values = values};
}

void
option_table_reset(struct option_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->entries[i].row->fallback)
            set_default(&t->entries[i], t->entries[i].row->fallback);
}

bool
option_is_named(const char *name, const char *typed, size_t length)
{
    size_t at = 0;

    while (at < length && name[at] == (typed[at] == '_' ? '-' : typed[at]))
        at++;
    return at == length && name[at] == '\0';
}

struct option_entry *
option_table_find(struct option_table *t, const char *name, size_t length)
{
    for (size_t i = 0; i < t->count; i++)
        if (option_is_named(t->entries[i].row->name, name, length))
            return &t->entries[i];
    return NULL;
}

bool
option_table_is_first(const struct option_table *t, const struct option_entry *entry)
{
    for (const struct option_entry *before = t->entries; before < entry; before++)
        if (strcmp(before->row->name, entry->row->name) == 0)
            return false;
    return true;
}

bool
option_table_is_given(struct option_table *t, const char *name)
{
    const struct option_entry *const entry = option_table_find(t, name, strlen(name));

    return entry && entry->is_given;
}

enum err
option_table_take(struct option_table *t, const struct option_entry *entry, const char *value, struct diag *d)
{
    const struct option_row *const row = entry->row;
    const char *const text = value ? value : "on";

    if (!value && row->type != OPTION_BOOL) {
        fail(d, ERR_USAGE, "--%s needs a value", row->name);
        fail_hint(d, "write --%s=%s", row->name, row->argument ? row->argument : row->fallback);
        return d->code;
    }
    for (size_t i = 0; i < t->count; i++) {
        struct option_entry *const each = &t->entries[i];
        if (strcmp(each->row->name, row->name) != 0)
            continue;
        each->is_given = true;
        if (value_read(each->row, field_of(each), text, d) != ERR_OK)
            return d->code;
    }
    return ERR_OK;
}

void
option_table_apply_one(struct option_table *t, const char *name, const char *value)
{
    for (size_t i = 0; i < t->count; i++)
        if (!t->entries[i].is_given && strcmp(t->entries[i].row->name, name) == 0)
            set_default(&t->entries[i], value);
}

void
option_table_apply(struct option_table *t, const struct option_default *values)
{
    for (; values && values->name; values++)
        option_table_apply_one(t, values->name, values->value);
}
