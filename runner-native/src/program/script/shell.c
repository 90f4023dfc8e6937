#include "program/script/shell.h"

#include <stdio.h>
#include <string.h>

#include "program/children.h"

enum { COMMAND_TEXT_SIZE = 4096, ANSWER_SIZE = 128 };

static bool
refuse(struct script_state *state, const struct script_command *command, const char *why)
{
    return script_state_fail(state, (struct script_fault){.kind = FAULT_SHELL, .at = command->at, .text = why});
}

/* Text that a word stands for. NULL: a variable without a value. */
static const char *
text_of(const struct script_set *set, const struct script_state *state, const char *word, char number[static SCALAR_TEXT_SIZE])
{
    const int variable = word[0] == ':' ? script_find_variable(set, word + 1, strlen(word + 1)) : -1;
    size_t length;

    if (word[0] == ':' && word[1] == ':')
        return word + 1;
    if (word[0] != ':')
        return word;
    if (variable < 0 || state->variables[variable].form == VARIABLE_UNSET)
        return NULL;
    if (state->variables[variable].form == VARIABLE_NULL)
        return "";
    if (state->variables[variable].form != VARIABLE_SCALAR)
        return script_state_text(set, state, variable, &length);
    scalar_write(&state->variables[variable].value, number);
    return number;
}

static bool
join(const struct script_set *set, struct script_state *state, const struct script_command *command, char *out, size_t size)
{
    char number[SCALAR_TEXT_SIZE];
    size_t used = 0;

    for (int i = 0; command->words[i]; i++) {
        const char *const text = text_of(set, state, command->words[i], number);
        if (!text)
            return script_state_fail(
                state, (struct script_fault){.kind = FAULT_SHELL_VARIABLE, .at = command->at, .text = command->words[i]});
        used += (size_t)snprintf(out + used, size - used, "%s%s", i == 0 ? "" : " ", text);
        if (used >= size)
            return refuse(state, command, "the command is longer than 4,095 bytes");
    }
    return true;
}

/* The integer that the program wrote, with space around it. */
static bool
take_answer(struct script_state *state, const struct script_command *command, const char *answer)
{
    size_t start = strspn(answer, " \t\r\n"), length = strcspn(answer + start, " \t\r\n");
    struct scalar value = {.type = SCALAR_INTEGER};

    if (answer[start + length + strspn(answer + start + length, " \t\r\n")] != '\0' ||
        !scalar_read_integer(answer + start, length, &value.is.integer))
        return script_state_fail(state, (struct script_fault){.kind = FAULT_SHELL_NUMBER, .at = command->at});
    script_state_set(state, command->variable, &value);
    return true;
}

bool
shell_run(const struct script_set *set, struct script_state *state, const struct script_command *command)
{
    char text[COMMAND_TEXT_SIZE], answer[ANSWER_SIZE];
    int signal = 0;

    if (!join(set, state, command, text, sizeof text))
        return false;
    switch (children_run(set->children, text, answer, sizeof answer, &signal)) {
    case CHILD_DONE: return command->variable < 0 || take_answer(state, command, answer);
    case CHILD_FAILED: return refuse(state, command, "the command has failed");
    case CHILD_ENDED:
        return script_state_fail(state, (struct script_fault){.kind = FAULT_SHELL_ENDED, .at = command->at, .number = signal});
    case CHILD_NO_PIPE: return refuse(state, command, "no pipe for the command");
    case CHILD_NO_PROCESS: break;
    }
    return refuse(state, command, "no process for the command");
}
