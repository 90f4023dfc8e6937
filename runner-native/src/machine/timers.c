#include "machine/timers.h"

#include <assert.h>
#include <stdlib.h>

bool
timers_init(struct timers *t, int capacity)
{
    *t = (struct timers){.heap = calloc((size_t)capacity + 1, sizeof(struct timer *)), .capacity = capacity};
    return t->heap;
}

void
timers_free(struct timers *t)
{
    free(t->heap);
    *t = (struct timers){0};
}

static void
place(struct timers *t, struct timer *timer, int at)
{
    t->heap[at] = timer;
    timer->place = at;
}

/* Moves those that are due later down, from `at` on the way to the top; returns where there is room. */
static int
rise(struct timers *t, int at, int64_t due_ns)
{
    while (at > 1 && t->heap[at / 2]->due_ns > due_ns) {
        place(t, t->heap[at / 2], at);
        at /= 2;
    }
    return at;
}

/* Moves those that are due earlier up, from `at` on the way down; returns where there is room. */
static int
sink(struct timers *t, int at, int64_t due_ns)
{
    for (;;) {
        int below = at * 2;
        if (below > t->count)
            return at;
        if (below < t->count && t->heap[below + 1]->due_ns < t->heap[below]->due_ns)
            below++;
        if (t->heap[below]->due_ns >= due_ns)
            return at;
        place(t, t->heap[below], at);
        at = below;
    }
}

void
timers_put(struct timers *t, struct timer *timer, int64_t due_ns)
{
    timers_take(t, timer);
    assert(t->count < t->capacity);
    timer->due_ns = due_ns;
    t->count++;
    place(t, timer, rise(t, t->count, due_ns));
}

void
timers_take(struct timers *t, struct timer *timer)
{
    const int at = timer->place;

    if (at == 0)
        return;
    assert(t->heap[at] == timer);
    struct timer *const last = t->heap[t->count--];
    timer->place = 0;
    if (last == timer)
        return;
    const int risen = rise(t, at, last->due_ns);
    place(t, last, risen == at ? sink(t, at, last->due_ns) : risen);
}
