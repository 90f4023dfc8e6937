#ifndef PLUMBLINE_MACHINE_LOOKUP_H
#define PLUMBLINE_MACHINE_LOOKUP_H

/*
 * The look-up of host names before connecting. libpq waits for the name server as long as the resolver does, many seconds where it does
 * not answer, and cannot be interrupted meanwhile. Here a thread of its own asks first, and is left behind when its answer comes too
 * late. What it finds is thrown away: libpq asks again, of a name server that answers.
 */

#include "machine/interrupt.h"
#include "machine/target.h"

/* Looks up the hosts of `count` connections, number `first` (see target_start()) and those after it. ERR_TARGET when a name has no
 * address, or none came within --thread-init-timeout; ERR_INTERRUPTED. `interrupt` may be NULL. */
enum err lookup_hosts(const struct target *t, int first, int count, const struct interrupt *interrupt, struct diag *d);

#endif
