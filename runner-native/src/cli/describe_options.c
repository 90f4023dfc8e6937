#include "cli/describe.h"

#include <string.h>

#include "catalog/workload.h"
#include "cli/compat.h"
#include "cli/option_set.h"
#include "cli/value.h"

static const char *
type_name(const struct option_row *row)
{
    switch (row->type) {
    case OPTION_INT:
    case OPTION_INT32: return "integer";
    case OPTION_REAL: return "number";
    case OPTION_BOOL: return "boolean";
    case OPTION_TEXT: return row->choices ? "choice" : "text";
    case OPTION_DURATION: return "duration";
    case OPTION_CHOICE: return "choice";
    case OPTION_OTHER: return row->kind->name;
    }
    return "";
}

/* A value as one would type it, or NULL: unset. */
static void
put_value(struct json_writer *j, const char *key, const struct option_row *row, const char *text)
{
    /* Room for a field of any type, alone. */
    _Alignas(max_align_t) char field[FAMILY_OPTIONS_SIZE] = {0};
    struct option_row alone = *row;
    struct diag ignored = DIAG_NONE;
    char json[OPTION_ECHO_SIZE] = "null";

    alone.offset = 0;
    if (text && value_read(&alone, field, text, &ignored) == ERR_OK)
        value_write(&alone, field, json);
    json_raw(j, key, json);
}

/* Prints such defaults, if one of them is the row's. */
static void
put_defaults_of(struct json_writer *j, const struct option_row *row, const char *kind, const char *name,
                const struct option_default *values)
{
    for (; values && values->name; values++) {
        if (strcmp(values->name, row->name) != 0)
            continue;
        json_object(j, NULL);
        json_text(j, kind, name);
        put_value(j, "value", row, values->value);
        json_end(j);
    }
}

/* Prints the defaults in the order in which they apply, later ones winning. */
static void
put_defaults(struct json_writer *j, const struct option_row *row)
{
    json_list(j, "defaults");
    for (size_t i = 0; dialect_at(i); i++)
        put_defaults_of(j, row, "dialect", dialect_at(i)->name, dialect_at(i)->defaults);
    for (size_t i = 0; workload_at(i); i++)
        put_defaults_of(j, row, "workload", workload_at(i)->name, workload_at(i)->defaults);
    for (size_t i = 0; compat_at(i); i++) {
        const struct compat_mode *const mode = compat_at(i);
        const struct option_default own_dialect[] = {{"dialect", mode->dialect}, {NULL, NULL}};
        put_defaults_of(j, row, "compat", mode->name, mode->dialect ? own_dialect : NULL);
        put_defaults_of(j, row, "compat", mode->name, mode->defaults);
    }
    json_end(j);
}

static bool
has_option(const struct family *family, const char *name)
{
    for (size_t g = 0; g < family->option_group_count; g++)
        for (size_t i = 0; i < family->option_groups[g].row_count; i++)
            if (strcmp(family->option_groups[g].rows[i].name, name) == 0)
                return true;
    return false;
}

/* The families that have it; null: all have, or the program does. */
static void
put_families_of(struct json_writer *j, const struct option_row *row)
{
    size_t family_count = 0, count = 0;

    for (; family_at(family_count); family_count++)
        count += has_option(family_at(family_count), row->name);
    if (count == 0 || count == family_count) {
        json_text(j, "families", NULL);
        return;
    }
    json_list(j, "families");
    for (size_t f = 0; family_at(f); f++)
        if (has_option(family_at(f), row->name))
            json_text(j, NULL, family_at(f)->name);
    json_end(j);
}

/* Prints the values that are allowed. */
static void
put_allowed(struct json_writer *j, const struct option_row *row)
{
    if (row->high > row->low && row->type != OPTION_OTHER) {
        json_real(j, "min", row->low);
        json_real(j, "max", row->high);
    }
    if (row->word)
        json_text(j, "word", row->word);
    if (row->type == OPTION_DURATION)
        json_text(j, "unit", row->unit_ns == NS_PER_S ? "s" : "ms");
    if (!row->choices)
        return;
    json_list(j, "choices");
    for (size_t i = 0; row->choices[i]; i++)
        json_text(j, NULL, row->choices[i]);
    json_end(j);
}

static void
put_option(struct json_writer *j, const struct option_entry *entry)
{
    static const char *const shapes[] = {[SHAPES_RUN] = "run", [SHAPES_DATA] = "data", [SHAPES_NOTHING] = "neither"};
    static const char *const shown[] = {
        [PRIVACY_NONE] = "all", [PRIVACY_URL] = "without-password", [PRIVACY_SECRET] = "nothing"};
    const struct option_row *const row = entry->row;

    json_object(j, NULL);
    json_text(j, "name", row->name);
    json_text(j, "type", type_name(row));
    put_value(j, "default", row, row->fallback);
    put_defaults(j, row);
    put_allowed(j, row);
    json_text(j, "group", entry->group->title);
    json_text(j, "help", row->help);
    put_families_of(j, row);
    json_text(j, "shapes", shapes[row->shapes]);
    json_text(j, "owner", row->is_of_harness ? "harness" : NULL);
    json_text(j, "shown", shown[row->privacy]);
    json_end(j);
}

void
describe_options(struct json_writer *j)
{
    struct option_table t;

    option_set_all(&t, NULL, NULL);
    json_list(j, "options");
    for (size_t i = 0; i < t.count; i++) {
        if (!option_table_is_first(&t, &t.entries[i]))
            continue;
        json_break(j);
        put_option(j, &t.entries[i]);
    }
    json_end(j);
}

void
describe_other_names(struct json_writer *j)
{
    json_list(j, "old_names");
    for (size_t i = 0; old_name_at(i); i++) {
        json_object(j, NULL);
        json_text(j, "name", old_name_at(i)->name);
        json_text(j, "option", old_name_at(i)->now);
        json_end(j);
    }
    json_end(j);
    json_break(j);
    json_list(j, "ignored_options");
    for (size_t i = 0; ignored_option_at(i); i++)
        json_text(j, NULL, ignored_option_at(i));
    json_end(j);
}
