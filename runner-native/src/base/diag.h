#ifndef PLUMBLINE_BASE_DIAG_H
#define PLUMBLINE_BASE_DIAG_H

/*
 * Errors are values: a function that can fail takes a struct diag, returns an enum err, and nothing below main() exits. The
 * first failure is the cause, so the first is kept and later ones are dropped.
 *
 * Threads: one struct diag per thread.
 */

#include "base/base.h"

/* The values are the exit codes of PROTOCOL.md. */
enum err {
    ERR_OK = 0,
    ERR_USAGE = 2,          /* Unknown or bad option, unknown workload. */
    ERR_TARGET = 3,         /* The server: refused, lost, wrong password, a table is missing. */
    ERR_WORKLOAD = 4,       /* An SQL error that is not retryable. */
    ERR_INTERNAL = 5,       /* Out of memory, out of file descriptors, a bug. */
    ERR_INTERRUPTED = 130,  /* SIGINT or SIGTERM. */
};

struct diag {
    enum err code;
    int target;       /* Number of the server with the failure; -1 when none. */
    char sqlstate[6]; /* Empty when the server did not name one. */
    bool is_late; /* Its time limit has passed. */
    bool is_of_all_events; /* Every event of a run has failed. */
    bool is_of_prepared; /* The server does not keep prepared statements: sent as text, the statement may work. */
    char text[768];   /* Message: what happened, and where. One line. */
    char hint[512];   /* What to do about it; may be empty. */
    char excerpt[256]; /* Excerpt of a text with an error: the line, and a caret below the place; may be empty. */
};

#define DIAG_NONE ((struct diag){.target = -1})

/* Keeps code and text when `d` holds no failure yet. Line breaks become spaces. Returns `code`, so that
 * `return fail(d, ...)` reads well. */
enum err fail(struct diag *d, enum err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The remedy for the failure that `d` holds; the first one is kept. */
void fail_hint(struct diag *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shows `length` bytes of a line that the failure is about, and a caret below the byte `at`. The first one is kept. */
void fail_excerpt(struct diag *d, const char *line, size_t length, size_t at);

/* Names the server and the SQLSTATE of the failure that `d` holds. `sqlstate` may be NULL. */
void fail_at(struct diag *d, int target, const char *sqlstate);

/* "usage", "target", "workload" or "internal": the `code` of an error line in PROTOCOL.md. */
const char *err_name(enum err code);

#endif
