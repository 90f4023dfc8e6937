/*
 * The text that sysbench prints, so that what reads its reports reads ours: docs/workloads.md section 1.6. With --against there is one
 * report for each server. Under --compat=sysbench-* nothing is added to sysbench's own words; else what it does not have comes after them.
 */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/schema.h"
#include "cli/compat.h"
#include "cli/echo.h"
#include "cli/stages.h"
#include "machine/host.h"
#include "report/report.h"

enum {
    HISTOGRAM_STARS = 40,
    HISTOGRAM_BUCKETS = 1024, /* sysbench's: logarithmic from 0.001 ms to 100,000 ms. */
};

/* NULL: our own words, too. */
static const struct sysbench_text *
strict_text(const struct options *o)
{
    return compat_at(o->compat)->text;
}

static bool
is_told(const struct report *r, enum verbosity level)
{
    return r->options->report.verbosity >= level;
}

/* On standard error, where no reader of the report meets them. */
static void
tell_options(const struct options *o)
{
    fprintf(stderr, "Effective options:\n");
    options_print(stderr, o, "    ");
}

static void
put_table(const struct options *o, int table, const char *doing, const char *end)
{
    char name[64];

    schema_write_name(&o->load, table, name, sizeof name);
    printf("%s '%s'%s\n", doing, name, end);
}

static void
hello(struct report *r, const struct target *targets)
{
    const struct options *const o = r->options;

    if (is_told(r, VERBOSITY_OPTIONS))
        tell_options(o);
    if (!is_told(r, VERBOSITY_REPORT))
        return;
    if (strict_text(o))
        printf("sysbench %s (plumbline-load %s)\n\n", strict_text(o)->version, PLUMBLINE_VERSION);
    else
        printf("plumbline-load %s\n\n", PLUMBLINE_VERSION);
    for (int t = 0; t < r->target_count && r->target_count > 1; t++)
        printf("Server %d: %s:%s/%s\n", t, targets[t].host, targets[t].port, targets[t].database);
    if (o->command == COMMAND_RUN) {
        printf("Running the test with following options:\n");
        printf("Number of threads: %" PRId64 "\n", o->load.threads);
        if (o->run.rate_per_s > 0)
            printf("Target transaction rate: %s/sec%s\n", plain_number(o->run.rate_per_s, 6).text,
                   o->run.stages.count > 0 ? ", on average" : "");
        if (o->report.report_interval_ns > 0)
            printf("Report intermediate results every %s second(s)\n",
                   plain_number(clock_seconds(o->report.report_interval_ns), 6).text);
        printf("Initializing random number generator from seed (%" PRId64 ").\n\n\n", o->load.rand_seed);
    }
    for (int i = 0; o->command == COMMAND_CLEANUP && strict_text(o) && i < schema_table_count(&o->load); i++)
        put_table(o, i, "Dropping table", "...");
    report_flush(r);
}

static bool
is_no_index(void *context, const char *sql)
{
    return strncmp(sql, "CREATE INDEX", strlen("CREATE INDEX")) != 0;
}

/* Tells it in sysbench's words, as each phase begins for all tables at once. */
static void
put_phase(const struct options *o, const char *phase)
{
    const bool loads = strcmp(phase, "load") == 0;
    char inserting[64];

    for (int i = 0; i < schema_table_count(&o->load); i++) {
        snprintf(inserting, sizeof inserting, "Inserting %" PRId64 " records into", schema_row_count(&o->load, i));
        if (loads) {
            put_table(o, i, "Creating table", "...");
            put_table(o, i, inserting, "");
        } else if (strcmp(phase, "index") == 0 && !schema_visit(&o->load, STAGE_FINISH, i, is_no_index, NULL)) {
            put_table(o, i, "Creating a secondary index on", "...");
        }
    }
}

static void
load_progress(struct report *r, const char *phase, int64_t done, int64_t total, const char *unit, const char *what,
              int64_t left_ns)
{
    if (!is_told(r, VERBOSITY_REPORT))
        return;
    if (strict_text(r->options)) {
        if (done == 0)
            put_phase(r->options, phase);
        report_flush(r);
        return;
    }
    printf("%s: %" PRId64 " of %" PRId64 " %s%s%s", phase, done, total, unit, what[0] ? ", " : "", what);
    if (left_ns >= 0)
        printf(", about %.0f s left", clock_seconds(left_ns));
    printf("\n");
    report_flush(r);
}

static void
phase_began(struct report *r, enum phase phase, int64_t began_ns, int64_t total_ns)
{
    if (!is_told(r, VERBOSITY_REPORT))
        return;
    switch (phase) {
    case PHASE_CONNECT: printf("Initializing worker threads...\n\n"); break;
    case PHASE_WARMUP:
        printf("Threads started! Warming up for %s seconds\n\n", plain_number(clock_seconds(total_ns), 6).text);
        break;
    case PHASE_MEASURE: printf("Threads started!\n\n"); break;
    case PHASE_OVER: break;
    }
    report_flush(r);
}

static void
interval(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns, const struct monitor_sample *sample)
{
    const struct options *const o = r->options;

    if (!is_told(r, VERBOSITY_REPORT))
        return;
    for (int t = 0; t < r->target_count; t++) {
        const struct tally *const tally = sample->tallies[t];
        const int64_t driven_ns = sample->driven_ns[t];
        if (phase == PHASE_WARMUP)
            printf("(warm-up) ");
        if (r->target_count > 1)
            printf("server %d ", t);
        printf("[ %.0fs ] thds: %" PRId64 " tps: %4.2f qps: %4.2f (r/w/o: %4.2f/%4.2f/%4.2f) ", clock_seconds(elapsed_ns),
               o->load.threads, clock_rate(tally->events, driven_ns), clock_rate(queries_total(&tally->queries), driven_ns),
               clock_rate(tally->queries.count[QUERY_READ], driven_ns),
               clock_rate(tally->queries.count[QUERY_WRITE], driven_ns),
               clock_rate(tally->queries.count[QUERY_OTHER], driven_ns));
        printf("lat (ms,%" PRId64 "%%): %4.2f err/s: %4.2f reconn/s: %4.2f\n", o->report.percentile,
               o->report.percentile > 0
                   ? clock_milliseconds((double)hist_percentile_ns(&tally->latency, (double)o->report.percentile))
                   : 0.0,
               clock_rate(tally->failed_attempts, driven_ns), clock_rate(tally->reconnects, driven_ns));
    }
    if (o->run.rate_per_s > 0)
        printf("[ %.0fs ] queue length: %" PRId64 ", concurrency: %" PRId64 "\n", clock_seconds(elapsed_ns), sample->backlog,
               sample->in_flight);
    report_flush(r);
}

static void
error(struct report *r, const struct diag *d)
{
    (void)d; /* Standard error has it. */
    report_flush(r);
}

static void
retried(struct report *r, int target, const char *sqlstate, int64_t attempts)
{
    if (!is_told(r, VERBOSITY_REPORT) || strict_text(r->options))
        return;
    if (r->target_count > 1)
        printf("server %d: ", target);
    printf("%" PRId64 " attempt%s ended in SQLSTATE %s\n", attempts, attempts == 1 ? "" : "s", sqlstate);
}

static double
bucket_ms(int bucket)
{
    const double step = log(1e5 / 1e-3) / (HISTOGRAM_BUCKETS - 1);

    return 1e-3 * exp(step * bucket);
}

/* The lowest value of the fine bucket after the one of `value_ns`. */
static int64_t
next_fine_ns(int64_t value_ns)
{
    const int bits = 64 - __builtin_clzll((uint64_t)value_ns | (2 * HIST_HALF - 1)) - HIST_SUB_BUCKET_BITS;

    return ((value_ns >> bits) + 1) << bits;
}

/* Sums the fine buckets of `h` whose values belong to sysbench's bucket; to the last all that are longer. */
static int64_t
bucket_count(const struct hist *h, int bucket, int64_t *from_ns)
{
    const bool is_last = bucket == HISTOGRAM_BUCKETS - 1;
    const int64_t to_ns = is_last
                              ? INT64_MAX
                              : llround(bucket_ms(bucket) * exp(log(1e8) / (HISTOGRAM_BUCKETS - 1) / 2) * (double)NS_PER_MS);
    int64_t count = is_last ? h->above_count : 0;

    while (*from_ns < to_ns && *from_ns < HIST_VALUE_NS_MAX) {
        count += hist_count_at(h, *from_ns);
        *from_ns = next_fine_ns(*from_ns);
    }
    return count;
}

static void
put_histogram(const struct hist *h)
{
    static const char all_stars[HISTOGRAM_STARS + 1] = "****************************************";
    int64_t counts[HISTOGRAM_BUCKETS];
    int64_t largest = 0, from_ns = HIST_FLOOR_NS; /* The first fine bucket holds all below. */

    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        counts[i] = bucket_count(h, i, &from_ns);
        if (counts[i] > largest)
            largest = counts[i];
    }
    printf("Latency histogram (values are in milliseconds)\n");
    printf("       value  ------------- distribution ------------- count\n");
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if (counts[i] == 0)
            continue;
        const int stars = (int)floor((double)counts[i] * (double)HISTOGRAM_STARS / (double)largest + 0.5);
        printf("%12.3f |%-*.*s %" PRId64 "\n", bucket_ms(i), HISTOGRAM_STARS, stars, all_stars, counts[i]);
    }
    printf(" \n");
}

static void
put_sql_statistics(const struct block *b)
{
    const struct tally *const t = b->tally;
    const int64_t total = queries_total(&t->queries);

    printf("SQL statistics:\n");
    printf("    queries performed:\n");
    printf("        read:                            %" PRId64 "\n", t->queries.count[QUERY_READ]);
    printf("        write:                           %" PRId64 "\n", t->queries.count[QUERY_WRITE]);
    printf("        other:                           %" PRId64 "\n", t->queries.count[QUERY_OTHER]);
    printf("        total:                           %" PRId64 "\n", total);
    printf("    transactions:                        %-6" PRId64 " (%.2f per sec.)\n", t->events,
           clock_rate(t->events, b->slices.duration_ns));
    printf("    queries:                             %-6" PRId64 " (%.2f per sec.)\n", total,
           clock_rate(total, b->slices.duration_ns));
    printf("    ignored errors:                      %-6" PRId64 " (%.2f per sec.)\n", t->failed_attempts,
           clock_rate(t->failed_attempts, b->slices.duration_ns));
    printf("    reconnects:                          %-6" PRId64 " (%.2f per sec.)\n\n", t->reconnects,
           clock_rate(t->reconnects, b->slices.duration_ns));
}

static void
put_totals(const struct options *o, const struct block *b)
{
    if (strict_text(o) && strict_text(o)->has_throughput_block) {
        printf("Throughput:\n");
        printf("    events/s (eps):                      %.4f\n", clock_rate(b->tally->events, b->slices.duration_ns));
        printf("    time elapsed:                        %.4fs\n", clock_seconds(b->slices.duration_ns));
    } else {
        printf("General statistics:\n");
        printf("    total time:                          %.4fs\n", clock_seconds(b->slices.duration_ns));
    }
    printf("    total number of events:              %" PRId64 "\n\n", b->tally->events);
}

/* A figure of `h`, in a column: of nothing there is none, but who reads sysbench's own text expects a number. */
static void
put_ms(const struct options *o, const struct hist *h, double ns, int decimals)
{
    if (h->count > 0 || strict_text(o))
        printf(" %10.*f", decimals, ns / (double)NS_PER_MS);
    else
        printf(" %10s", "-");
}

static void
put_latency(const struct options *o, const struct hist *h)
{
    printf("Latency (ms):\n         min:                             ");
    put_ms(o, h, (double)hist_min_ns(h), 2);
    printf("\n         avg:                             ");
    put_ms(o, h, hist_mean_ns(h), 2);
    printf("\n         max:                             ");
    put_ms(o, h, (double)h->max_ns, 2);
    if (o->report.percentile > 0) {
        printf("\n        %3" PRId64 "th percentile:                 ", o->report.percentile);
        put_ms(o, h, (double)hist_percentile_ns(h, (double)o->report.percentile), 2);
    } else {
        printf("\n         percentile stats:               disabled");
    }
    printf("\n         sum:                              %10.2f\n\n", clock_milliseconds((double)h->sum_ns));
}

/* What sysbench does not have comes after what it has, in words that its readers do not look for. */

static void
put_percentiles(const struct options *o, const char *title, const struct hist *h)
{
    printf("%s (ms):\n", title);
    for (int i = 0; i < o->report.percentiles.count; i++) {
        printf("    p%-35.15g", o->report.percentiles.value[i]);
        put_ms(o, h, (double)hist_percentile_ns(h, o->report.percentiles.value[i]), 3);
        printf("\n");
    }
    printf("\n");
}

static void
put_open_loop(const struct options *o, const struct block *b)
{
    printf("Open loop (latency counts from the planned start):\n");
    printf("    offered:                             %-6" PRId64 " (%.2f per sec.)\n", b->slices.offered,
           clock_rate(b->slices.offered, b->slices.offered_ns));
    printf("    achieved:                            %-6" PRId64 " (%.2f per sec.)\n", b->tally->events,
           clock_rate(b->tally->events, b->slices.duration_ns));
    printf("    longest queue:                       %" PRId64 "\n", b->slices.backlog_max);
    printf("    never begun:                         %" PRId64 "\n", b->slices.unstarted);
    printf("    sustained:                           %s\n\n", b->is_sustained ? "yes" : "NO");
    put_percentiles(o, "Service time, from the actual start", b->detail->service);
    put_percentiles(o, "Lateness of plumbline-load", b->detail->lateness);
}

static void
put_part(const struct options *o, const char *name, const struct part *part)
{
    printf("    %-28s %12" PRId64 " %8" PRId64 " %8" PRId64, name, part->count, part->errors, part->misses);
    const double percentile = o->report.percentile > 0 ? (double)o->report.percentile : 95;
    for (int i = 0; part->latency && i < 2; i++)
        put_ms(o, part->latency, i == 0 ? hist_mean_ns(part->latency) : (double)hist_percentile_ns(part->latency, percentile),
               3);
    printf("\n");
}

/* The stages and the kinds of events, where there are several, and the kinds of statements. */
static void
put_kinds(const struct options *o, const struct program *program, int t, const struct detail *d)
{
    static const char head[] = "%-40scount   errors   misses       mean       p%" PRId64 " (ms)\n";
    const int64_t percentile = o->report.percentile > 0 ? o->report.percentile : 95;
    char name[64];

    if (d->stage_count > 0)
        printf(head, "Stages:", percentile);
    for (int i = 0; i < d->stage_count; i++)
        put_part(o, stages_write_name(&o->run.stages, i, name, sizeof name), &d->stages[i]);
    if (program_event_count(program, t) > 1)
        printf(head, "Events:", percentile);
    for (int i = 0; i < program->event_kind_count && program_event_count(program, t) > 1; i++)
        if (program_has_event(program, i, t))
            put_part(o, program->event_names[i], &d->events[i]);
    printf(head, "Statements:", percentile);
    for (int i = 0; i < program->statement_count; i++)
        if (program_sends(program, i, t))
            put_part(o, program->statements[i].statement->name, &d->statements[i]);
    printf("\n");
}

static void
put_hosts(const struct options *o, const struct target *target, const struct block *b)
{
    if (target->host_count == 1)
        return;
    printf("Hosts (connections, share of the events):\n");
    for (int h = 0; h < target->host_count; h++) {
        char name[300], shown[360];
        target_host_name(target, h, name, sizeof name);
        snprintf(shown, sizeof shown, "%s (%" PRId64 ", %.1f %%)", name, b->host_connections[h],
                 b->tally->events > 0 ? 100 * (double)b->detail->hosts[h].count / (double)b->tally->events : 0);
        put_part(o, shown, &b->detail->hosts[h]);
    }
    printf("\n");
}

static void
put_beyond_sysbench(const struct options *o, const struct outcome *out, int t)
{
    const struct block *const b = &out->blocks[t];
    const int64_t attempted = queries_total(&b->tally->queries), committed = queries_total(&b->tally->committed);

    put_percentiles(o, "Percentiles", &b->tally->latency);
    if (o->run.rate_per_s > 0)
        put_open_loop(o, b);
    printf("Work:\n");
    printf("    statements, all attempts:            %-6" PRId64 " (%.2f per sec.)\n", attempted,
           clock_rate(attempted, b->slices.duration_ns));
    printf("    statements, committed:               %-6" PRId64 " (%.2f per sec.)\n", committed,
           clock_rate(committed, b->slices.duration_ns));
    printf("    tried again:                         %" PRId64 "\n", b->tally->retries);
    printf("    given up:                            %" PRId64 "\n", b->tally->failed_events);
    printf("    events under way, on average:        %.2f of %" PRId64 " connections\n", b->in_flight_mean, o->load.threads);
    if (b->tally->downtime_ns > 0)
        printf("    downtime of connections:             %.3fs\n", clock_seconds(b->tally->downtime_ns));
    printf("\n");
    if (b->tally->retries > 0)
        put_percentiles(o, "Percentiles without retries", b->attempt);
    results_print_text(o, out, t);
    put_kinds(o, out->program, t, b->detail);
    put_hosts(o, &out->targets[t], b);
}

/* Was it the load generator or its computer that was measured? */
static void
put_client(const struct outcome *o)
{
    printf("Client:\n");
    printf("    CPU share:                           %.1f %% of what its workers could get (%" PRId64 " on %d CPUs)\n",
           100 * o->cpu_share, o->worker_count, o->cpu_count);
    if (o->steal_share >= 0)
        printf("    steal:                               %.1f %%\n", 100 * o->steal_share);
    else
        printf("    steal:                               unknown\n");
    printf("    placement:                           %s%s\n\n", o->placement,
           strcmp(o->placement, "pinned") == 0 ? ": each worker shares a CPU with its server processes" : "");
}

static void
put_block(const struct options *o, const struct outcome *out, int t)
{
    const struct block *const b = &out->blocks[t];

    if (o->report.histogram)
        put_histogram(&b->tally->latency);
    put_sql_statistics(b);
    put_totals(o, b);
    put_latency(o, &b->tally->latency);
    printf("Threads fairness:\n");
    printf("    events (avg/stddev):           %.4f/%3.2f\n", b->fairness.events_mean, b->fairness.events_sd);
    printf("    execution time (avg/stddev):   %.4f/%3.2f\n\n", b->fairness.busy_s_mean, b->fairness.busy_s_sd);
    if (!strict_text(o))
        put_beyond_sysbench(o, out, t);
}

static void
outcome(struct report *r, const struct outcome *o)
{
    if (!is_told(r, VERBOSITY_REPORT))
        return;
    for (int t = 0; t < o->target_count; t++) {
        if (o->target_count > 1)
            printf("Server %d (version %s), %" PRId64 " slices:\n\n", t, o->blocks[t].server_version,
                   o->blocks[t].slices.slice_count);
        put_block(r->options, o, t);
    }
    if (!strict_text(r->options))
        put_client(o);
    report_flush(r);
}

static void
summary(struct report *r, enum err code, const struct outcome *o, const struct loaded_table *tables, size_t table_count,
        const struct warning *warnings, size_t warning_count)
{
    const bool is_strict = strict_text(r->options) != NULL;

    for (size_t i = 0; i < table_count && is_told(r, VERBOSITY_REPORT) && !is_strict; i++)
        printf("%s: %" PRId64 " rows\n", tables[i].name, tables[i].rows);
    for (size_t i = 0; i < warning_count && is_told(r, VERBOSITY_WARNING); i++)
        fprintf(is_strict ? stderr : stdout, "WARNING: %s (%s)\n", warnings[i].message, warnings[i].remedy);
    if (code != ERR_OK && o && o->is_measured && o->accounting.done > 0 && is_told(r, VERBOSITY_REPORT) && !is_strict)
        printf("The run was cut short: the numbers above are what was measured until then.\n");
    report_flush(r);
}

const struct report_ops report_sysbench = {
    .hello = hello,
    .load_progress = load_progress,
    .phase_began = phase_began,
    .interval = interval,
    .error = error,
    .retried = retried,
    .outcome = outcome,
    .summary = summary,
};
