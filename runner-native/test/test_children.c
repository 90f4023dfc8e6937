/*
 * Programs that are started and waited for: how they end, by themselves and otherwise. That they end with a load generator that is
 * killed: tests/native/programs.test.ts, too.
 */

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "check_values.h"
#include "program/children.h"

/* Of a process that is not let run for a while between starting a program and telling its guard. */
static bool is_slow;

ssize_t
write(int fd, const void *bytes, size_t size)
{
    if (is_slow)
        usleep(200000);
    return syscall(SYS_write, fd, bytes, size);
}

/* One that runs in a thread of its own. */
struct call {
    struct children *children;
    const char *text;
    enum child_end end;
    int signal;
    pthread_t thread;
};

static enum child_end
run(struct children *c, const char *text, char answer[static 16], int *signal)
{
    *signal = 0;
    return children_run(c, text, answer, 16, signal);
}

static void *
call_main(void *context)
{
    struct call *const call = context;
    char answer[16];

    call->end = run(call->children, call->text, answer, &call->signal);
    return NULL;
}

/* As soon as it runs. */
static void
begin(struct call *call, const char *text)
{
    call->text = text;
    pthread_create(&call->thread, NULL, call_main, call);
    while (children_count(call->children) == 0)
        usleep(1000);
}

static void
its_end_is_told_with_the_beginning_of_what_it_writes(void)
{
    static const struct {
        const char *text;
        enum child_end end;
        int signal;
        const char *answer;
    } cases[] = {
        {"echo 42", CHILD_DONE, 0, "42\n"},
        {"true", CHILD_DONE, 0, ""},
        {"yes | head -100000", CHILD_DONE, 0, "y\ny\ny\ny\ny\ny\ny\ny"},
        {"sleep 0.1 & echo early", CHILD_DONE, 0, "early\n"},
        {"(sleep 0.1; echo late) &", CHILD_DONE, 0, "late\n"},
        {"echo no; exit 3", CHILD_FAILED, 0, "no\n"},
        {"kill -INT $$", CHILD_ENDED, SIGINT, ""},
        {"kill -TERM $$", CHILD_ENDED, SIGTERM, ""},
        {"kill -KILL $$", CHILD_FAILED, SIGKILL, ""},
    };
    struct children *const c = children_create();
    char answer[16];
    int signal;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_INT(run(c, cases[i].text, answer, &signal), cases[i].end);
        CHECK_INT(signal, cases[i].signal);
        CHECK_TEXT(answer, cases[i].answer);
        CHECK_INT(children_count(c), 0);
    }
    children_free(c);
}

/* As under nohup, and in the background of a shell without job control. */
static void
one_ends_by_a_signal_that_this_program_ignores(void)
{
    static const struct {
        const char *text;
        int signal;
    } cases[] = {{"kill -INT $$; exit 3", SIGINT}, {"kill -TERM $$; exit 3", SIGTERM}};
    struct children *const c = children_create();
    char answer[16];
    int by;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        sighandler_t before = signal(cases[i].signal, SIG_IGN);
        CHECK_INT(run(c, cases[i].text, answer, &by), CHILD_ENDED);
        CHECK_INT(by, cases[i].signal);
        signal(cases[i].signal, before);
    }
    children_free(c);
}

static void
one_that_is_asked_ends(void)
{
    static const int signals[] = {SIGINT, SIGTERM};

    for (size_t i = 0; i < ARRAY_LENGTH(signals); i++) {
        struct call call = {.children = children_create()};
        begin(&call, "sleep 600 & while true; do sleep 0.1; done");
        children_ask(call.children, signals[i]);
        pthread_join(call.thread, NULL);
        CHECK_INT(call.end, CHILD_ENDED);
        CHECK_INT(call.signal, signals[i]);
        children_free(call.children);
    }
}

static void
one_that_does_not_heed_it_is_killed(void)
{
    struct call call = {.children = children_create()};

    begin(&call, "trap '' TERM; sleep 600 & while true; do sleep 0.1; done");
    CHECK_INT(children_kill(call.children), 1);
    pthread_join(call.thread, NULL);
    CHECK_INT(call.end, CHILD_ENDED);
    CHECK_INT(call.signal, SIGKILL);
    CHECK_INT(children_kill(call.children), 0);
    children_free(call.children);
}

/* What has left the group keeps its output open, and is not waited for. */
static void
nothing_is_waited_for_after_a_kill(void)
{
    struct call call = {.children = children_create()};
    int ends[2];
    char text[64];

    CHECK_INT(pipe(ends), 0);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC); /* The end is to be here alone, so that `cat` ends with it. */
    snprintf(text, sizeof text, "setsid cat <&%d & sleep 600", ends[0]);
    begin(&call, text);
    children_kill(call.children);
    pthread_join(call.thread, NULL);
    CHECK_INT(call.end, CHILD_ENDED);
    close(ends[0]);
    close(ends[1]);
    children_free(call.children);
}

static void
later_ones_get_the_same_signal(void)
{
    struct children *const c = children_create();
    char answer[16];
    int signal;

    children_ask(c, SIGTERM);
    CHECK_INT(run(c, "sleep 600", answer, &signal), CHILD_ENDED);
    CHECK_INT(signal, SIGTERM);
    children_kill(c);
    children_ask(c, SIGINT); /* Too late to be polite. */
    CHECK_INT(run(c, "sleep 600", answer, &signal), CHILD_ENDED);
    CHECK_INT(signal, SIGKILL);
    children_free(c);
}

/* Its end closes the pipe; one that is left behind writes to it. */
static void
none_is_left_by_a_process_that_is_killed_as_soon_as_it_has_started_it(void)
{
    int ends[2], status;
    char text[64], byte;

    CHECK_INT(pipe(ends), 0);
    snprintf(text, sizeof text, "kill -KILL $PPID; sleep 30; echo left >&%d", ends[1]);
    const pid_t killed = fork();
    if (killed == 0) {
        char answer[16];
        int signal;
        is_slow = true;
        run(children_create(), text, answer, &signal);
        _exit(0);
    }
    close(ends[1]);
    CHECK_INT(waitpid(killed, &status, 0), killed);
    CHECK_INT(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

int
main(void)
{
    its_end_is_told_with_the_beginning_of_what_it_writes();
    one_ends_by_a_signal_that_this_program_ignores();
    one_that_is_asked_ends();
    one_that_does_not_heed_it_is_killed();
    nothing_is_waited_for_after_a_kill();
    later_ones_get_the_same_signal();
    none_is_left_by_a_process_that_is_killed_as_soon_as_it_has_started_it();
    children_free(NULL);
    return check_result("test_children");
}
