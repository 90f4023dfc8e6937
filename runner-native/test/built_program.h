#ifndef PLUMBLINE_TEST_BUILT_PROGRAM_H
#define PLUMBLINE_TEST_BUILT_PROGRAM_H

/* The built program, $PLUMBLINE_LOAD, run against a server of the test: what it says, and its exit code. */

#include "fake_server.h"

enum { SAID_SIZE = 65536 };

struct said {
    int code; /* Exit code; -1: a signal. */
    char out[SAID_SIZE];
    char err[SAID_SIZE];
};

/* A started server on the heap, and its end. */
struct fake_server *server_new(fake_script script, const char *sqlstate);
void server_free(struct fake_server *s);

/* Arguments after the server, ended by NULL. The answer is overwritten by the next call. */
const struct said *program_run(struct fake_server *s, const char *const *arguments);

#define RUN(server, ...) program_run((server), (const char *const[]){__VA_ARGS__, NULL})

#endif
