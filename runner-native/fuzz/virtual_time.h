#ifndef PLUMBLINE_VIRTUAL_TIME_H
#define PLUMBLINE_VIRTUAL_TIME_H

/*
 * Time that passes only where nobody has anything to do, and then at once.
 *
 * Threads take turns: one goes on until it waits. Where none is ready, the world of the target does what it has to do; where that is nothing,
 * the clock jumps to the first moment that somebody waits for. So a run waits for nothing, and takes the same way each time.
 * The Makefile puts the functions of virtual_time.c before those that read the clock, wait, and start and join threads. They do so for
 * the thread that began and those it starts, until the end; for all others they are what they always were.
 */

#include <stdbool.h>
#include <stdint.h>

/* What happens outside of the program. */
struct virtual_world {
    /* Does what is to be done at `now_ns`. False: nothing was. */
    bool (*act)(int64_t now_ns);
    /* The next moment when there may be something without another's doing; INT64_MAX: none. */
    int64_t (*next_ns)(void);
};

void virtual_time_begin(const struct virtual_world *world);
void virtual_time_end(void);

#endif
