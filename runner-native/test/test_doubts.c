/*
 * What speaks against the figures of a run: a load generator that was late itself.
 */

#include "machine/doubts.h"

#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "catalog/workload.h"
#include "cli/option_set.h"
#include "check_values.h"
#include "program/program.h"

enum { EVENT_COUNT = 1000 };

static const char *
doubt_of(const struct outcome *out, const char *code)
{
    for (int i = 0; i < out->warning_count; i++)
        if (strcmp(out->warnings[i].code, code) == 0)
            return out->warnings[i].message;
    return NULL;
}

/* Events of 10 ms each, of which the last `late_count` were begun `late_ns` late. */
static void
doubt_late_events(struct outcome *out, int late_count, int64_t late_ns)
{
    static const struct program program = {.event_kind_count = 1, .statement_count = 1};
    static const struct target target = {.host_count = 1};
    static const struct diag none;
    struct options options;

    memset(out, 0, sizeof *out);
    options_default(&options, workload_find("oltp_point_select"));
    options.run.rate_per_s = 100;
    CHECK(outcome_init(out, &program, &target, 1, true), "there is memory");
    out->is_measured = true;
    out->placement = "free";
    out->blocks[0].is_sustained = true;
    for (int i = 0; i < EVENT_COUNT; i++) {
        const int64_t own_ns = i >= EVENT_COUNT - late_count ? late_ns : 0;
        hist_record(&out->blocks[0].tally->latency, 10 * NS_PER_MS + own_ns);
        hist_record(out->blocks[0].detail->lateness, own_ns);
        hist_record(out->blocks[0].detail->punctual, 10 * NS_PER_MS);
    }
    doubts_add(out, &(struct doubt_facts){.options = &options, .server_cpu = &none});
}

static void
lateness_is_a_doubt_where_it_makes_a_percentile(void)
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
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome out;

        doubt_late_events(&out, cases[i].late_count, cases[i].late_ns);
        const char *const said = doubt_of(&out, "generator-late");
        CHECK((said != NULL) == (cases[i].says != NULL), "case %zu: %s", i, said ? said : "nothing is said");
        if (said && cases[i].says)
            CHECK(strstr(said, cases[i].says) != NULL, "case %zu: %s", i, said);
        outcome_free(&out);
    }
}

int
main(void)
{
    lateness_is_a_doubt_where_it_makes_a_percentile();
    return check_result("doubts");
}
