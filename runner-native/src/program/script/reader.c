#include "program/script/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "program/script/statement.h"

bool
reader_refuse(struct script_reader *r, size_t at, const char *what)
{
    script_fail(r->script, at, ERR_USAGE, r->diag, "%s", what);
    return false;
}

bool
reader_fail_memory(struct script_reader *r)
{
    fail(r->diag, ERR_INTERNAL, "out of memory for %s", r->script->path);
    return false;
}

char *
reader_copy(struct script_reader *r, size_t at, size_t length)
{
    char *const copy = copy_text(r->script->text + at, length);

    if (!copy)
        reader_fail_memory(r);
    return copy;
}

struct script_command *
reader_add(struct script_reader *r, enum script_verb verb, size_t at)
{
    struct script_set *const set = r->set;

    if (set->command_count == set->command_room) {
        const int room = set->command_room > 0 ? set->command_room * 2 : 64;
        struct script_command *const grown = reallocarray(set->commands, (size_t)room, sizeof *grown);
        if (!grown) {
            reader_fail_memory(r);
            return NULL;
        }
        set->commands = grown;
        set->command_room = room;
    }
    struct script_command *const command = &set->commands[set->command_count++];
    *command = (struct script_command){
        .verb = verb, .at = (uint32_t)at, .ordinal = r->ordinal, .expression = -1, .variable = -1, .target = -1};
    return command;
}

bool
reader_end_statement(struct script_reader *r, struct script_command *command)
{
    if (strlen(command->sql) >= SQL_SIZE_MAX - SCRIPT_PARAM_MAX * 4)
        return reader_refuse(r, command->at, "a statement is longer than 64,512 bytes");
    r->statement_count++;
    command->statement = script_statement(r->set, r->script, command, r->statement_count);
    return command->statement || reader_fail_memory(r);
}
