#include "engine_run.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"
#include "report/report.h"

/* A report that keeps quiet. */

static void
quiet_phase(struct report *r, enum phase phase, int64_t began_ns, int64_t total_ns)
{
}

int64_t interval_events, interval_waiting_ns;
int interval_count;
int64_t interval_last_ns, interval_last_events;

static void
quiet_interval(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns, const struct monitor_sample *sample)
{
    if (phase == PHASE_MEASURE) {
        interval_count++;
        interval_last_ns = elapsed_ns;
        interval_last_events = 0;
    }
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        interval_events += sample->tallies[t]->events;
        interval_last_events += sample->tallies[t]->events;
    }
    if (sample->waiting_ns > interval_waiting_ns)
        interval_waiting_ns = sample->waiting_ns;
}

static void
quiet_retried(struct report *r, int target, const char *sqlstate, int64_t attempts)
{
}

static const struct report_ops quiet = {.phase_began = quiet_phase, .interval = quiet_interval, .retried = quiet_retried};

struct run *
new_run(const char *workload)
{
    struct run *const r = calloc(1, sizeof *r);

    assert(r);
    options_default(&r->options, workload_find(workload));
    r->options.command = COMMAND_RUN;
    r->options.load.rand_seed = 42;
    r->options.run.time_ns = 0;
    r->options.load.threads = 3;
    r->diag = DIAG_NONE;
    const int failed = pipe(r->signal_fds);
    assert(!failed);
    (void)failed;
    return r;
}

static void
start_server(struct run *r, int t)
{
    fake_server_start(&r->servers[t]);
    snprintf(r->urls[t], sizeof r->urls[t], "postgres://me@127.0.0.1:%d/db?sslmode=disable&gssencmode=disable",
             r->servers[t].port);
}

enum err
go(struct run *r)
{
    struct target targets[TARGET_COUNT_MAX];
    struct report report;
    const int target_count = r->options.connection.against ? 2 : 1;

    for (int t = 0; t < target_count; t++)
        start_server(r, t);
    r->options.connection.pgsql_url = r->urls[0];
    if (r->options.connection.against)
        r->options.connection.against = r->urls[1];
    for (int t = 0; t < target_count; t++)
        CHECK_INT(target_init(&targets[t], &r->options.connection, r->options.load.dialect,
                              r->options.run.thread_init_timeout_ns, t, &r->diag),
                  ERR_OK);
    report_init(&report, &r->options);
    report.ops = &quiet;
    interval_events = 0;
    interval_waiting_ns = 0;
    interval_count = 0;
    interval_last_ns = 0;
    const enum err e = engine_run(&r->engine, &r->options, targets, report_observer(&report), r->signal_fds[0], &r->outcome,
                                  &r->diag);
    if (r->outcome) {
        const struct accounting *const a = &r->outcome->accounting;
        CHECK_INT(a->started, a->done + a->failed + a->abandoned);
    }
    return e;
}

void
end_run(struct run *r)
{
    engine_free(r->engine);
    for (int t = 0; t < (r->options.connection.against ? 2 : 1); t++)
        fake_server_stop(&r->servers[t]);
    close(r->signal_fds[0]);
    close(r->signal_fds[1]);
    free(r);
}

const struct tally *
tally_of(const struct run *r, int t)
{
    return r->outcome->blocks[t].tally;
}
