#include "catalog/script/script.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "catalog/script/script.h"

#define FIELD(field) .offset = offsetof(struct script_options, field)

/* Lists: each value is added to those before it. */

enum { LIST_ECHO_SIZE = 4096 }; /* Length from which on a list is cut off where it is shown. */

static bool
read_file(void *field, const char *text)
{
    struct script_files *const files = field;

    if (files->count == SCRIPT_COUNT_MAX || text[0] == '\0')
        return false;
    files->items[files->count++] = text;
    return true;
}

static bool
read_definition(void *field, const char *text)
{
    struct script_definitions *const definitions = field;
    const char *const equals = strchr(text, '=');

    if (definitions->count == DEFINITION_COUNT_MAX || !equals || !script_is_name(text, (size_t)(equals - text)))
        return false;
    definitions->items[definitions->count++] = text;
    return true;
}

/* As one text, with spaces between them. */
static void
write_list(const char *const *items, int count, char *json, size_t json_size)
{
    char joined[LIST_ECHO_SIZE];
    size_t used = 0;

    joined[0] = '\0';
    for (int i = 0; i < count && used < sizeof joined; i++)
        used += (size_t)snprintf(joined + used, sizeof joined - used, "%s%s", i == 0 ? "" : " ", items[i]);
    json_quote(joined, json, json_size);
}

static void
write_files(const void *field, char *json, size_t json_size)
{
    const struct script_files *const files = field;

    write_list(files->items, files->count, json, json_size);
}

static void
write_definitions(const void *field, char *json, size_t json_size)
{
    const struct script_definitions *const definitions = field;

    write_list(definitions->items, definitions->count, json, json_size);
}

static const struct option_kind files_kind = {
    .name = "text", .allowed = "a name; at most 128 SQL scripts are driven", .read = read_file, .write = write_files};
static const struct option_kind definitions_kind = {
    .name = "text",
    .allowed = "NAME=VALUE, the name of letters, digits and _, at most 64 times",
    .read = read_definition,
    .write = write_definitions};

static const char *const protocol_choices[] = {
    [SCRIPT_SIMPLE] = "simple", [SCRIPT_EXTENDED] = "extended", [SCRIPT_PREPARED] = "prepared", NULL};

static const char *const partition_choices[] = {[PARTITION_RANGE] = "range", [PARTITION_HASH] = "hash", NULL};

/* clang-format off */
static const struct option_row rows[] = {
    {.name = "file", .letter = 'f', .type = OPTION_OTHER, FIELD(files), .kind = &files_kind, .argument = "FILE[@W]",
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "a script in pgbench's language, drawn with weight W [1]; may be given again; -f FILE is the same"},
    {.name = "builtin", .letter = 'b', .type = OPTION_OTHER, FIELD(builtins), .kind = &files_kind, .argument = "NAME[@W]",
     .help = "a script of pgbench's own: tpcb-like, simple-update or select-only, or how its name begins; may be given again"},
    {.name = "against-file", .type = OPTION_OTHER, FIELD(against_files), .kind = &files_kind, .argument = "FILE[@W]",
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "a script for the server of --against, which then has no other; may be given again [the same scripts for both]"},
    {.name = "define", .letter = 'D', .type = OPTION_OTHER, FIELD(definitions), .kind = &definitions_kind,
     .argument = "NAME=VALUE", .is_of_harness = true,
     .help = "initial value of a variable of the scripts; may be given again"},
    {.name = "protocol", .letter = 'M', .type = OPTION_CHOICE, FIELD(protocol), .fallback = "simple",
     .choices = protocol_choices,
     .help = "how statements are sent: with the values in the text, as parameters, or prepared when they are first used"},
    {.name = "variable-size", .type = OPTION_INT, FIELD(variable_size), .fallback = "1024", .low = 32, .high = 1 << 20,
     .argument = "N", .help = "bytes of text that a variable of \\gset and \\aset holds"},
    {.name = "allow-shell", .type = OPTION_BOOL, FIELD(allow_shell), .fallback = "off",
     .help = "let \\shell and \\setshell of the scripts run programs on this computer"},
};

static const struct option_row table_rows[] = {
    {.name = "scale", .letter = 's', .type = OPTION_INT, FIELD(scale), .fallback = "0", .low = 0, .high = 1000000,
     .argument = "N", .shapes = SHAPES_DATA,
     .help = "scale factor, 100,000 accounts each; scripts know it as :scale; 0: 1, and a run of pgbench's own "
             "scripts asks the server"},
    {.name = "fillfactor", .letter = 'F', .type = OPTION_INT, FIELD(fillfactor), .fallback = "100", .low = 10, .high = 100,
     .argument = "P", .shapes = SHAPES_DATA, .help = "per cent of a page that prepare fills"},
    {.name = "partitions", .type = OPTION_INT, FIELD(partitions), .fallback = "0", .low = 0, .high = 10000, .argument = "N",
     .shapes = SHAPES_DATA, .help = "partitions of pgbench_accounts; 0: none"},
    {.name = "partition-method", .type = OPTION_CHOICE, FIELD(partition_method), .fallback = "range",
     .choices = partition_choices, .shapes = SHAPES_DATA, .help = "how to partition it"},
    {.name = "foreign-keys", .type = OPTION_BOOL, FIELD(foreign_keys), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "tpcc, script: foreign keys between the tables"},
    {.name = "unlogged-tables", .type = OPTION_BOOL, FIELD(unlogged_tables), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "tables without WAL"},
    {.name = "tablespace", .type = OPTION_TEXT, FIELD(tablespace), .argument = "NAME", .shapes = SHAPES_DATA,
     .help = "tablespace of the tables"},
    {.name = "index-tablespace", .type = OPTION_TEXT, FIELD(index_tablespace), .argument = "NAME", .shapes = SHAPES_DATA,
     .help = "tablespace of their keys"},
};
/* clang-format on */

const struct option_group script_option_groups[2] = {
    {"Scripts in pgbench's language (the workload script)", PLACE_EVENTS, rows, ARRAY_LENGTH(rows)},
    {"The tables of pgbench (script; give prepare and run the same)", PLACE_EVENTS, table_rows, ARRAY_LENGTH(table_rows)}};

void
script_settle(struct workload_options *o)
{
    if (script(o)->protocol == SCRIPT_SIMPLE)
        o->ps_mode = PS_MODE_DISABLE;
}

/* A longer one would be cut off by the server, which then finds none. */
static enum err
check_tablespace(const char *option, const char *name, struct diag *d)
{
    enum { NAME_SIZE_MAX = 63 }; /* NAMEDATALEN of PostgreSQL, without its NUL. */

    if (!name || (name[0] && strlen(name) <= NAME_SIZE_MAX))
        return ERR_OK;
    fail(d, ERR_USAGE, "--%s must have 1 to %d bytes", option, NAME_SIZE_MAX);
    fail_hint(d, "give it the name of a tablespace that there is: \\db of psql lists them");
    return d->code;
}

enum err
script_check(const struct workload_options *o, struct diag *d)
{
    const struct script_options *const s = script(o);

    if (s->files.count + s->builtins.count > SCRIPT_COUNT_MAX) {
        fail(d, ERR_USAGE, "more than %d scripts", SCRIPT_COUNT_MAX);
        fail_hint(d, "leave some out");
    } else if (o->ps_mode == PS_MODE_DISABLE && s->protocol != SCRIPT_SIMPLE) {
        fail(d, ERR_USAGE, "--db-ps-mode=disable sends text, --protocol=%s does not", protocol_choices[s->protocol]);
        fail_hint(d, "leave one of them out");
    } else if (o->pipeline) {
        fail(d, ERR_USAGE, "--pipeline=on is not for script");
        fail_hint(d, "write \\startpipeline and \\endpipeline around the statements, and give --protocol=extended or prepared");
    }
    if (d->code != ERR_OK || check_tablespace("tablespace", s->tablespace, d) != ERR_OK ||
        check_tablespace("index-tablespace", s->index_tablespace, d) != ERR_OK)
        return d->code;
    return script_check_names(o, d);
}
