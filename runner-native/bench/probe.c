/*
 * The practical limit of a client: libpq logs in and prepares, then Bind, Execute and Sync are written as bytes, and of the
 * answers only ReadyForQuery is looked for. No result is built and no latency recorded.
 *
 *   probe CONNINFO CONNECTIONS SECONDS
 *
 * Prints {"queries":N,"elapsed_s":T}. The statement is sysbench's point select with an int4 parameter in binary.
 */

#include <arpa/inet.h>
#include <errno.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>

enum { ROW_COUNT = 10000, INPUT_SIZE = 4096, EVENT_COUNT = 256 };

struct connection {
    PGconn *pg;
    int fd;
    size_t input_length;
    uint8_t input[INPUT_SIZE];
};

/* Bind of statement "p" to the unnamed portal with one binary int4 and a binary result, Execute, Sync. */
static uint8_t request[] = "B\0\0\0\030\0p\0\0\001\0\001\0\001\0\0\0\004\0\0\0\0\0\001\0\001"
                           "E\0\0\0\t\0\0\0\0\0"
                           "S\0\0\0\004";
enum { BIND_LENGTH_AT = 1, ID_AT = 18, BIND_SIZE = 26 };

static double
now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool
ask(struct connection *c)
{
    static uint32_t state = 1;
    state = state * 1664525U + 1013904223U;
    const uint32_t id = htonl(1 + (uint32_t)((uint64_t)state * ROW_COUNT >> 32));

    memcpy(request + ID_AT, &id, sizeof id);
    return send(c->fd, request, sizeof request - 1, MSG_NOSIGNAL) == (ssize_t)sizeof request - 1;
}

static uint32_t
get_u32(const uint8_t *bytes)
{
    uint32_t big_endian;
    memcpy(&big_endian, bytes, sizeof big_endian);
    return ntohl(big_endian);
}

/* 1: the answer is complete; 0: not yet; -1: the connection is lost or the server reports an error. */
static int
take_answer(struct connection *c)
{
    const ssize_t n = recv(c->fd, c->input + c->input_length, INPUT_SIZE - c->input_length, 0);
    size_t at = 0;
    int is_ready = 0;

    if (n < 0 && errno == EAGAIN)
        return 0;
    if (n <= 0)
        return -1;
    c->input_length += (size_t)n;
    while (c->input_length - at >= 5) {
        const size_t size = 1 + get_u32(c->input + at + 1);
        if (size > INPUT_SIZE || c->input[at] == 'E')
            return -1;
        if (c->input_length - at < size)
            break;
        is_ready |= c->input[at] == 'Z';
        at += size;
    }
    memmove(c->input, c->input + at, c->input_length - at);
    c->input_length -= at;
    return is_ready;
}

static bool
connect_and_prepare(struct connection *c, const char *conninfo)
{
    static const Oid types[] = {23};

    c->pg = PQconnectdb(conninfo);
    if (PQstatus(c->pg) == CONNECTION_OK) {
        PGresult *const result = PQprepare(c->pg, "p", "SELECT c FROM sbtest1 WHERE id=$1", 1, types);
        const bool is_prepared = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        c->fd = PQsocket(c->pg);
        PQsetnonblocking(c->pg, 1);
        if (is_prepared)
            return true;
    }
    fprintf(stderr, "probe: %s", PQerrorMessage(c->pg));
    return false;
}

static bool
run(struct connection *connections, int count, double seconds)
{
    const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event events[EVENT_COUNT];
    long queries = 0;

    for (int i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        epoll_ctl(epoll_fd, EPOLL_CTL_ADD, connections[i].fd, &event);
        if (!ask(&connections[i]))
            return false;
    }
    const double started_s = now_s();
    while (now_s() - started_s < seconds) {
        const int ready = epoll_wait(epoll_fd, events, EVENT_COUNT, 100);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            const int answer = take_answer(c);
            if (answer < 0 || (answer > 0 && !ask(c)))
                return false;
            queries += answer;
        }
    }
    printf("{\"queries\":%ld,\"elapsed_s\":%.6f}\n", queries, now_s() - started_s);
    return true;
}

int
main(int argc, char **argv)
{
    const int count = argc == 4 ? (int)strtol(argv[2], NULL, 10) : 0;
    const double seconds = argc == 4 ? strtod(argv[3], NULL) : 0;

    if (count < 1 || seconds <= 0) {
        fprintf(stderr, "usage: probe CONNINFO CONNECTIONS SECONDS\n");
        return 2;
    }
    const uint32_t bind_length = htonl(BIND_SIZE - 1);
    memcpy(request + BIND_LENGTH_AT, &bind_length, sizeof bind_length);
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    for (int i = 0; connections && i < count; i++) {
        if (!connect_and_prepare(&connections[i], argv[1]))
            return 1;
    }
    if (!connections || !run(connections, count, seconds)) {
        fprintf(stderr, "probe: a connection was lost or the server reported an error\n");
        return 1;
    }
    for (int i = 0; i < count; i++)
        PQfinish(connections[i].pg);
    free(connections);
    return 0;
}
