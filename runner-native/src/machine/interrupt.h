#ifndef PLUMBLINE_MACHINE_INTERRUPT_H
#define PLUMBLINE_MACHINE_INTERRUPT_H

/*
 * The caller's wish that a wait ends.
 */

#include "base/base.h"

/* Asked about ten times a second; once it is wanted, it stays so. */
struct interrupt {
    bool (*is_wanted)(void *context);
    void *context;
    int64_t until_ns; /* Wanted from then on, whatever is answered; 0: not by itself. */
};

static inline bool
interrupt_is_wanted(const struct interrupt *i, int64_t now_ns)
{
    return i && ((i->until_ns != 0 && now_ns >= i->until_ns) || i->is_wanted(i->context));
}

#endif
