/*
 * The text that pgbench 15 prints, line by line and in its order, so that what reads its reports reads ours. The first line says who
 * ran, by how many workers, and where the server's processes were kept; what pgbench does not know comes behind its last line.
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "catalog/script/script.h"
#include "report/report.h"

static double
percent(int64_t part, int64_t all)
{
    return all > 0 ? 100 * (double)part / (double)all : 0;
}

static double
mean(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

/* pgbench counts retries where it may try again. */
static bool
may_retry(const struct options *o)
{
    return o->run.max_tries != 1;
}

static bool
may_skip(const struct options *o)
{
    return o->run.rate_per_s > 0 && o->run.latency_limit_ns > 0;
}

/* What pgbench tells as it goes on, it tells on standard error. */

enum err
report_pgbench_script(const char *name, struct diag *d)
{
    if (strcmp(name, "list") == 0) {
        fprintf(stderr, "Available builtin scripts:\n");
        for (size_t i = 0; builtin_at(i); i++)
            fprintf(stderr, "  %13s: <builtin: %s>\n", builtin_at(i)->name, builtin_at(i)->title);
        fprintf(stderr, "\n");
        return ERR_OK;
    }
    const struct builtin *const builtin = builtin_find(name, d);
    if (builtin)
        fprintf(stderr, "-- %s: <builtin: %s>\n%s\n", builtin->name, builtin->title, builtin->text);
    return d->code;
}

static void
hello(struct report *r, const struct target *targets)
{
    if (r->options->pgbench.ignores_scale)
        fprintf(stderr, "plumbline-load: scale option ignored, using count from pgbench_branches table (%" PRId64 ")\n",
                script_scale(&r->options->load));
    if (r->options->pgbench.has_seed && r->options->command == COMMAND_RUN)
        fprintf(stderr, "plumbline-load: setting random seed to %" PRId64 "\n", r->options->load.rand_seed);
}

static void
load_progress(struct report *r, const char *phase, int64_t done, int64_t total, const char *unit, const char *what,
              int64_t left_ns)
{
    const struct options *const o = r->options;
    const int64_t partitions = script(&o->load)->partitions;

    if (done == 0 && strcmp(phase, "load") == 0) {
        fprintf(stderr, "%screating tables...\n", o->prepare.recreate ? "dropping old tables...\n" : "");
        if (partitions > 0)
            fprintf(stderr, "creating %" PRId64 " partitions...\n", partitions);
        fprintf(stderr, "generating data (client-side)...\n");
    } else if (done > 0 && strcmp(phase, "load") == 0) {
        fprintf(stderr, "%" PRId64 " of %" PRId64 " tuples (%.0f%%) done (elapsed %.2f s, remaining %.2f s)\n", done, total,
                percent(done, total), clock_seconds(clock_now_ns() - r->started_at_ns),
                left_ns > 0 ? clock_seconds(left_ns) : 0.0);
    } else if (done == 0 && strcmp(phase, "index") == 0) {
        fprintf(stderr, "creating primary keys...\n%s", script(&o->load)->foreign_keys ? "creating foreign keys...\n" : "");
    } else if (done == 0 && strcmp(phase, "vacuum") == 0) {
        fprintf(stderr, "vacuuming...\n");
    }
}

static void
interval(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns, const struct monitor_sample *sample)
{
    const struct options *const o = r->options;
    const struct tally *const t = sample->tallies[0];
    const double at_s = clock_seconds(o->pgbench.has_timestamps ? clock_wall_ns() : elapsed_ns);

    if (phase != PHASE_MEASURE)
        return;
    fprintf(stderr, o->pgbench.has_timestamps ? "progress: %.3f s" : "progress: %.1f s", at_s);
    fprintf(stderr, ", %.1f tps, lat %.3f ms stddev %.3f, %" PRId64 " failed", clock_rate(t->events, sample->driven_ns[0]),
            clock_milliseconds(hist_mean_ns(&t->latency)), clock_milliseconds(hist_stddev_ns(&t->latency)), t->failed_events);
    if (o->run.rate_per_s > 0)
        fprintf(stderr, ", lag %.3f ms", clock_milliseconds(mean(t->lag_sum_ns, t->events)));
    if (may_skip(o))
        fprintf(stderr, ", %" PRId64 " skipped", t->skipped_events);
    if (may_retry(o))
        fprintf(stderr, ", %" PRId64 " retried, %" PRId64 " retries", t->retried_events, t->retries);
    fprintf(stderr, "\n");
}

static void
error(struct report *r, const struct diag *d)
{
    report_flush(r);
}

/* The report, on standard output. */

static const struct script_set *
scripts_of(const struct outcome *out)
{
    return out->program->source;
}

/* "<builtin: select only>", or the path of a file. */
static void
put_script_name(const struct script_text *text)
{
    for (size_t i = 0; text->is_builtin && builtin_at(i); i++)
        if (strcmp(builtin_at(i)->name, text->path) == 0)
            printf("<builtin: %s>", builtin_at(i)->title);
    printf("%s\n", text->is_builtin ? "" : text->path);
}

static void
put_setting(const struct options *o, const struct outcome *out)
{
    static const char *const protocols[] = {
        [SCRIPT_SIMPLE] = "simple", [SCRIPT_EXTENDED] = "extended", [SCRIPT_PREPARED] = "prepared"};
    const struct script_options *const s = script(&o->load);
    const struct script_set *const set = scripts_of(out);
    const bool is_pinned = strcmp(out->placement, "free") != 0;

    printf("pgbench (plumbline-load %s; -j is %" PRId64 " worker%s; placement is %s%s)\n", PLUMBLINE_VERSION, out->worker_count,
           out->worker_count == 1 ? "" : "s", out->placement,
           is_pinned ? ": each worker shares a CPU with its server processes, which --placement=free leaves alone" : "");
    printf("transaction type: ");
    if (set->ranges[0].count == 1)
        put_script_name(&set->scripts[set->ranges[0].first]);
    else
        printf("multiple scripts\n");
    printf("scaling factor: %" PRId64 "\n", script_scale(&o->load));
    if (s->partitions > 0)
        printf("partition method: %s\nnumber of partitions: %" PRId64 "\n",
               s->partition_method == PARTITION_HASH ? "hash" : "range", s->partitions);
    printf("query mode: %s\n", protocols[s->protocol]);
    printf("number of clients: %" PRId64 "\n", o->load.threads);
    printf("number of threads: %" PRId64 "\n", out->worker_count);
    if (!o->pgbench.is_tried_without_end)
        printf("maximum number of tries: %" PRId64 "\n", o->run.max_tries);
}

static void
put_processed(const struct options *o, int64_t events)
{
    if (o->run.events > 0) {
        printf("number of transactions per client: %" PRId64 "\n", o->run.events / o->load.threads);
        printf("number of transactions actually processed: %" PRId64 "/%" PRId64 "\n", events, o->run.events);
    } else {
        printf("duration: %.0f s\n", clock_seconds(o->run.time_ns));
        printf("number of transactions actually processed: %" PRId64 "\n", events);
    }
}

/* Prints it for all scripts, or for one: `indent` is " - " then. */
static void
put_fate(const struct options *o, const struct fate *f, int64_t all, const char *indent)
{
    const int64_t serialization = f->failures[FAILURE_SERIALIZATION], deadlock = f->failures[FAILURE_DEADLOCK],
                  other = f->failures[FAILURE_OTHER], failed = serialization + deadlock + other;

    printf("%snumber of failed transactions: %" PRId64 " (%.3f%%)\n", indent, failed, percent(failed, all));
    if (o->run.log.is_detailed) {
        printf("%snumber of serialization failures: %" PRId64 " (%.3f%%)\n", indent, serialization,
               percent(serialization, all));
        printf("%snumber of deadlock failures: %" PRId64 " (%.3f%%)\n", indent, deadlock, percent(deadlock, all));
        if (o->run.on_error == ON_ERROR_CONTINUE)
            printf("%snumber of other failures: %" PRId64 " (%.3f%%)\n", indent, other, percent(other, all));
    }
    if (may_retry(o)) {
        printf("%snumber of transactions retried: %" PRId64 " (%.3f%%)\n", indent, f->retried, percent(f->retried, all));
        printf("%stotal number of retries: %" PRId64 "\n", indent, f->retries);
    }
}

/* For all scripts together pgbench tells a deviation where it has other reasons to look at each transaction. */
static bool
has_deviation(const struct options *o)
{
    return o->run.rate_per_s > 0 || o->report.report_interval_ns > 0 || o->run.latency_limit_ns > 0;
}

static void
put_latency(const struct hist *h, bool with_deviation, const char *indent)
{
    printf("%slatency average = %.3f ms\n", indent, clock_milliseconds(hist_mean_ns(h)));
    if (with_deviation)
        printf("%slatency stddev = %.3f ms\n", indent, clock_milliseconds(hist_stddev_ns(h)));
}

static void
put_throughput(const struct options *o, const struct outcome *out)
{
    const struct block *const b = &out->blocks[0];
    const double tps = clock_rate(b->tally->events, b->slices.duration_ns);

    if (o->run.reconnect > 0) {
        printf("average connection time = %.3f ms\n", clock_milliseconds(mean(b->tally->reconnect_ns, b->tally->reconnects)));
        printf("tps = %f (including reconnection times)\n", tps);
    } else {
        printf("initial connection time = %.3f ms\n", clock_milliseconds((double)out->connect_ns));
        printf("tps = %f (without initial connection time)\n", tps);
    }
}

/* -r: its statements; the commands between them take no time that is measured. */
static void
put_statements(const struct options *o, const struct outcome *out, int number, const char *indent)
{
    const struct script_set *const set = scripts_of(out);
    const struct detail *const d = out->blocks[0].detail;

    printf("%sstatement latencies in milliseconds%s\n", indent, may_retry(o) ? ", failures and retries:" : " and failures:");
    for (int i = set->scripts[number].first_command; set->commands[i].verb != VERB_END; i++) {
        const struct script_command *const command = &set->commands[i];
        if (command->verb != VERB_STATEMENT)
            continue;
        const struct part *const part = &d->statements[command->number];
        const int64_t failures = d->statement_failures[command->number];
        printf("   %11.3f  %10" PRId64, part->latency ? clock_milliseconds(hist_mean_ns(part->latency)) : 0.0, failures);
        if (may_retry(o))
            printf("  %10" PRId64, part->errors - failures);
        const char *const line = set->scripts[number].text + command->at;
        printf("  %.*s\n", (int)strcspn(line, "\n"), line);
    }
}

static void
put_script(const struct options *o, const struct outcome *out, int index)
{
    const struct block *const b = &out->blocks[0];
    const struct script_set *const set = scripts_of(out);
    const struct script_text *const text = &set->scripts[index];
    const struct part *const events = &b->detail->events[index];

    printf("SQL script %d: ", index + 1);
    put_script_name(text);
    printf(" - weight: %" PRId64 " (targets %.1f%% of total)\n", text->weight,
           percent(text->weight, set->ranges[0].weight_total));
    printf(" - %" PRId64 " transactions (%.1f%% of total, tps = %f)\n", events->count, percent(events->count, b->tally->events),
           clock_rate(events->count, b->slices.duration_ns));
    int64_t all = events->count;
    for (int f = 0; f < FAILURE_COUNT; f++)
        all += b->detail->fates[index].failures[f];
    put_fate(o, &b->detail->fates[index], all, " - ");
    if (events->latency)
        put_latency(events->latency, true, " - ");
    if (o->pgbench.per_command)
        put_statements(o, out, index, " - ");
}

static void
outcome(struct report *r, const struct outcome *out)
{
    const struct options *const o = r->options;
    const struct block *const b = &out->blocks[0];
    const struct script_range *const range = &scripts_of(out)->ranges[0];
    struct fate all;
    const int64_t failed = detail_fate(b->detail, &all), ended = b->tally->events + failed + b->tally->skipped_events;

    put_setting(o, out);
    put_processed(o, b->tally->events);
    if (ended > 0) { /* pgbench says no more if there was nothing. */
        put_fate(o, &all, ended, "");
        if (may_skip(o))
            printf("number of transactions skipped: %" PRId64 " (%.3f%%)\n", b->tally->skipped_events,
                   percent(b->tally->skipped_events, ended));
        if (o->run.latency_limit_ns > 0)
            printf("number of transactions above the %.1f ms latency limit: %" PRId64 "/%" PRId64 " (%.3f%%)\n",
                   clock_milliseconds((double)o->run.latency_limit_ns), all.late, b->tally->events,
                   percent(all.late, b->tally->events));
        put_latency(&b->tally->latency, has_deviation(o), "");
        if (o->run.rate_per_s > 0)
            printf("rate limit schedule lag: avg %.3f (max %.3f) ms\n",
                   clock_milliseconds(mean(b->tally->lag_sum_ns, b->tally->events)),
                   clock_milliseconds((double)b->tally->lag_max_ns));
        put_throughput(o, out);
        for (int i = 0; i < range->count && range->count > 1; i++)
            put_script(o, out, range->first + i);
        if (range->count == 1 && o->pgbench.per_command)
            put_statements(o, out, range->first, "");
    }
    report_flush(r);
}

static void
summary(struct report *r, enum err code, const struct outcome *o, const struct loaded_table *tables, size_t table_count,
        const struct warning *warnings, size_t warning_count)
{
    if (table_count > 0 && code == ERR_OK)
        fprintf(stderr, "done in %.2f s (tables, rows, keys and VACUUM).\n", clock_seconds(clock_now_ns() - r->started_at_ns));
    for (size_t i = 0; i < warning_count; i++)
        printf("WARNING: %s (%s)\n", warnings[i].message, warnings[i].remedy);
    report_flush(r);
    if (code != ERR_OK && o && o->is_measured)
        fprintf(stderr, "plumbline-load: Run was aborted; the above results are incomplete.\n");
}

const struct report_ops report_pgbench = {
    .hello = hello,
    .load_progress = load_progress,
    .interval = interval,
    .error = error,
    .outcome = outcome,
    .summary = summary,
};
