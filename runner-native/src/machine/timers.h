#ifndef PLUMBLINE_MACHINE_TIMERS_H
#define PLUMBLINE_MACHINE_TIMERS_H

/*
 * Timers in order: a binary heap, so that ten thousand connections that think cost a dozen comparisons for each that wakes. Its
 * room is taken once; a timer stands in what it is for, and knows its place, so that it can be taken out again.
 *
 * Threads: one owner.
 */

#include "base/base.h"

struct timer {
    int64_t due_ns;
    int place; /* Place in the heap, from 1; 0: in none. */
};

struct timers {
    struct timer **heap; /* Heap from 1; each is due no later than those at twice its place and one beyond. */
    int count;
    int capacity;
};

/* False when out of memory. */
bool timers_init(struct timers *t, int capacity);

/* Accepts zeroed timers. */
void timers_free(struct timers *t);

/* Puts `timer` in, or where it belongs now if it was in already. */
void timers_put(struct timers *t, struct timer *timer, int64_t due_ns);

/* Takes it out, if it is in. */
void timers_take(struct timers *t, struct timer *timer);

/* The one that is due first; NULL: there is none. */
static inline struct timer *
timers_first(const struct timers *t)
{
    return t->count > 0 ? t->heap[1] : NULL;
}

#endif
