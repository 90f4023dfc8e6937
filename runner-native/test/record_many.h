#ifndef PLUMBLINE_TEST_RECORD_MANY_H
#define PLUMBLINE_TEST_RECORD_MANY_H

#include "math/hist.h"

/* Sets how often `value_ns` was recorded, as billions of recordings would. */
static inline void
record_many(struct hist *h, int64_t value_ns, int64_t times)
{
    const uint32_t slot = hist_slot(value_ns);

    hist_record(h, value_ns);
    for (int64_t wraps = times >> 32; wraps > 0; wraps--)
        hist_note_wrap(h, slot);
    h->counter[slot] += (uint32_t)times - 1;
    h->count += times - 1;
    h->sum_ns += value_ns * (times - 1);
}

#endif
