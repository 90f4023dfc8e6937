/*
 * The lines of PROTOCOL.md.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

#include "base/clock.h"
#include "base/json.h"
#include "catalog/workload.h"
#include "cli/echo.h"
#include "cli/stages.h"
#include "machine/host.h"
#include "report/latency.h"
#include "report/report.h"

static void
put_string(const char *text)
{
    char quoted[2048];

    json_quote(text, quoted, sizeof quoted);
    printf("%s", quoted);
}

/* A share or a rate; null when it is negative, which stands for unknown. */
static void
put_real(double value)
{
    if (value < 0)
        printf("null");
    else
        printf("%.6g", value);
}

static void
begin_line(const char *type)
{
    printf("{\"v\":1,\"type\":\"%s\"", type);
}

static void
end_line(struct report *r)
{
    printf("}\n");
    report_flush(r);
}

static void
put_targets(const struct report *r, const struct target *targets)
{
    printf(",\"targets\":[");
    for (int t = 0; t < r->target_count; t++) {
        printf("%s{\"target\":%d,\"host\":", t == 0 ? "" : ",", t);
        put_string(targets[t].host);
        printf(",\"port\":");
        put_string(targets[t].port);
        printf(",\"database\":");
        put_string(targets[t].database);
        printf(",\"user\":");
        put_string(targets[t].user);
        printf(",\"sslmode\":");
        put_string(targets[t].sslmode);
        printf("}");
    }
    printf("]");
}

static void
put_option(void *context, const struct option_row *row, const char *json)
{
    bool *const is_first = context;

    printf("%s\"%s\":%s", *is_first ? "" : ",", row->name, json);
    *is_first = false;
}

static void
put_options(const struct options *o)
{
    bool is_first = true;

    printf(",\"options\":{");
    options_visit(o, put_option, &is_first);
    printf("}");
}

static int64_t
since_hello_ns(const struct report *r)
{
    return clock_now_ns() - r->started_at_ns;
}

static void
hello(struct report *r, const struct target *targets)
{
    const struct options *const o = r->options;

    begin_line("hello");
    printf(",\"program\":\"plumbline-load\",\"version\":\"%s\",\"profile\":", PLUMBLINE_VERSION);
    put_string(PLUMBLINE_PROFILE);
    printf(",\"libpq\":%d", PQlibVersion());
    build_put();
    printf(",\"command\":\"%s\",\"workload\":\"%s\",\"dialect\":\"%s\",\"started_at_unix_ns\":%" PRId64,
           command_name(o->command), o->load.workload->name, o->load.dialect->name,
           r->started_at_ns + clock_wall_ahead_ns()); /* The moment that all others are offsets of. */
    put_options(o);
    put_targets(r, targets);
    printf(",\"seed\":%" PRId64, o->load.rand_seed);
    end_line(r);
}

static void
load_progress(struct report *r, const char *phase, int64_t done, int64_t total, const char *unit, const char *what,
              int64_t left_ns)
{
    begin_line("progress");
    printf(",\"phase\":\"%s\",\"at_ns\":%" PRId64 ",\"done\":%" PRId64 ",\"total\":%" PRId64 ",\"unit\":\"%s\",\"what\":",
           phase, since_hello_ns(r), done, total, unit);
    put_string(what);
    if (left_ns >= 0)
        printf(",\"left_ns\":%" PRId64, left_ns);
    end_line(r);
}

static const char *
phase_name(enum phase phase)
{
    switch (phase) {
    case PHASE_CONNECT: return "connect";
    case PHASE_WARMUP: return "warmup";
    case PHASE_MEASURE: return "measure";
    case PHASE_OVER: return "over";
    }
    return "";
}

static void
put_failures(const struct tally *t)
{
    printf(",\"failures\":{\"events\":%" PRId64 ",\"by_sqlstate\":{", t->failed_events);
    for (int i = 0; i < t->sqlstates.count; i++) {
        printf("%s", i == 0 ? "" : ",");
        put_string(t->sqlstates.entry[i].sqlstate); /* As a server has sent it. */
        printf(":%" PRId64, t->sqlstates.entry[i].attempts);
    }
    if (t->sqlstates.overflow > 0)
        printf(",\"other\":%" PRId64, t->sqlstates.overflow);
    printf("}}");
}

static void
begin_progress(enum phase phase, int64_t at_ns, int64_t elapsed_ns, int64_t total_ns)
{
    begin_line("progress");
    printf(",\"phase\":\"%s\",\"at_ns\":%" PRId64 ",\"phase_elapsed_ns\":%" PRId64 ",\"phase_total_ns\":%" PRId64
           ",\"targets\":[",
           phase_name(phase), at_ns, elapsed_ns, total_ns);
}

static void
phase_began(struct report *r, enum phase phase, int64_t began_ns, int64_t total_ns)
{
    begin_progress(phase, began_ns - r->started_at_ns, 0, total_ns);
    printf("]");
    end_line(r);
}

static void
interval(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns, const struct monitor_sample *sample)
{
    begin_progress(phase, since_hello_ns(r), elapsed_ns, total_ns);
    for (int t = 0; t < r->target_count; t++) {
        const struct tally *const tally = sample->tallies[t];
        const double seconds = clock_seconds(sample->driven_ns[t]);
        const double per_s = seconds > 0 ? 1 / seconds : 0;
        printf("%s{\"target\":%d,\"tps\":%.2f,\"qps\":%.2f,\"reads_per_s\":%.2f,\"writes_per_s\":%.2f,"
               "\"others_per_s\":%.2f,\"p95_ns\":%" PRId64 ",\"errors_per_s\":%.2f,\"reconnects_per_s\":%.2f",
               t == 0 ? "" : ",", t, (double)tally->events * per_s, (double)queries_total(&tally->queries) * per_s,
               (double)tally->queries.count[QUERY_READ] * per_s, (double)tally->queries.count[QUERY_WRITE] * per_s,
               (double)tally->queries.count[QUERY_OTHER] * per_s, hist_percentile_ns(&tally->latency, 95),
               (double)tally->failed_attempts * per_s, (double)tally->reconnects * per_s);
        printf(",\"events\":%" PRId64 ",\"p99_ns\":%" PRId64 ",\"latency_max_ns\":%" PRId64 ",\"statement_max_ns\":%" PRId64,
               tally->events, hist_percentile_ns(&tally->latency, 99), tally->latency.max_ns, tally->longest_wait_ns);
        put_failures(tally);
        printf("}");
    }
    printf("],\"in_flight\":%" PRId64 ",\"waiting_ns\":%" PRId64, sample->in_flight, sample->waiting_ns);
    if (r->options->run.rate_per_s > 0)
        printf(",\"backlog\":%" PRId64, sample->backlog);
    end_line(r);
}

static void
put_error(struct report *r, const char *code, const char *sqlstate, int target, bool is_fatal, const char *message,
          const char *hint)
{
    begin_line("error");
    printf(",\"code\":\"%s\"", code);
    if (sqlstate[0]) {
        printf(",\"sqlstate\":");
        put_string(sqlstate);
    }
    if (target >= 0)
        printf(",\"target\":%d", target);
    printf(",\"fatal\":%s,\"message\":", is_fatal ? "true" : "false");
    put_string(message);
    if (hint[0]) {
        printf(",\"hint\":");
        put_string(hint);
    }
    end_line(r);
}

static void
error(struct report *r, const struct diag *d)
{
    if (d->code != ERR_INTERRUPTED) /* The summary says so. */
        put_error(r, d->is_of_all_events ? "events-failed" : err_name(d->code), d->sqlstate, d->target, true, d->text, d->hint);
}

static void
retried(struct report *r, int target, const char *sqlstate, int64_t attempts)
{
    char message[128];

    snprintf(message, sizeof message, "%" PRId64 " attempt%s ended in SQLSTATE %s", attempts, attempts == 1 ? "" : "s",
             sqlstate);
    put_error(r, "workload", sqlstate, target, false, message, "");
}

static void
put_slice(struct report *r, const struct slice_record *s)
{
    begin_line("slice");
    printf(",\"target\":%d,\"index\":%" PRId64 ",\"start_ns\":%" PRId64 ",\"duration_ns\":%" PRId64 ",\"events\":%" PRId64
           ",\"queries\":%" PRId64 ",\"failures\":%" PRId64 ",\"latency_sum_ns\":%" PRId64 ",\"latency_max_ns\":%" PRId64,
           s->target, s->index, s->start_ns - r->started_at_ns, s->end_ns - s->start_ns, s->events, s->queries, s->failures,
           s->latency_sum_ns, s->latency_max_ns);
    end_line(r);
}

static void
put_queries(const char *name, const struct queries *q)
{
    printf(",\"%s\":{\"read\":%" PRId64 ",\"write\":%" PRId64 ",\"other\":%" PRId64 "}", name, q->count[QUERY_READ],
           q->count[QUERY_WRITE], q->count[QUERY_OTHER]);
}

/* A kind of event or of statement. */
static void
put_part(struct report *r, const char *name, const struct part *part)
{
    printf("{\"name\":");
    put_string(name);
    printf(",\"count\":%" PRId64 ",\"errors\":%" PRId64 ",\"misses\":%" PRId64, part->count, part->errors, part->misses);
    if (part->latency)
        latency_print_json(r, "latency", part->latency);
    printf("}");
}

/* The kinds of events, where there are several. */
static void
put_event_kinds(struct report *r, const struct program *program, int t, const struct detail *d)
{
    bool is_first = true;

    if (program_event_count(program, t) == 1)
        return;
    printf(",\"event_kinds\":[");
    for (int i = 0; i < program->event_kind_count; i++) {
        if (!program_has_event(program, i, t))
            continue;
        printf("%s", is_first ? "" : ",");
        put_part(r, program->event_names[i], &d->events[i]);
        is_first = false;
    }
    printf("]");
}

static void
put_statements(struct report *r, const struct program *program, int t, const struct detail *d)
{
    bool is_first = true;

    printf(",\"statements\":[");
    for (int i = 0; i < program->statement_count; i++) {
        if (!program_sends(program, i, t))
            continue;
        printf("%s", is_first ? "" : ",");
        put_part(r, program->statements[i].statement->name, &d->statements[i]);
        is_first = false;
    }
    printf("]");
}

static void
put_hosts(struct report *r, const struct target *target, const struct block *b)
{
    printf(",\"hosts\":[");
    for (int h = 0; h < target->host_count; h++) {
        const struct part *const part = &b->detail->hosts[h];
        char name[300];
        target_host_name(target, h, name, sizeof name);
        printf("%s{\"host\":", h == 0 ? "" : ",");
        put_string(name);
        printf(",\"connections\":%" PRId64 ",\"events\":%" PRId64 ",\"share\":%.6g,\"errors\":%" PRId64, b->host_connections[h],
               part->count, b->tally->events > 0 ? (double)part->count / (double)b->tally->events : 0, part->errors);
        if (part->latency)
            latency_print_json(r, "latency", part->latency);
        printf("}");
    }
    printf("]");
}

static void
put_open_loop(struct report *r, const struct block *b)
{
    latency_print_json(r, "service", b->detail->service);
    latency_print_json(r, "lateness", b->detail->lateness);
    latency_print_json(r, "punctual", b->detail->punctual);
    printf(",\"offered\":%" PRId64 ",\"offered_per_s\":%.6g,\"achieved_per_s\":%.6g,\"backlog_max\":%" PRId64
           ",\"backlog_end\":%" PRId64 ",\"unstarted\":%" PRId64 ",\"not_sustained\":%s",
           b->slices.offered, clock_rate(b->slices.offered, b->slices.offered_ns),
           clock_rate(b->tally->events, b->slices.duration_ns), b->slices.backlog_max, b->slices.backlog_end,
           b->slices.unstarted, b->is_sustained ? "false" : "true");
}

/* Prints the stages of a load that changes. */
static void
put_stages(struct report *r, const struct detail *d)
{
    char name[64];

    printf(",\"stages\":[");
    for (int i = 0; i < d->stage_count; i++) {
        printf("%s", i == 0 ? "" : ",");
        put_part(r, stages_write_name(&r->options->run.stages, i, name, sizeof name), &d->stages[i]);
    }
    printf("]");
}

static void
put_server_share(const struct server_share *share)
{
    printf(",\"server_cpu\":{\"driven_ns\":%" PRId64 ",\"idle_ns\":%" PRId64 ",\"idle_wall_ns\":%" PRId64, share->driven_ns,
           share->idle_ns, share->idle_wall_ns);
    if (share->backends_ns >= 0)
        printf(",\"backends_ns\":%" PRId64, share->backends_ns);
    printf("}");
}

static void
put_block(struct report *r, int t, const struct outcome *o)
{
    const struct block *const b = &o->blocks[t];

    begin_line("block");
    printf(",\"target\":%d,\"server_version\":", t);
    put_string(b->server_version);
    printf(",\"server_version_num\":%d,\"slices\":%" PRId64 ",\"duration_ns\":%" PRId64 ",\"events\":%" PRId64,
           b->server_version_num, b->slices.slice_count, b->slices.duration_ns, b->tally->events);
    put_queries("queries", &b->tally->queries);
    put_queries("queries_committed", &b->tally->committed);
    put_failures(b->tally);
    if (b->tally->rollbacks > 0)
        printf(",\"rollbacks\":%" PRId64, b->tally->rollbacks);
    printf(",\"retries\":%" PRId64 ",\"reconnects\":%" PRId64, b->tally->retries, b->tally->reconnects);
    printf(",\"downtime_ns\":%" PRId64, b->tally->downtime_ns);
    latency_print_json(r, "latency", &b->tally->latency);
    if (b->tally->retries > 0)
        latency_print_json(r, "latency_last_attempt", b->attempt);
    if (r->options->run.rate_per_s > 0)
        put_open_loop(r, b);
    if (b->detail->stage_count > 0)
        put_stages(r, b->detail);
    printf(",\"in_flight_mean\":%.6g,\"rest_ns\":%" PRId64, b->in_flight_mean, b->slices.rest_ns);
    put_event_kinds(r, o->program, t, b->detail);
    put_statements(r, o->program, t, b->detail);
    results_print_json(r->options, o, t);
    put_hosts(r, &o->targets[t], b);
    if (b->server_cpu_ns >= 0)
        printf(",\"server_cpu_ns\":%" PRId64 ",\"server_cpu_source\":\"%s\"", b->server_cpu_ns, b->server_cpu_source);
    else
        printf(",\"server_cpu_ns\":null,\"server_cpu_source\":null");
    if (b->server_share.is_known)
        put_server_share(&b->server_share);
    if (b->server_memory_bytes >= 0)
        printf(",\"server_memory_bytes\":%" PRId64, b->server_memory_bytes);
    printf(",\"connections\":%" PRId64 ",\"ended_events\":%" PRId64, r->options->load.threads, b->ended_events);
    end_line(r);
}

static void
outcome(struct report *r, const struct outcome *o)
{
    const bool has_slices = r->options->report.slice_lines == SWITCH_ON ||
                            (r->options->report.slice_lines == SWITCH_AUTO && r->options->connection.against);

    for (size_t i = 0; has_slices && i < o->slice_count; i++)
        put_slice(r, &o->slices[i]);
    for (int t = 0; t < o->target_count; t++)
        put_block(r, t, o);
}

static void
put_run_summary(const struct outcome *o)
{
    printf(",\"accounting\":{\"started\":%" PRId64 ",\"done\":%" PRId64 ",\"failed\":%" PRId64 ",\"abandoned\":%" PRId64
           "},\"client\":{\"user_cpu_ns\":%" PRId64 ",\"system_cpu_ns\":%" PRId64 ",\"cpu_share\":%.4f,\"workers\":%" PRId64
           ",\"placement\":\"%s\",\"max_rss_bytes\":%" PRId64 "},\"host\":{\"cpus\":%d,\"steal_share\":",
           o->accounting.started, o->accounting.done, o->accounting.failed, o->accounting.abandoned, o->user_cpu_ns,
           o->system_cpu_ns, o->cpu_share, o->worker_count, o->placement, o->max_rss_bytes, o->cpu_count);
    put_real(o->steal_share);
    printf(",\"load_average\":");
    put_real(o->load_average);
    if (o->quota.cpus > 0)
        printf(",\"quota\":{\"cpus\":%.4g,\"periods\":%" PRId64 ",\"throttled\":%" PRId64 "}", o->quota.cpus,
               o->quota.period_count, o->quota.throttled_count);
    printf("}");
}

static void
put_tables(const struct loaded_table *tables, size_t table_count)
{
    printf(",\"loaded\":[");
    for (size_t i = 0; i < table_count; i++) {
        printf("%s{\"table\":", i == 0 ? "" : ",");
        put_string(tables[i].name);
        printf(",\"rows\":%" PRId64 "}", tables[i].rows);
    }
    printf("]");
}

static void
put_warnings(const struct warning *warnings, size_t warning_count)
{
    printf(",\"warnings\":[");
    for (size_t i = 0; i < warning_count; i++) {
        printf("%s{\"code\":\"%s\",\"message\":", i == 0 ? "" : ",", warnings[i].code);
        put_string(warnings[i].message);
        printf(",\"remedy\":");
        put_string(warnings[i].remedy);
        printf("}");
    }
    printf("]");
}

static void
summary(struct report *r, enum err code, const struct outcome *o, const struct loaded_table *tables, size_t table_count,
        const struct warning *warnings, size_t warning_count)
{
    begin_line("summary");
    printf(",\"exit_code\":%d,\"interrupted\":%s,\"elapsed_ns\":%" PRId64, (int)code,
           code == ERR_INTERRUPTED || (o && o->is_interrupted) ? "true" : "false", since_hello_ns(r));
    if (o)
        put_run_summary(o);
    if (tables)
        put_tables(tables, table_count);
    put_warnings(warnings, warning_count);
    end_line(r);
}

const struct report_ops report_ndjson = {
    .hello = hello,
    .load_progress = load_progress,
    .phase_began = phase_began,
    .interval = interval,
    .error = error,
    .retried = retried,
    .outcome = outcome,
    .summary = summary,
};
