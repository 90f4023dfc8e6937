#ifndef PLUMBLINE_TEST_RECORD_MANY_H
#define PLUMBLINE_TEST_RECORD_MANY_H

#include "math/hist.h"

/* Sets how often `value_ns` was recorded, as billions of recordings would. */
static inline void
record_many(struct hist *h, int64_t value_ns, int64_t times)
{
    hist_record(h, value_ns);
    h->counter[hist_slot(value_ns)] += times - 1;
    h->count += times - 1;
    h->sum_ns += value_ns * (times - 1);
}

#endif
