#ifndef PLUMBLINE_BENCH_WIRE_H
#define PLUMBLINE_BENCH_WIRE_H

/*
 * The server's side of PostgreSQL's protocol, for the servers of the benches: logs everybody in, prepares anything, and answers by
 * the first word of the statement: SELECT gives one row with one char(120) column, text and binary alike; others their tag.
 *
 * Threads: one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { WIRE_INPUT_SIZE = 64 * 1024 };

/* What a statement is answered with. */
enum wire_kind {
    ANSWER_ROW,
    ANSWER_UPDATE,
    ANSWER_DELETE,
    ANSWER_INSERT,
    ANSWER_BEGIN,
    ANSWER_COMMIT,
    ANSWER_ROLLBACK,
    ANSWER_SET
};

struct wire_statement {
    uint64_t name_hash;
    enum wire_kind answer;
    int param_count;
};

struct wire_connection {
    int fd;
    bool has_started;
    char transaction; /* 'I' or 'T', as ReadyForQuery says it. */
    struct wire_statement *statements;
    size_t statement_count;
    struct wire_statement bound; /* What Execute is about. */
    size_t input_length;
    uint8_t input[WIRE_INPUT_SIZE];
};

/* What one read is answered with; valid until the next. */
struct wire_answer {
    const uint8_t *bytes;
    size_t size;
    int executed_count; /* Statements that ran, by either protocol; preparing them is none. */
};

/* A TCP or Unix socket that listens; -1, and said on standard error, when it cannot. */
int wire_listen(const struct sockaddr *address, socklen_t size);

/* Takes over `fd`. `c` is zeroed. */
void wire_init(struct wire_connection *c, int fd);

/* Closes it. */
void wire_free(struct wire_connection *c);

/* Reads what has arrived. False: the connection is over. */
bool wire_read(struct wire_connection *c, struct wire_answer *answer);

/* Sends all of it, waiting for room. False: the connection is over. */
bool wire_send(int fd, const void *bytes, size_t size);

#endif
