#ifndef PLUMBLINE_TEST_FAKE_SERVER_H
#define PLUMBLINE_TEST_FAKE_SERVER_H

/*
 * A PostgreSQL-wire server inside the test program, on a free port of 127.0.0.1. It knows no tables: a script says how each
 * execution is answered. It keeps what was executed, copied in and bound, so that a test can compare it.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum answer {
    ANSWER_OK,     /* By the first word: one row, one changed row, or the bare tag. */
    ANSWER_NONE,   /* No row was found or changed. */
    ANSWER_ERROR,  /* An error with the script's SQLSTATE. */
    ANSWER_FATAL,  /* The same, fatal, and the connection is closed. */
    ANSWER_CLOSE,  /* Closed without a word. */
    ANSWER_SILENT, /* Nothing, until the server is stopped. */
};

struct fake_server;

/* How to answer execution number `number` (from 1, over all connections) of `sql`. Called under the server's lock. */
typedef enum answer (*fake_script)(const struct fake_server *s, const char *sql, int64_t number);

enum { FAKE_BIND_MAX = 4096, FAKE_CONNECTION_MAX = 64, FAKE_TEXT_SIZE = 65536 };

struct fake_server {
    int port;
    fake_script script;
    fake_script parse_script; /* The same for each Parse; ANSWER_NONE: ReadyForQuery, and no more. */
    const char *sqlstate;     /* Of ANSWER_ERROR and ANSWER_FATAL. */
    const char *parse_error;  /* SQLSTATE with which every Parse is refused; NULL: none. */
    const char *value;        /* Of the only row of an answer, as text; NULL: x. */
    bool is_mute;             /* Accepts connections, and never answers. */
    const char *refusal;      /* Words with which it refuses a connection, with SQLSTATE 53300; NULL: it does not. */
    int row_size;             /* Bytes of the value in a row; 0: one. */
    bool is_dribbling;        /* Sends byte by byte, with a notice before each answer. */
    /* Under the lock: */
    pthread_mutex_t lock;
    int64_t execute_count;
    int64_t parse_count;
    int64_t rollback_count;
    char statements[FAKE_TEXT_SIZE]; /* What was executed, a line each, cut where there is no room. */
    char copied[FAKE_TEXT_SIZE];     /* What came after COPY ... FROM STDIN, as it came. */
    size_t copied_length;            /* Of all of it. */
    int bind_count;
    uint64_t binds[FAKE_BIND_MAX]; /* A hash of the name and the parameters of each Bind, in order. */
    bool is_stopping;
    int listener;
    int connections[FAKE_CONNECTION_MAX];
    int connection_count;
    int joined_count; /* Of the first of them the thread is joined: their clients are gone. The test's own. */
    pthread_t threads[FAKE_CONNECTION_MAX];
    pthread_t acceptor;
};

/* Set script and switches before. */
void fake_server_start(struct fake_server *s);

/* Once all clients are gone: waits until what they said is taken in. From then on, and until the next connects, the test may read
 * and set what is under the lock. */
void fake_server_settle(struct fake_server *s);

/* Closes everything and joins. */
void fake_server_stop(struct fake_server *s);

#endif
