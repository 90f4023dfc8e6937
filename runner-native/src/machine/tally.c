#include "machine/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    into->reconnects += from->reconnects;
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
