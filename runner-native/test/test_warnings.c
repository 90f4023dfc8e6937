/*
 * What speaks against the figures of a run: a load generator that was late itself, and whatever else is beyond its limit.
 */

#include "machine/outcome.h"

#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "catalog/workload.h"
#include "cli/option_set.h"
#include "check_values.h"
#include "family_options.h"
#include "program/program.h"

enum { EVENT_COUNT = 1000 };

static const struct statement a_read = {.name = "a_read"}, a_write = {.name = "a_write", .is_write = true};
static struct program_statement statements[] = {{.statement = &a_read}, {.statement = &a_write}};
static struct program program = {
    .event_kind_count = 1, .event_targets = {UINT8_MAX}, .statement_count = 2, .statements = statements};

static const char *
warning_of(const struct outcome *out, const char *code)
{
    for (int i = 0; i < out->warning_count; i++)
        if (strcmp(out->warnings[i].code, code) == 0)
            return out->warnings[i].message;
    return NULL;
}

/* Events of 10 ms each, of which the last `late_count` were begun `late_ns` late. */
static void
count_late_events(struct outcome *out, int late_count, int64_t late_ns)
{
    static const struct target target = {.host_count = 1};
    static const struct diag none;
    struct options options;

    memset(out, 0, sizeof *out);
    options_default(&options, workload_find("oltp_point_select"));
    program.options = &options.load;
    options.run.rate_per_s = 100;
    CHECK(outcome_init(out, &program, &target, 1, &(struct run_options){.rate_per_s = 1}), "there is memory");
    out->is_measured = true;
    out->placement = "free";
    out->blocks[0].is_sustained = true;
    for (int i = 0; i < EVENT_COUNT; i++) {
        const int64_t own_ns = i >= EVENT_COUNT - late_count ? late_ns : 0;
        hist_record(&out->blocks[0].tally->latency, 10 * NS_PER_MS + own_ns);
        hist_record(out->blocks[0].detail->lateness, own_ns);
        hist_record(out->blocks[0].detail->punctual, 10 * NS_PER_MS);
    }
    warnings_add(out, &(struct warning_facts){.options = &options, .server_cpu = &none});
}

static void
lateness_is_a_warning_where_it_makes_a_percentile(void)
{
    static const struct {
        int late_count;
        int64_t late_ns;
        const char *says; /* NULL: nothing. */
    } cases[] = {
        {0, 0, NULL},
        {EVENT_COUNT, NS_PER_MS, NULL},        /* A tenth more than it would be is an eleventh of it. */
        {EVENT_COUNT / 200, NS_PER_S, NULL},   /* Fewer than one in a hundred. */
        {EVENT_COUNT / 50, 2 * NS_PER_MS, "0 % of the median latency and 17 % of the 99th percentile"},
        {EVENT_COUNT, 10 * NS_PER_MS, "50 % of the median latency and 50 % of the 99th percentile"},
        {EVENT_COUNT, 90 * NS_PER_MS, " 90 % of the median latency and 90 % of the 99th percentile"},
        {EVENT_COUNT * 99 / 200, 90 * NS_PER_MS, " 0 % of the median latency and 90 % of the 99th percentile"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome out;

        count_late_events(&out, cases[i].late_count, cases[i].late_ns);
        const char *const said = warning_of(&out, "generator-late");
        CHECK((said != NULL) == (cases[i].says != NULL), "case %zu: %s", i, said ? said : "nothing is said");
        if (said && cases[i].says)
            CHECK(strstr(said, cases[i].says) != NULL, "case %zu: %s", i, said);
        outcome_free(&out);
    }
}

/* Four connections for ten seconds in a closed loop, of which there is nothing to say. */
struct scene {
    struct outcome out;
    struct options options;
    struct diag server_cpu;
    struct warning_facts facts;
};

static void
scene_begin(struct scene *s, const char *workload)
{
    static const struct target targets[] = {{.host_count = 1}, {.host_count = 1}};

    memset(s, 0, sizeof *s);
    options_default(&s->options, workload_find(workload));
    program.options = &s->options.load;
    s->options.load.threads = 4;
    CHECK(outcome_init(&s->out, &program, targets, 2, &(struct run_options){.rate_per_s = 1}), "there is memory");
    s->out.is_measured = true;
    s->out.placement = "pinned";
    s->out.worker_count = 2;
    s->out.others_cpu = 3;
    s->out.quota = (struct quota){.cpus = 1.5, .period_count = 1000};
    for (int t = 0; t < 2; t++) {
        s->out.blocks[t].is_sustained = true;
        s->out.blocks[t].slices.duration_ns = 10 * NS_PER_S;
    }
    s->facts = (struct warning_facts){.options = &s->options, .server_cpu = &s->server_cpu};
}

static void
set_rest(struct scene *s, int64_t value)
{
    s->out.blocks[1].slices.rest_ns = value;
}

static void
set_rest_of_a_second(struct scene *s, int64_t value)
{
    s->out.blocks[1].slices = (struct slice_totals){.duration_ns = value, .rest_ns = NS_PER_S};
}

static void
set_downtime(struct scene *s, int64_t value)
{
    s->out.blocks[1].tally->downtime_ns = value;
}

static void
set_missing(struct scene *s, int64_t value)
{
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "40001", 7);
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "02000", value);
}

/* Of a hundred events. */
static void
set_failed(struct scene *s, int64_t value)
{
    s->out.blocks[1].tally->events = 100 - value;
    s->out.blocks[1].tally->failed_events = value;
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "22012", 1);
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "40P01", 2);
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "40001", 93);
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "57014", 4);
}

static void
set_wrong(struct scene *s, int64_t value)
{
    sqlstates_add(&s->out.blocks[1].tally->sqlstates, "XX001", value);
}

static void
set_started_late(struct scene *s, int64_t value)
{
    s->facts.started_late_ns = value;
}

static void
set_cpu_share(struct scene *s, int64_t hundredths)
{
    s->out.cpu_share = (double)hundredths / 100;
}

static void
set_throttled(struct scene *s, int64_t value)
{
    s->out.quota.throttled_count = value;
}

static void
set_others_share(struct scene *s, int64_t hundredths)
{
    s->out.others_share = (double)hundredths / 100;
}

static void
set_lost_records(struct scene *s, int64_t value)
{
    s->facts.lost_record_count = value;
}

static void
set_server_cpu(struct scene *s, int64_t value)
{
    if (value > 0)
        fail(&s->server_cpu, ERR_TARGET, "there is no process 77");
}

static void
set_placement(struct scene *s, int64_t value)
{
    s->out.placement = value == 0 ? "free" : "mixed";
}

static void
set_text_reason(struct scene *s, int64_t value)
{
    s->options.load.text_reason = value == 0 ? NULL : "a pooler hands out its connections";
}

/* That server 1 did not keep up is no matter in a closed loop, that it rested is none in an open one. */
static void
set_open_loop(struct scene *s, int64_t value)
{
    s->options.run.rate_per_s = value > 0 ? 100 : 0;
    s->out.blocks[1].is_sustained = false;
    s->out.blocks[1].slices.backlog_end = 40;
    s->out.blocks[1].slices.offered = 1000;
    s->out.blocks[1].slices.unstarted = 30;
    s->out.blocks[1].slices.rest_ns = value > 0 ? 20 * NS_PER_S : 0;
}

/* Of a hundred thousand executions on each server, one in a hundred of the first. */
static void
set_misses(struct scene *s, int64_t value)
{
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 2; i++)
            s->out.blocks[t].detail->statements[i].count = 100000;
    s->out.blocks[0].detail->statements[0].misses = 1000;
    s->out.blocks[1].detail->statements[0].misses = value;
    s->out.blocks[1].detail->statements[1].misses = 50000; /* What a write finds depends on who was faster. */
}

/* All but one of a few: such a difference is chance. */
static void
set_few_misses(struct scene *s, int64_t value)
{
    for (int t = 0; t < 2; t++)
        s->out.blocks[t].detail->statements[0].count = value;
    s->out.blocks[1].detail->statements[0].misses = value / 2;
}

static const struct warning_case {
    const char *code;
    void (*set)(struct scene *s, int64_t value);
    int64_t at;     /* The last value that there is nothing to say of. */
    int64_t beyond;
    const char *says;
} warning_cases[] = {
    {"connections-idle", set_rest, 2 * NS_PER_S, 2 * NS_PER_S + 1, "of server 1 rested 5 % of the time"},
    {"connections-idle", set_rest, 0, 36 * NS_PER_S, "of server 1 rested 90 % of the time"},
    {"connections-idle", set_rest_of_a_second, NS_PER_S - 1, NS_PER_S, "of server 1 rested 25 % of the time"},
    {"connections-lost", set_downtime, 0, 3 * NS_PER_S / 2, "to server 1 were lost, together for 1.5 s"},
    {"connections-lost", set_downtime, 0, 1234 * NS_PER_S, "together for 1234 s"},
    {"connections-lost", set_downtime, 0, 1, "to server 1 were lost"},
    {"rows-missing", set_missing, 0, 1, "1 reads on server 1"},
    {"events-failed", set_failed, 9, 10, "10 of 100 events on server 1 failed: SQLSTATE 40001 (93), 57014 (4), 40P01 (2)"},
    {"values-wrong", set_wrong, 0, 1, "1 reads on server 1"},
    {"misses-differ", set_misses, 2000, 2001,
     "a_read found no row in 1 % of its executions on server 0 and in 2 % on server 1"},
    {"misses-differ", set_misses, 1000, 50000, "in 1 % of its executions on server 0 and in 50 % on server 1"},
    {"misses-differ", set_misses, 1000, 100000, "and in 100 % on server 1"},
    {"misses-differ", set_few_misses, 30, 80, "in 0 % of its executions on server 0 and in 50 % on server 1"},
    {"started-late", set_started_late, 100 * NS_PER_MS, 101 * NS_PER_MS, "ready 0.101 s after"},
    {"client-bound", set_cpu_share, 85, 86, "used 86 % of the CPU time that its 2 workers"},
    {"throttled", set_throttled, 10, 11, "quota of 1.5 held plumbline-load up in 11 of 1000"},
    {"cpu-shared", set_others_share, 20, 21, "took 21 % of CPU 3"},
    {"cpu-shared", set_others_share, 0, 90, "took 90 % of CPU 3"},
    {"slices-lost", set_lost_records, 0, 1, "the last 1 slices"},
    {"server-cpu-unknown", set_server_cpu, 0, 1, "there is no process 77"},
    {"placement-mixed", set_placement, 0, 1, "not every process"},
    {"sent-as-text", set_text_reason, 0, 1, "a pooler hands out"},
    {"not-sustained", set_open_loop, 0, 1,
     "server 1 did not keep up with --rate: 40 of 1000 planned events were waiting when the "
     "time was over, 30 were never begun"},
};

static void
each_is_a_warning_from_its_limit_on_and_alone(void)
{
    for (size_t i = 0; i < sizeof warning_cases / sizeof *warning_cases; i++) {
        const struct warning_case *const each = &warning_cases[i];
        struct scene s;

        scene_begin(&s, "oltp_point_select");
        each->set(&s, each->at);
        warnings_add(&s.out, &s.facts);
        CHECK(s.out.warning_count == 0, "%s at its limit: %s", each->code, s.out.warnings[0].message);
        outcome_free(&s.out);

        scene_begin(&s, "oltp_point_select");
        each->set(&s, each->beyond);
        warnings_add(&s.out, &s.facts);
        CHECK_INT(s.out.warning_count, 1);
        CHECK_TEXT(s.out.warnings[0].code, each->code);
        CHECK_HAS(s.out.warnings[0].message, each->says);
        CHECK(s.out.warnings[0].remedy[0] != '\0', "%s has no remedy", each->code);
        outcome_free(&s.out);
    }
}

static void
tables_that_change_are_a_warning(void)
{
    struct scene s;

    scene_begin(&s, "oltp_insert");
    warnings_add(&s.out, &s.facts);
    CHECK_INT(s.out.warning_count, 1);
    CHECK_TEXT(s.out.warnings[0].code, "not-stationary");
    outcome_free(&s.out);
}

/* What a faster server has deleted or added more of is found less, or more, often. */
static void
tables_that_change_may_be_found_to_have(void)
{
    struct scene s;

    scene_begin(&s, "oltp_insert");
    set_misses(&s, 50000);
    warnings_add(&s.out, &s.facts);
    CHECK_INT(s.out.warning_count, 1);
    CHECK_TEXT(s.out.warnings[0].code, "not-stationary");
    outcome_free(&s.out);
}

/* Where what is not known of a workload is whether it changes its tables, and it only reads. */
static void
who_only_reads_changes_nothing(void)
{
    struct program reads = program;
    struct scene s;

    reads.statement_count = 1;
    scene_begin(&s, "script");
    set_misses(&s, 50000);
    s.out.program = &reads;
    warnings_add(&s.out, &s.facts);
    CHECK(warning_of(&s.out, "misses-differ") != NULL, "nothing is said");
    outcome_free(&s.out);
}

/* Of its own program: one miss of the first statement that names a row. */
static void
rows_that_are_there_are_found_unless_the_workload_deletes(void)
{
    static const struct {
        const char *workload;
        bool keeps_deletes;
        const char *says; /* NULL: nothing. */
    } cases[] = {
        {"oltp_point_select", true, "1 of 10 executions of point_select on server 1 found no row, though none is ever deleted"},
        {"oltp_read_only", true, "of point_select on server 1"},
        {"oltp_update_index", true, "of index_update on server 1"},
        {"oltp_update_non_index", true, "of non_index_update on server 1"},
        {"oltp_read_write", true, NULL},
        {"oltp_read_write", false, "of point_select on server 1"},
        {"oltp_delete", true, NULL},
        {"oltp_insert", true, NULL},
        {"select_random_points", true, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program own;
        struct diag d = DIAG_NONE;
        struct scene s;

        scene_begin(&s, cases[i].workload);
        outcome_free(&s.out);
        if (!cases[i].keeps_deletes)
            SBTEST(s.options)->delete_inserts = 0;
        CHECK_INT(workload_program(&own, &s.options.load, &d), ERR_OK);
        static const struct target targets[] = {{.host_count = 1}, {.host_count = 1}};
        CHECK(outcome_init(&s.out, &own, targets, 2, &(struct run_options){0}), "there is memory");
        s.out.is_measured = true;
        s.out.placement = "pinned";
        for (int st = 0; st < own.statement_count; st++)
            s.out.blocks[0].detail->statements[st].count = s.out.blocks[1].detail->statements[st].count = 10;
        int named = 0;
        while (named + 1 < own.statement_count && !own.statements[named].statement->finds_row)
            named++;
        s.out.blocks[1].detail->statements[named].misses = 1;
        warnings_add(&s.out, &s.facts);
        const char *const said = warning_of(&s.out, "rows-missing");
        CHECK((said != NULL) == (cases[i].says != NULL), "%s: %s", cases[i].workload, said ? said : "nothing is said");
        if (said && cases[i].says)
            CHECK_HAS(said, cases[i].says);
        outcome_free(&s.out);
        program_free(&own);
    }
}

static void
nothing_is_said_of_figures_that_are_none(void)
{
    static const struct {
        bool is_measured, is_interrupted;
        int count;
    } cases[] = {{true, false, 1}, {false, false, 0}, {true, true, 0}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene s;

        scene_begin(&s, "oltp_point_select");
        set_rest(&s, 20 * NS_PER_S);
        s.out.is_measured = cases[i].is_measured;
        s.out.is_interrupted = cases[i].is_interrupted;
        warnings_add(&s.out, &s.facts);
        CHECK_INT(s.out.warning_count, cases[i].count);
        outcome_free(&s.out);
    }
}

static void
more_than_there_is_room_for_is_left_out(void)
{
    struct scene s;

    scene_begin(&s, "oltp_point_select");
    s.out.warning_count = WARNING_COUNT_MAX - 1;
    set_rest(&s, 20 * NS_PER_S);
    set_downtime(&s, 1);
    warnings_add(&s.out, &s.facts);
    CHECK_INT(s.out.warning_count, WARNING_COUNT_MAX);
    CHECK_TEXT(s.out.warnings[WARNING_COUNT_MAX - 1].code, "connections-idle");
    outcome_free(&s.out);
}

int
main(void)
{
    each_is_a_warning_from_its_limit_on_and_alone();
    tables_that_change_are_a_warning();
    tables_that_change_may_be_found_to_have();
    who_only_reads_changes_nothing();
    rows_that_are_there_are_found_unless_the_workload_deletes();
    nothing_is_said_of_figures_that_are_none();
    more_than_there_is_room_for_is_left_out();
    lateness_is_a_warning_where_it_makes_a_percentile();
    return check_result("warnings");
}
