#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "catalog/family.h"

/* Fills `out`, of RESULT_COUNT_MAX, and returns how many there are. */
static size_t
results_of(const struct options *o, const struct outcome *out, int t, struct result *results)
{
    const struct family *const family = o->load.workload->family;
    const struct block *const b = &out->blocks[t];
    struct measured_event events[EVENT_KIND_MAX];
    const struct measured m = {.duration_ns = b->slices.duration_ns,
                               .shares_time = out->target_count > 1,
                               .events = events,
                               .counters = b->detail->counters};

    for (int i = 0; i < out->program->event_kind_count; i++)
        events[i] = (struct measured_event){.count = b->detail->events[i].count, .latency = b->detail->events[i].latency};
    return family->results ? family->results(&o->load, &m, results, RESULT_COUNT_MAX) : 0;
}

static void
print_line(const struct result *r)
{
    const char *const bound = r->bound == AT_LEAST ? "at least" : "at most";

    if (isnan(r->value)) {
        printf("    %-48s %12s\n", r->label, "-");
        return;
    }
    printf("    %-48s %12.*f %s", r->label, r->digits, r->value, r->unit);
    if (r->bound != UNBOUNDED)
        printf(" (%s %s: %s)", bound, plain_number(r->limit, 6).text, result_holds(r) ? "holds" : "DOES NOT HOLD");
    printf("\n");
}

void
results_print_text(const struct options *o, const struct outcome *out, int t)
{
    struct result results[RESULT_COUNT_MAX];
    const size_t count = results_of(o, out, t, results);
    int bound_count = 0, held_count = 0;

    if (count == 0)
        return;
    printf("%s:\n", o->load.workload->name);
    for (size_t i = 0; i < count; i++) {
        print_line(&results[i]);
        bound_count += results[i].bound != UNBOUNDED;
        held_count += results[i].bound != UNBOUNDED && result_holds(&results[i]);
    }
    printf("    %-48s %9d of %d\n\n", "limits that hold", held_count, bound_count);
}

bool
results_hold(const struct options *o, const struct outcome *out, int t)
{
    struct result results[RESULT_COUNT_MAX];
    const size_t count = results_of(o, out, t, results);
    bool holds = true;

    for (size_t i = 0; i < count; i++)
        holds = holds && (!results[i].is_of_capacity || result_holds(&results[i]));
    return holds;
}

void
results_print_short(const struct options *o, const struct outcome *out, int t)
{
    struct result results[RESULT_COUNT_MAX];
    const size_t count = results_of(o, out, t, results);

    for (size_t i = 0; i < count; i++)
        if ((i == 0 || results[i].is_of_capacity) && !isnan(results[i].value))
            printf("%s%s %.*f %s%s", i == 0 ? "" : ", ", results[i].name, results[i].digits, results[i].value, results[i].unit,
                   result_holds(&results[i]) ? "" : " (too much)");
}

static void
print_counters(const char *const *names, const int64_t *counters)
{
    printf(",\"counters\":{");
    for (int i = 0; names[i]; i++)
        printf("%s\"%s\":%" PRId64, i == 0 ? "" : ",", names[i], counters[i]);
    printf("}");
}

static void
print_result(const struct result *r)
{
    printf("{\"name\":\"%s\",\"value\":", r->name);
    if (isnan(r->value))
        printf("null");
    else
        printf("%.9g", r->value);
    printf(",\"unit\":\"%s\"", r->unit);
    if (r->bound != UNBOUNDED)
        printf(",\"%s\":%.6g,\"holds\":%s", r->bound == AT_LEAST ? "at_least" : "at_most", r->limit,
               result_holds(r) ? "true" : "false");
    printf("}");
}

void
results_print_json(const struct options *o, const struct outcome *out, int t)
{
    struct result results[RESULT_COUNT_MAX];
    const size_t count = results_of(o, out, t, results);

    if (out->program->counter_names)
        print_counters(out->program->counter_names, out->blocks[t].detail->counters);
    for (size_t i = 0; i < count; i++) {
        printf("%s", i == 0 ? ",\"results\":[" : ",");
        print_result(&results[i]);
    }
    if (count > 0)
        printf("]");
}
