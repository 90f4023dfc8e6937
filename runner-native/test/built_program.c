#include "built_program.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENT_MAX = 32, STREAM_COUNT = 2 };

struct fake_server *
server_new(fake_script script, const char *sqlstate)
{
    struct fake_server *const s = calloc(1, sizeof *s);

    assert(s);
    s->script = script;
    s->sqlstate = sqlstate;
    fake_server_start(s);
    return s;
}

void
server_free(struct fake_server *s)
{
    fake_server_stop(s);
    free(s);
}

/* Takes what has come, as far as there is room. False at the end. */
static bool
take(int fd, char *text, size_t *length)
{
    char rest[4096];
    const size_t room = SAID_SIZE - 1 - *length;
    const ssize_t n = room > 0 ? read(fd, text + *length, room) : read(fd, rest, sizeof rest);

    if (n > 0 && room > 0)
        *length += (size_t)n;
    text[*length] = '\0';
    return n > 0;
}

/* Both at once, so that the program never waits for the other. */
static void
take_all(const int fds[STREAM_COUNT], char *texts[STREAM_COUNT])
{
    struct pollfd open[STREAM_COUNT];
    size_t lengths[STREAM_COUNT] = {0};
    int open_count = STREAM_COUNT;

    for (int i = 0; i < STREAM_COUNT; i++)
        open[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    while (open_count > 0 && poll(open, STREAM_COUNT, -1) > 0) {
        for (int i = 0; i < STREAM_COUNT; i++) {
            if (open[i].revents == 0 || take(fds[i], texts[i], &lengths[i]))
                continue;
            open[i].fd = -1; /* poll() looks over it. */
            open_count--;
        }
    }
}

const struct said *
program_run(struct fake_server *s, const char *const *arguments)
{
    static struct said said;
    const char *const program = getenv("PLUMBLINE_LOAD");
    const char *argv[ARGUMENT_MAX] = {program};
    char url[128];
    int streams[STREAM_COUNT][2], status = 0, count = 1;

    assert(program && "make test says where the program is");
    fake_server_settle(s); /* Whom it serves next sees what the test has set. */
    snprintf(url, sizeof url, "--pgsql-url=postgres://me@127.0.0.1:%d/db?sslmode=disable&gssencmode=disable", s->port);
    argv[count++] = url;
    for (; *arguments; arguments++) {
        assert(count < ARGUMENT_MAX - 1);
        argv[count++] = *arguments;
    }
    if (pipe(streams[0]) != 0 || pipe(streams[1]) != 0)
        abort();
    const pid_t child = fork();
    if (child == 0) {
        dup2(streams[0][1], STDOUT_FILENO);
        dup2(streams[1][1], STDERR_FILENO);
        for (int i = 0; i < STREAM_COUNT; i++) {
            close(streams[i][0]);
            close(streams[i][1]);
        }
        execv(program, (char *const *)argv);
        _exit(127);
    }
    for (int i = 0; i < STREAM_COUNT; i++)
        close(streams[i][1]);
    take_all((const int[]){streams[0][0], streams[1][0]}, (char *[]){said.out, said.err});
    for (int i = 0; i < STREAM_COUNT; i++)
        close(streams[i][0]);
    waitpid(child, &status, 0);
    fake_server_settle(s);
    said.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return &said;
}
