#include "report/report.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

static const struct report_ops *const ops_of[] = {
    [OUTPUT_SYSBENCH] = &report_sysbench, [OUTPUT_NDJSON] = &report_ndjson, [OUTPUT_PGBENCH] = &report_pgbench};

void
report_init(struct report *r, const struct options *o)
{
    *r = (struct report){
        .ops = ops_of[o->report.output],
        .options = o,
        .target_count = connection_target_count(&o->connection),
        .started_at_ns = clock_now_ns(),
    };
}

void
report_flush(struct report *r)
{
    const int flushed = fflush(stdout);
    const int cause = errno;

    if (r->failure == 0 && (flushed != 0 || ferror(stdout)))
        r->failure = flushed != 0 ? cause : EIO; /* The cause of what a full buffer wrote is gone. */
}

/* Has its reader gone? A pipe or a socket shows that before anything is written to it. */
static bool
is_output_abandoned(void)
{
    struct pollfd fd = {.fd = STDOUT_FILENO};
    struct stat status;

    if (poll(&fd, 1, 0) <= 0 || !(fd.revents & (POLLERR | POLLHUP)))
        return false;
    /* A terminal that hangs up sends a signal, which nohup lets a program ignore. */
    return fstat(STDOUT_FILENO, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

bool
report_is_lost(struct report *r)
{
    if (r->failure == 0 && is_output_abandoned())
        r->failure = EPIPE;
    return r->failure != 0;
}

void
report_explain_loss(const struct report *r, struct diag *d)
{
    if (r->failure == 0)
        return;
    if (d->code == ERR_INTERRUPTED)
        *d = DIAG_NONE;
    if (r->failure == EPIPE) {
        fail(d, ERR_INTERRUPTED, "nothing reads the output: it is not complete");
        return;
    }
    fail(d, ERR_INTERNAL, "standard output: %s: it is not complete", strerror(r->failure));
    fail_hint(d, "is the disk full to which it goes?");
}

static void
observe_phase(void *context, enum phase phase, int64_t began_ns, int64_t total_ns)
{
    struct report *const r = context;

    if (r->ops->phase_began && !r->is_quiet)
        r->ops->phase_began(r, phase, began_ns, total_ns);
}

static void
observe_interval(void *context, enum phase phase, int64_t elapsed_ns, int64_t total_ns, const struct monitor_sample *sample)
{
    struct report *const r = context;

    if (!r->is_quiet)
        r->ops->interval(r, phase, elapsed_ns, total_ns, sample);
}

static void
observe_retried(void *context, int target, const char *sqlstate, int64_t attempts)
{
    struct report *const r = context;

    if (r->ops->retried && !r->is_quiet)
        r->ops->retried(r, target, sqlstate, attempts);
}

/* What a run waits for that is to end, and what was done about it: on standard error. */

static void
observe_overdue(void *context, int64_t late_ns, int64_t left_ns)
{
    const struct report *const r = context;

    fprintf(stderr, "plumbline-load: events are still in flight %s s after %s; ", plain_number(clock_seconds(late_ns), 2).text,
            options_slice_ns(r->options) != 0 ? "the end of their slice" : "--time");
    if (left_ns < 0)
        fprintf(stderr, "waiting for them (--forced-shutdown limits that)\n");
    else
        fprintf(stderr, "waiting for them until --forced-shutdown=%s ends the run, in %s s\n", r->options->run.forced_shutdown,
                plain_number(clock_seconds(left_ns), 3).text);
}

static const char *
plural_of(int count)
{
    return count == 1 ? "" : "s";
}

static void
observe_awaited_shell(void *context, int count, int64_t left_ns)
{
    fprintf(
        stderr,
        "plumbline-load: waiting for %d program%s that \\shell or \\setshell has started; %s killed in %s s, or by a second "
        "Ctrl-C\n",
        count, plural_of(count), count == 1 ? "it is" : "they are", plain_number(clock_seconds(left_ns), 2).text);
}

static void
observe_killed_shell(void *context, int count)
{
    fprintf(stderr, "plumbline-load: killed %d program%s of \\shell or \\setshell that did not end\n", count, plural_of(count));
}

static bool
is_gone(void *context)
{
    return report_is_lost(context);
}

struct observer
report_observer(struct report *r)
{
    static const struct observer_ops ops = {.phase_began = observe_phase,
                                            .interval = observe_interval,
                                            .retried = observe_retried,
                                            .overdue = observe_overdue,
                                            .awaits_shell = observe_awaited_shell,
                                            .killed_shell = observe_killed_shell,
                                            .is_gone = is_gone};

    return (struct observer){.ops = &ops, .context = r};
}
