#include "program/script/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMAND_TEXT_SIZE = 4096, ANSWER_SIZE = 128 };

static bool
refuse(struct script_state *state, const struct script_command *command, const char *why)
{
    return script_state_fail(state, (struct script_fault){.kind = FAULT_SHELL, .at = command->at, .text = why});
}

/* What a word stands for. NULL: a variable without a value. */
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
            return refuse(state, command, "a variable of the command has no value here");
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

/* Starts a shell whose standard output is `output`. As any other program it may be ended by a signal: those that this program holds
 * back or ignores are not held back or ignored there. -1: there is no process. */
static pid_t
start(const char *text, int output)
{
    const char *const arguments[] = {"sh", "-c", text, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    sigset_t none, ignored;
    pid_t process = -1;

    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&files);
    /* \shell means a shell: the user wrote the command, and allowed it by --allow-shell. */
    if (posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO) != 0 ||
        posix_spawn(&process, "/bin/sh", &files, &attributes, (char *const *)arguments, environ) != 0)
        process = -1;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return process;
}

/* The beginning of what the program writes. It may go on writing, and is not to be ended by that. */
static void
read_answer(int output, char answer[static ANSWER_SIZE])
{
    char rest[256];
    size_t length = 0;
    ssize_t got;

    do {
        const size_t room = ANSWER_SIZE - 1 - length;
        got = room > 0 ? read(output, answer + length, room) : read(output, rest, sizeof rest);
        length += got > 0 && room > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
    answer[length] = '\0';
}

/* Waits for its end. */
static bool
has_succeeded(struct script_state *state, const struct script_command *command, pid_t process)
{
    int status = 0;

    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    if (status == 0)
        return true;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
        return script_state_fail(
            state, (struct script_fault){.kind = FAULT_SHELL_ENDED, .at = command->at, .number = WTERMSIG(status)});
    return refuse(state, command, "the command has failed");
}

bool
shell_run(const struct script_set *set, struct script_state *state, const struct script_command *command)
{
    char text[COMMAND_TEXT_SIZE], answer[ANSWER_SIZE];
    int ends[2]; /* Of a pipe: that to read from, that to write to. */

    if (!join(set, state, command, text, sizeof text))
        return false;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return refuse(state, command, "no pipe for the command");
    const pid_t process = start(text, ends[1]);
    close(ends[1]);
    if (process >= 0)
        read_answer(ends[0], answer);
    close(ends[0]);
    if (process < 0)
        return refuse(state, command, "no process for the command");
    return has_succeeded(state, command, process) && (command->variable < 0 || take_answer(state, command, answer));
}
