#include "cli/echo.h"

#include <string.h>

#include "catalog/workload.h"
#include "cli/compat.h"
#include "cli/option_set.h"
#include "cli/value.h"

void
options_visit(const struct options *o, void (*visit)(void *context, const struct option_row *row, const char *json),
              void *context)
{
    char json[OPTION_ECHO_SIZE];
    struct option_table t;

    option_set_of(&t, (struct options *)o); /* It is only read. */
    for (size_t i = 0; i < t.count; i++) {
        const struct option_row *const row = t.entries[i].row;
        if (row->privacy == PRIVACY_SECRET)
            continue;
        value_write(row, (const char *)t.entries[i].values + row->offset, json);
        visit(context, row, json);
    }
}

struct printing {
    FILE *file;
    const char *lead;
    int column;
};

static void
print_option(void *context, const struct option_row *row, const char *json)
{
    enum { WIDTH = 100 };
    struct printing *const p = context;
    const size_t length = strlen(json);
    /* JSON's quotes are for JSON; a value with a space keeps them. */
    const bool is_plain = json[0] == '"' && length >= 3 && !strpbrk(json, " \\");
    const int value_length = is_plain ? (int)length - 2 : (int)length;
    const int whole = (int)(strlen("--=") + strlen(row->name)) + value_length;

    if (strcmp(json, "null") == 0)
        return;
    if (p->column > 0 && p->column + 1 + whole > WIDTH) {
        fprintf(p->file, "\n");
        p->column = 0;
    }
    p->column += fprintf(p->file, "%s--%s=%.*s", p->column > 0 ? " " : p->lead, row->name, value_length, json + is_plain);
}

void
options_print(FILE *file, const struct options *o, const char *lead)
{
    struct printing printing = {.file = file, .lead = lead};

    options_visit(o, print_option, &printing);
    fprintf(file, "\n");
}

void
options_remark(FILE *file, const struct options *o)
{
    for (size_t i = 0; old_name_at(i); i++) {
        if (!(o->old_names & 1u << i))
            continue;
        fprintf(file, "plumbline-load: --%s is an old name: ", old_name_at(i)->name);
        if (old_name_at(i)->now)
            fprintf(file, "write --%s\n", old_name_at(i)->now);
        else
            fprintf(file, "name the workload by itself, as in plumbline-load %s %s\n", o->load.workload->name,
                    command_name(o->command));
    }
    if (o->absent_script)
        fprintf(file, "plumbline-load: there is no %s: %s is run as sysbench 1.0.20 has it\n", o->absent_script,
                o->load.workload->name);
    if (o->command == COMMAND_RUN && o->run.time_ns == 0 && o->run.events == 0)
        fprintf(file, "plumbline-load: --time=0 and --events=0: it runs until Ctrl-C\n");
}
