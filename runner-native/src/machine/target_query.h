#ifndef PLUMBLINE_MACHINE_TARGET_QUERY_H
#define PLUMBLINE_MACHINE_TARGET_QUERY_H

/*
 * Blocking connections for everything that is not measured (prepare, check, cleanup). What waits for the server takes a struct
 * interrupt, which may end the wait.
 */

#include "machine/target.h"

/* Who may want a wait to end: asked about ten times a second; once it is wanted, it stays so. */
struct interrupt {
    bool (*is_wanted)(void *context);
    void *context;
};

/* Connection number `index` (see target_start()), ready within --thread-init-timeout. NULL with cause and remedy in `d`. Close
 * it with PQfinish(). `interrupt` may be NULL. */
PGconn *target_connect(const struct target *t, int index, const struct interrupt *interrupt, struct diag *d);

/* A statement by itself has ended in `sqlstate`, which may be NULL, at its try number `tries`, from 1: is it one of the dialect's that
 * pass, and worth another try? Then waits before. `interrupt`, which may be NULL, ends the wait. */
bool target_tries_again(const struct target *t, const char *sqlstate, int tries, const struct interrupt *interrupt);

/* Runs one statement, again where target_tries_again(), and gives its result, for PQclear(); NULL without one. Of a COPY ... FROM STDIN
 * that is PGRES_COPY_IN. When `interrupt`, which may be NULL, is wanted meanwhile, the server is asked to cancel the statement, the
 * connection ends if it does not answer soon, and `d` has ERR_INTERRUPTED whatever came of it. */
PGresult *target_query(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d);

/* The same for a statement whose result does not matter, but for its failure. */
enum err target_execute(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d);

/* The number in the first column of the first row; 0 where there is none, whatever listens there. */
int64_t target_answered_number(const PGresult *result);

/* A wait for a server that is at a statement: it ends when that is answered, the server has stopped answering, or the interrupt is
 * wanted. */
struct target_wait {
    const struct target *target;
    PGconn *pg;
    const char *sql;
    const struct interrupt *interrupt; /* May be NULL. */
    struct diag *diag;
    bool is_interrupted;
    int64_t heard_ns; /* When the socket was ready last; 0: not known. */
    int64_t give_up_ns; /* Once it is interrupted. */
};

/* Waits until all is sent. False: that is in vain. */
bool target_flush(struct target_wait *w);

/* Waits for the next result; NULL: there is none. */
PGresult *target_result(struct target_wait *w);

/* ERR_INTERRUPTED where the wait was interrupted. */
enum err target_fail_interrupted(const struct target_wait *w);

#endif
