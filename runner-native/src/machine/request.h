#ifndef PLUMBLINE_MACHINE_REQUEST_H
#define PLUMBLINE_MACHINE_REQUEST_H

/*
 * One statement that is not measured, and the program (program.h) that says it: an event is one statement, and each connection has its
 * own.
 */

#include "machine/target.h"
#include "program/program.h"

/* The first rows: what is not there is empty, and what is long is cut. */
struct request_answer {
    int row_count; /* -1: it was not answered by rows. */
    char value[2][256];
};

/* The number in the first column; 0 where there is none, whatever listens there. */
int64_t answer_number(const struct request_answer *a);

struct request {
    const char *sql; /* Lives until it is answered. */
    const char *what; /* Name in failures; NULL: by its text. */
    const char *undefined_hint; /* What to do where its table is not there; NULL: what is to be done about a run. */
    struct request_answer *answer; /* Rows are expected; NULL: they are not looked at. */
    /* Looks at all of them. NULL: the answer has what is wanted. */
    void (*take_rows)(void *context, const struct reply *reply);
    /* Writes the next rows of a COPY ... FROM STDIN and returns how many bytes, 0: there are no more; where `is_written`, writes the
     * statement of which `sql` is only the beginning, ended by NUL. */
    size_t (*write)(void *context, char *out);
    /* Before each try. NULL: nothing to do. */
    void (*begin)(void *context);
    void *context;
    bool is_written;
    bool has_written; /* Its own. */
};

/* The program of a dialect; `write` has `text_size` bytes. False when out of memory. */
bool request_program(struct program *p, const struct workload_options *o, size_t text_size);

/* Sets what a connection with that program says from now on; it is the caller's to change between events. */
void request_attach(struct generator *g, struct request *r);

struct request *request_of(const struct generator *g);

/* Describes why it failed. `result` may be NULL. */
enum err request_fail(const struct request *r, const struct target *t, PGconn *pg, const PGresult *result, struct diag *d);

/* It has succeeded. Has it done what it was to do? */
bool request_is_answered(const struct request *r);

#endif
