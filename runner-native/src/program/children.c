#include "program/children.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { LOOK_MS = 50 }; /* Between two looks at a program that is to end. */

/* One that runs, on the stack of the thread that waits for it. */
struct child {
    pid_t process; /* And its group. */
    int output;    /* Output of the child. */
    struct child *next;
};

struct children {
    pthread_mutex_t lock;
    struct child *running;
    int signal;   /* Signal by which they were asked to end, or SIGKILL; 0: none. */
    int asked_fd; /* Readable as soon as there is a signal. */
    pid_t guard;  /* -1: not started. */
    int guard_fd; /* Pipe that it reads. */
};

/*
 * A guard, one for all of them, learns which groups begin and end, and kills those that are left when its pipe is closed: this
 * process has ended, whatever by. PR_SET_PDEATHSIG would end the shell of a program alone and not what it has started; a process group
 * has no such signal. It is a shell, for a copy of this process would make the kernel copy each page that is written from then on, and
 * one for all, for a guard of its own would double what a program costs: 2.1 to 2.4 ms instead of 1.0.
 */
static const char guard_text[] = "exec >/dev/null 2>&1\n"
                                 "trap '' HUP INT TERM\n"
                                 "groups=\n"
                                 "while read -r what group; do\n"
                                 "  left=\n"
                                 "  for each in $groups; do [ \"$each\" = \"$group\" ] || left=\"$left $each\"; done\n"
                                 "  groups=$left\n"
                                 "  [ \"$what\" = end ] || groups=\"$groups $group\"\n"
                                 "done\n"
                                 "for each in $groups; do kill -9 \"-$each\"; done\n";

/*
 * What a program's shell does first: it waits until the guard knows of it, at a file that the text names by GATE_FD. A program that
 * runs before would be left behind where this process is killed just then; so it ends here instead. On the line of the command, so
 * that the shell numbers lines as ever.
 */
static const char gated_text[] = "read -r _ <&9 || exit; exec 9<&-; %s";
enum { GATE_FD = 9 };

/* Starting. */

/* Files of a process; -1: those of this one. */
struct files {
    int input, output, gate;
};

/* A shell in a group of its own. As any other program it may be ended by a signal: those that this program holds back or ignores are
 * not held back or ignored there. -1: there is no process. */
static pid_t
start(const char *text, const struct files *files)
{
    const char *const arguments[] = {"sh", "-c", text, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, ignored;
    pid_t process = -1;
    int failed = 0;

    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGINT);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGTERM);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&actions);
    if (files->input >= 0)
        failed |= posix_spawn_file_actions_adddup2(&actions, files->input, STDIN_FILENO);
    else if (isatty(STDIN_FILENO)) /* Only the group in the foreground may read a terminal: another is stopped. */
        failed |= posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (files->output >= 0)
        failed |= posix_spawn_file_actions_adddup2(&actions, files->output, STDOUT_FILENO);
    if (files->gate >= 0)
        failed |= posix_spawn_file_actions_adddup2(&actions, files->gate, GATE_FD);
    /* A script's \shell means a shell: the user wrote the command, and allowed it by --allow-shell. */
    if (failed || posix_spawn(&process, "/bin/sh", &actions, &attributes, (char *const *)arguments, environ) != 0)
        process = -1;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return process;
}

/* The guard. */

/* Starts it with the first program. False: it cannot be. */
static bool
start_guard(struct children *c)
{
    int ends[2]; /* Ends of a pipe: one to read from, one to write to. No other process has the second. */

    if (c->guard >= 0)
        return true;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    c->guard = start(guard_text, &(struct files){.input = ends[0], .output = -1, .gate = -1});
    close(ends[0]);
    c->guard_fd = c->guard >= 0 ? ends[1] : -1;
    if (c->guard < 0)
        close(ends[1]);
    return c->guard >= 0;
}

static void
tell_guard(const struct children *c, const char *what, pid_t group)
{
    char line[32];
    const size_t length = write_text(line, sizeof line, "%s %d\n", what, (int)group);
    const ssize_t written = write(c->guard_fd, line, length);

    (void)written; /* A guard that was killed guards nothing. */
}

struct children *
children_create(void)
{
    struct children *const c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    c->guard = c->guard_fd = -1;
    c->asked_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (c->asked_fd < 0) {
        children_free(c);
        return NULL;
    }
    return c;
}

/* How a process has ended; of one that runs on, with WNOHANG, si_pid is 0. With WNOWAIT it stays in the kernel's list. */
static siginfo_t
look_at(pid_t process, int options)
{
    siginfo_t info = {0};

    while (waitid(P_PID, (id_t)process, &info, WEXITED | options) != 0 && errno == EINTR)
        ;
    return info;
}

void
children_free(struct children *c)
{
    if (!c)
        return;
    if (c->guard >= 0) {
        close(c->guard_fd);
        look_at(c->guard, 0);
    }
    if (c->asked_fd >= 0)
        close(c->asked_fd);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* One program. */

static void
let_through(struct children *c, struct child *child, int gate_fd)
{
    pthread_mutex_lock(&c->lock);
    tell_guard(c, "begin", child->process);
    child->next = c->running;
    c->running = child;
    if (c->signal != 0)
        kill(-child->process, c->signal);
    const ssize_t written = write(gate_fd, "\n", 1);
    (void)written; /* An empty pipe takes it. */
    pthread_mutex_unlock(&c->lock);
}

/* False: a guard is missing, or a gate, or a process. */
static bool
begin(struct children *c, struct child *child, const char *text, int output)
{
    int gate[2]; /* Ends of a pipe: one to read from, which stays open here until it is written to, and one to write to. */
    char *gated;

    pthread_mutex_lock(&c->lock);
    const bool is_guarded = start_guard(c);
    pthread_mutex_unlock(&c->lock);
    if (!is_guarded || pipe2(gate, O_CLOEXEC) != 0)
        return false;
    if (asprintf(&gated, gated_text, text) < 0)
        gated = NULL;
    child->process = gated ? start(gated, &(struct files){.input = -1, .output = output, .gate = gate[0]}) : -1;
    if (child->process >= 0)
        let_through(c, child, gate[1]);
    free(gated);
    close(gate[0]);
    close(gate[1]);
    return child->process >= 0;
}

/* Takes a child off the list, while its process is still in the kernel's: afterwards its number may be another's. */
static void
forget(struct children *c, const struct child *child)
{
    pthread_mutex_lock(&c->lock);
    struct child **place = &c->running;
    while (*place != child)
        place = &(*place)->next;
    *place = child->next;
    tell_guard(c, "end", child->process);
    pthread_mutex_unlock(&c->lock);
}

static int
asked_signal(struct children *c)
{
    pthread_mutex_lock(&c->lock);
    const int signal = c->signal;
    pthread_mutex_unlock(&c->lock);
    return signal;
}

static bool
is_by_signal(const siginfo_t *end)
{
    return end->si_pid != 0 && (end->si_code == CLD_KILLED || end->si_code == CLD_DUMPED);
}

/* Waits until there is something to read. False: the program is to end, and what others may still write is not waited for. */
static bool
await_output(struct children *c, const struct child *child)
{
    struct pollfd fds[] = {{.fd = child->output, .events = POLLIN}, {.fd = c->asked_fd, .events = POLLIN}};

    for (;;) {
        const int signal = asked_signal(c);
        const siginfo_t end = signal == 0 ? (siginfo_t){0} : look_at(child->process, WNOHANG | WNOWAIT);
        if (signal == SIGKILL || is_by_signal(&end))
            return false;
        const int ready = poll(fds, signal == 0 ? 2 : 1, signal == 0 ? -1 : LOOK_MS);
        if (ready > 0 && fds[0].revents != 0)
            return true;
    }
}

/* The beginning of what the program writes. It may go on writing, and is not to be ended by that. */
static void
read_answer(struct children *c, const struct child *child, char *answer, size_t size)
{
    char rest[256];
    size_t length = 0;
    ssize_t got = 1;

    while (got != 0 && await_output(c, child)) {
        const size_t room = size - 1 - length;
        got = read(child->output, room > 0 ? answer + length : rest, room > 0 ? room : sizeof rest);
        length += got > 0 && room > 0 ? (size_t)got : 0;
        if (got < 0 && errno != EINTR)
            break;
    }
    answer[length] = '\0';
}

static enum child_end
end_of(const siginfo_t *end, int asked, int *signal)
{
    if (!is_by_signal(end))
        return end->si_status == 0 ? CHILD_DONE : CHILD_FAILED;
    *signal = end->si_status;
    const bool is_ours = *signal == SIGKILL && asked == SIGKILL;
    return *signal == SIGINT || *signal == SIGTERM || is_ours ? CHILD_ENDED : CHILD_FAILED;
}

enum child_end
children_run(struct children *c, const char *text, char *answer, size_t answer_size, int *signal)
{
    struct child child;
    int ends[2]; /* Ends of a pipe: one to read from, one to write to. */

    if (pipe2(ends, O_CLOEXEC) != 0)
        return CHILD_NO_PIPE;
    child.output = ends[0];
    const bool is_begun = begin(c, &child, text, ends[1]);
    close(ends[1]);
    if (is_begun)
        read_answer(c, &child, answer, answer_size);
    close(ends[0]);
    if (!is_begun)
        return CHILD_NO_PROCESS;
    const siginfo_t end = look_at(child.process, WNOWAIT);
    if (is_by_signal(&end))
        kill(-child.process, SIGKILL);
    forget(c, &child);
    look_at(child.process, 0);
    return end_of(&end, asked_signal(c), signal);
}

/* All. */

static int
send_all(struct children *c, int signal)
{
    const uint64_t one = 1;
    int count = 0;

    pthread_mutex_lock(&c->lock);
    if (c->signal != SIGKILL)
        c->signal = signal;
    for (const struct child *child = c->running; child; child = child->next, count++)
        kill(-child->process, c->signal);
    pthread_mutex_unlock(&c->lock);
    const ssize_t written = write(c->asked_fd, &one, sizeof one);
    (void)written; /* A full counter is readable as well. */
    return count;
}

void
children_ask(struct children *c, int signal)
{
    send_all(c, signal);
}

int
children_kill(struct children *c)
{
    return send_all(c, SIGKILL);
}

int
children_count(struct children *c)
{
    int count = 0;

    pthread_mutex_lock(&c->lock);
    for (const struct child *child = c->running; child; child = child->next)
        count++;
    pthread_mutex_unlock(&c->lock);
    return count;
}
