#include "report/latency.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void
latency_print_json(struct report *r, const char *name, const struct hist *h)
{
    const struct percentiles *const p = &r->options->report.percentiles;
    char *const encoded = malloc(HIST_ENCODED_SIZE_MAX);

    printf(",\"%s\":{\"count\":%" PRId64 ",\"min_ns\":%" PRId64 ",\"max_ns\":%" PRId64 ",\"sum_ns\":%" PRId64
           ",\"percentiles_ns\":{",
           name, h->count, hist_min_ns(h), h->max_ns, h->sum_ns);
    for (int i = 0; i < p->count; i++) {
        printf("%s\"%.15g\":", i == 0 ? "" : ",", p->value[i]);
        if (h->count > 0)
            printf("%" PRId64, hist_percentile_ns(h, p->value[i]));
        else
            printf("null"); /* 0 would be the fastest server of all. */
    }
    printf("}");
    if (encoded && hist_encode(h, encoded, HIST_ENCODED_SIZE_MAX) > 0)
        printf(",\"histogram\":\"%s\"", encoded);
    else
        r->failure = ENOMEM;
    printf("}");
    free(encoded);
}
