#include "machine/resources.h"

#include <math.h>
#include <stdlib.h>

/* Marks the processes that serve our connections, as the server names them: right where it and this program count processes alike. */
static void
mark_backends(struct resources *r, int t, const struct worker *workers, struct outcome *out)
{
    int64_t *const pids = calloc((size_t)r->options->load.threads, sizeof *pids);
    size_t count = 0;

    for (int i = 0; pids && i < r->worker_count; i++)
        for (int c = 0; c < workers[i].loop.conn_count; c++)
            pids[count++] = PQbackendPID(workers[i].loop.conns[t][c].pg);
    const bool is_any = pids && server_cpu_mark_backends(&r->servers[t], pids, count) > 0;
    out->blocks[t].server_share = (struct server_share){.backends_ns = is_any ? 0 : -1};
    free(pids);
}

static void
keep_first(struct resources *r, const struct diag *d)
{
    if (d->code != ERR_OK && r->diag.code == ERR_OK)
        r->diag = *d;
}

static int64_t
server_pid(const struct options *o, int t)
{
    return t == 0 ? o->run.server_pid : o->run.against_server_pid;
}

void
resources_begin(struct resources *r, const struct options *o, const struct worker *workers, int worker_count,
                struct outcome *out)
{
    r->options = o;
    r->worker_count = worker_count;
    r->diag = DIAG_NONE;
    for (int t = 0; t < connection_target_count(&o->connection); t++) {
        const int64_t pid = server_pid(o, t);
        struct diag d = DIAG_NONE;
        if (pid == 0)
            continue;
        r->has_server[t] = server_cpu_start(&r->servers[t], pid, &d) == ERR_OK;
        keep_first(r, &d);
        if (r->has_server[t])
            mark_backends(r, t, workers, out);
    }
    neighbours_read(r->neighbours.before, workers, worker_count);
    host_read(&r->before);
}

void
resources_lap(struct resources *r, const struct slice_record *slice, struct outcome *out)
{
    for (int t = 0; t < connection_target_count(&r->options->connection); t++) {
        struct server_share *const share = &out->blocks[t].server_share;
        if (!r->has_server[t])
            continue;
        const struct server_cpu_lap lap = server_cpu_lap(&r->servers[t]);
        server_share_add(share, &lap, t == slice->target, slice->end_ns - slice->start_ns);
    }
}

static void
end_server(struct resources *r, int t, struct block *block)
{
    const bool is_one_server = r->options->run.server_pid == r->options->run.against_server_pid;
    struct diag d = DIAG_NONE;

    block->server_cpu_ns = -1;
    if (r->has_server[t] && server_cpu_stop(&r->servers[t], &block->server_cpu_ns, &d) == ERR_OK)
        block->server_cpu_source = server_cpu_source(&r->servers[t]);
    else
        block->server_cpu_ns = -1;
    if (r->has_server[t])
        block->server_memory_bytes = server_cpu_memory_bytes(&r->servers[t]);
    if (block->server_cpu_ns >= 0 && r->servers[t].has_clock)
        server_share_end(&block->server_share, block->server_cpu_ns);
    if (is_one_server) /* Both share it: it is never idle. */
        block->server_share.idle_ns = block->server_share.idle_wall_ns = 0;
    keep_first(r, &d);
}

/* Ends the account of what the host gave to this program. */
static void
end_host(const struct resources *r, struct outcome *out)
{
    const double measured_ns = (double)(r->after.at_ns - r->before.at_ns);
    const double usable_cpus = fmin(r->worker_count, host_usable_cpus());

    out->user_cpu_ns = r->after.user_cpu_ns - r->before.user_cpu_ns;
    out->system_cpu_ns = r->after.system_cpu_ns - r->before.system_cpu_ns;
    out->cpu_share = measured_ns > 0 ? (double)(out->user_cpu_ns + out->system_cpu_ns) / (measured_ns * usable_cpus) : 0;
    out->steal_share = host_steal_share(&r->before, &r->after);
    out->quota = quota_between(&r->before.quota, &r->after.quota);
}

void
resources_end(struct resources *r, const struct worker *workers, struct outcome *out)
{
    host_read(&r->after);
    end_host(r, out);
    neighbours_read(r->neighbours.after, workers, r->worker_count);
    out->others_share = neighbours_worst(&r->neighbours, r->worker_count, &out->others_cpu);
    for (int t = 0; t < connection_target_count(&r->options->connection); t++)
        end_server(r, t, &out->blocks[t]);
}

void
resources_free(struct resources *r)
{
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        server_cpu_free(&r->servers[t]);
}
