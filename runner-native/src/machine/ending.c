#include "machine/ending.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"

/* Counted from when events are planned to be over. An open loop works off its queue meanwhile: BACKLOG_DRAIN_NS. */
#define OVERDUE_NS (2 * NS_PER_S)
/* Counted from when the programs are asked to end: until it is told that they are waited for, and until they are killed. A supervisor
 * that has sent SIGTERM may kill this program after five seconds. */
#define WORD_NS (1 * NS_PER_S)
#define KILL_NS (4 * NS_PER_S)
/* Counted from when the run is to stop, and from the second signal: workers end within a second, on a busy machine later. */
#define LEAVE_NS (5 * NS_PER_S)
#define LEAVE_AT_ONCE_NS (1 * NS_PER_S)

static int64_t
earlier_ns(int64_t a_ns, int64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

sigset_t
ending_let_signals(void)
{
    sigset_t signals, before;

    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &signals, &before);
    return before;
}

void
ending_init(struct ending *e, struct observer observer, struct children *children)
{
    *e = (struct ending){
        .observer = observer, .children = children, .word_ns = INT64_MAX, .kill_ns = INT64_MAX, .leave_ns = INT64_MAX};
}

void
ending_begin(struct ending *e, int signal)
{
    if (e->is_begun)
        return;
    e->is_begun = true;
    e->leave_ns = clock_now_ns() + LEAVE_NS + (e->children ? KILL_NS : 0);
    if (!e->children)
        return;
    children_ask(e->children, signal);
    e->word_ns = clock_now_ns() + WORD_NS;
    e->kill_ns = clock_now_ns() + KILL_NS;
}

enum stop
ending_read_signal(struct ending *e, int signal_fd)
{
    struct signalfd_siginfo info;

    if (read(signal_fd, &info, sizeof info) != (ssize_t)sizeof info)
        return STOP_NOT;
    const bool is_term = info.ssi_signo == SIGTERM;
    const int count = ++e->signal_counts[is_term];
    ending_begin(e, is_term ? SIGTERM : SIGINT);
    /* Who runs this program may pass on a Ctrl-C that has reached it too: only the same signal for a second time kills programs. */
    if (count > 1) {
        ending_hurry(e);
        e->leave_ns = earlier_ns(e->leave_ns, clock_now_ns() + LEAVE_AT_ONCE_NS);
    }
    return count + e->signal_counts[!is_term] == 1 ? STOP_DRAIN : STOP_NOW;
}

void
ending_hurry(struct ending *e)
{
    e->is_begun = true;
    e->leave_ns = earlier_ns(e->leave_ns, clock_now_ns() + LEAVE_NS);
    e->word_ns = e->kill_ns = INT64_MAX;
    if (e->children)
        children_kill(e->children);
}

/* When it is told that events are overdue. Not if they are given up as soon. */
static int64_t
overdue_ns(const struct ending *e, int64_t planned_ns, int64_t limit_ns)
{
    if (e->is_begun || e->is_overdue_told || planned_ns >= INT64_MAX - OVERDUE_NS)
        return INT64_MAX;
    return planned_ns + OVERDUE_NS < limit_ns ? planned_ns + OVERDUE_NS : INT64_MAX;
}

/* A worker that fails does not wake the engine: where one may wait for a program, it is looked for each second. */
static int64_t
patience_ns(const struct ending *e)
{
    return e->children && !e->is_begun ? NS_PER_S : 3600 * NS_PER_S;
}

int
ending_wait_ms(const struct ending *e, int64_t planned_ns, int64_t limit_ns)
{
    const int64_t told_ns = earlier_ns(overdue_ns(e, planned_ns, limit_ns),
                                       earlier_ns(e->leave_ns, earlier_ns(e->word_ns, e->kill_ns)));
    const int64_t left_ns = earlier_ns(earlier_ns(told_ns, limit_ns) - clock_now_ns(), patience_ns(e));

    return left_ns <= 0 ? 0 : (int)(left_ns / NS_PER_MS) + 1;
}

static void
check_children(struct ending *e, int64_t now_ns)
{
    if (now_ns >= e->word_ns) {
        const int count = children_count(e->children);
        e->word_ns = INT64_MAX;
        if (count > 0)
            e->observer.ops->awaits_shell(e->observer.context, count, KILL_NS - WORD_NS);
    }
    if (now_ns >= e->kill_ns) {
        const int count = children_kill(e->children);
        e->kill_ns = INT64_MAX;
        if (count > 0)
            e->observer.ops->killed_shell(e->observer.context, count);
    }
}

bool
ending_check(struct ending *e, int64_t planned_ns, int64_t limit_ns)
{
    const int64_t now_ns = clock_now_ns();

    if (now_ns >= overdue_ns(e, planned_ns, limit_ns)) {
        e->is_overdue_told = true;
        e->observer.ops->overdue(e->observer.context, now_ns - planned_ns, limit_ns == INT64_MAX ? -1 : limit_ns - now_ns);
    }
    check_children(e, now_ns);
    return now_ns >= e->leave_ns;
}
