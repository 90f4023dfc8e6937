#include "machine/tally.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_COUNT = 3 };

struct tally *
tally_create(void)
{
    struct tally *const t = malloc(sizeof *t);

    if (t)
        tally_reset(t);
    return t;
}

void
tally_destroy(struct tally *t)
{
    free(t);
}

void
tally_reset(struct tally *t)
{
    memset(t, 0, sizeof *t);
    hist_reset(&t->latency);
}

void
sqlstates_add(struct sqlstates *s, const char *sqlstate, int64_t attempts)
{
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->entry[i].sqlstate, sqlstate) == 0) {
            s->entry[i].attempts += attempts;
            return;
        }
    }
    if (s->count == SQLSTATE_COUNT_MAX) {
        s->overflow += attempts;
        return;
    }
    snprintf(s->entry[s->count].sqlstate, sizeof s->entry[s->count].sqlstate, "%s", sqlstate);
    s->entry[s->count].attempts = attempts;
    s->count++;
}

/* The entry with the most attempts that is not written yet; -1: there is none. */
static int
next_frequent(const struct sqlstates *s, const bool *is_written)
{
    int best = -1;

    for (int i = 0; i < s->count; i++)
        if (!is_written[i] && (best < 0 || s->entry[i].attempts > s->entry[best].attempts))
            best = i;
    return best;
}

const char *
sqlstates_most(const struct sqlstates *s)
{
    const bool is_written[SQLSTATE_COUNT_MAX] = {false};
    const int most = next_frequent(s, is_written);

    return most < 0 ? NULL : s->entry[most].sqlstate;
}

void
sqlstates_write(const struct sqlstates *s, char out[SQLSTATES_TEXT_SIZE])
{
    bool is_written[SQLSTATE_COUNT_MAX] = {false};
    size_t used = 0;

    out[0] = '\0';
    for (int n = 0, i; n < SHOWN_COUNT && (i = next_frequent(s, is_written)) >= 0; n++) {
        is_written[i] = true;
        used += (size_t)snprintf(out + used, SQLSTATES_TEXT_SIZE - used, "%s%s (%" PRId64 ")", n == 0 ? "SQLSTATE " : ", ",
                                 s->entry[i].sqlstate, s->entry[i].attempts);
    }
}

static void
queries_merge(struct queries *into, const struct queries *from)
{
    for (int i = 0; i < QUERY_CLASS_COUNT; i++)
        into->count[i] += from->count[i];
}

void
tally_merge(struct tally *into, const struct tally *from)
{
    into->events += from->events;
    into->failed_events += from->failed_events;
    into->failed_attempts += from->failed_attempts;
    into->rollbacks += from->rollbacks;
    into->retries += from->retries;
    into->retried_events += from->retried_events;
    into->skipped_events += from->skipped_events;
    into->lag_sum_ns += from->lag_sum_ns;
    into->lag_max_ns = into->lag_max_ns > from->lag_max_ns ? into->lag_max_ns : from->lag_max_ns;
    into->reconnects += from->reconnects;
    into->reconnect_ns += from->reconnect_ns;
    into->downtime_ns += from->downtime_ns;
    queries_merge(&into->queries, &from->queries);
    queries_merge(&into->committed, &from->committed);
    for (int i = 0; i < from->sqlstates.count; i++)
        sqlstates_add(&into->sqlstates, from->sqlstates.entry[i].sqlstate, from->sqlstates.entry[i].attempts);
    into->sqlstates.overflow += from->sqlstates.overflow;
    if (from->longest_wait_ns > into->longest_wait_ns)
        into->longest_wait_ns = from->longest_wait_ns;
    hist_merge(&into->latency, &from->latency);
}
