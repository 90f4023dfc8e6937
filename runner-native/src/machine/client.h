#ifndef PLUMBLINE_MACHINE_CLIENT_H
#define PLUMBLINE_MACHINE_CLIENT_H

/*
 * Connections to one target for all that is not measured: what prepare, check and cleanup say, and what is asked before a run. They are
 * those of a run (conn.h), with a program of one statement, which the caller gives; the caller's thread drives them.
 *
 * Every wait has an end. A connection is open within --thread-init-timeout. A statement may take as long as the server answers another
 * connection, or, where --stall-timeout was given, that long without a byte. When the interrupt is wanted, or something has failed, the
 * server is asked to cancel what is under way, and what it has not ended a moment later is closed. No thread of it outlives it.
 *
 * A statement that fails by itself is tried again as the dialect says.
 */

#include "machine/interrupt.h"
#include "machine/loop.h"
#include "machine/request.h"

struct client {
    const struct target *target;
    const struct interrupt *interrupt; /* NULL: nothing interrupts it. */
    int64_t grace_ns; /* Time for an answer to a request to cancel. */
    /* About ten times a second, while it waits. NULL: nothing to do. */
    void (*on_tick)(void *context);
    void *context;
    /* Its own. */
    struct workload_options options; /* Options of its statements: the dialect alone. */
    struct program program;
    struct loop loop;
    struct request *requests; /* The request of each connection. */
    struct cancel *cancels;   /* The same. */
    int64_t ticked_ns;
    int64_t stop_ns; /* Time at which everything under way is closed; 0: go on. */
    struct diag lost; /* Why a connection is gone. */
};

/* Opens `count` connections, number `first` (see target_start()) and those after it; `text_size` is for what a request writes.
 * `interrupt` may be NULL. NULL with cause and remedy in `d`. */
struct client *client_open(const struct target *t, int first, int count, size_t text_size, const struct interrupt *interrupt,
                           struct diag *d);

/* NULL is fine. */
void client_free(struct client *c);

/* One statement over connection `index`, from 0. */
enum err client_ask(struct client *c, int index, const struct request *request, struct diag *d);

/* The same of one whose rows are not looked at. */
enum err client_execute(struct client *c, int index, const char *sql, struct diag *d);

/* Over all connections side by side: each that is free, its last request having succeeded, is given the next one, until `next` has none
 * for any. */
enum err client_work(struct client *c, bool (*next)(void *context, int index, struct request *request), void *context,
                     struct diag *d);

#endif
