/*
 * A PostgreSQL-wire server that does no work: what a load generator costs against it is the generator's own cost.
 *
 *   nullserver [--host=ADDRESS] [--socket-dir=DIR]
 *
 * One thread, one epoll loop. Listens on a free TCP port of ADDRESS (default 127.0.0.1) and, with --socket-dir, on
 * DIR/.s.PGSQL.<that port>; prints the port and serves until SIGTERM. What it answers: wire.h.
 */

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/un.h>
#include <unistd.h>

#include "wire.h"

enum { EVENT_COUNT = 256 };

static bool
read_and_answer(struct wire_connection *c)
{
    struct wire_answer answer;

    return wire_read(c, &answer) && wire_send(c->fd, answer.bytes, answer.size);
}

static void
accept_connections(int epoll_fd, int listener)
{
    int fd;

    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct wire_connection *c = calloc(1, sizeof *c);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        if (!c) {
            close(fd);
            continue;
        }
        wire_init(c, fd);
        epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event);
    }
}

static struct sockaddr_un unix_address;

static void
stop(int signal_number)
{
    if (unix_address.sun_path[0])
        unlink(unix_address.sun_path);
    _exit(0);
}

/* Thousands of connections, where the soft limit of the shell is lower than what the machine allows. */
static void
raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void
serve_for_ever(const int listeners[2])
{
    const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event events[EVENT_COUNT];

    for (int i = 0; i < 2; i++) {
        /* Listeners are told from connections by pointing into the array of listeners. */
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = (void *)&listeners[i]};
        if (listeners[i] >= 0)
            epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listeners[i], &event);
    }
    for (;;) {
        const int count = epoll_wait(epoll_fd, events, EVENT_COUNT, -1);
        for (int i = 0; i < count; i++) {
            void *what = events[i].data.ptr;
            if (what == &listeners[0] || what == &listeners[1]) {
                accept_connections(epoll_fd, *(const int *)what);
            } else if (!read_and_answer(what)) {
                wire_free(what);
                free(what);
            }
        }
    }
}

int
main(int argc, char **argv)
{
    const char *host = "127.0.0.1", *socket_dir = NULL;
    struct sockaddr_in tcp_address = {.sin_family = AF_INET};
    socklen_t size = sizeof tcp_address;
    int listeners[2] = {-1, -1};

    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--host=", 7) == 0) {
            host = argv[i] + 7;
        } else if (strncmp(argv[i], "--socket-dir=", 13) == 0) {
            socket_dir = argv[i] + 13;
        } else {
            fprintf(stderr, "usage: nullserver [--host=ADDRESS] [--socket-dir=DIR]\n");
            return 2;
        }
    }
    if (inet_pton(AF_INET, host, &tcp_address.sin_addr) != 1) {
        fprintf(stderr, "nullserver: %s is not an IPv4 address\n", host);
        return 2;
    }
    raise_file_limit();
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    listeners[0] = wire_listen((const struct sockaddr *)&tcp_address, sizeof tcp_address);
    if (listeners[0] < 0 || getsockname(listeners[0], (struct sockaddr *)&tcp_address, &size) != 0)
        return 1;
    const int port = ntohs(tcp_address.sin_port);
    if (socket_dir) {
        unix_address.sun_family = AF_UNIX;
        if (snprintf(unix_address.sun_path, sizeof unix_address.sun_path, "%s/.s.PGSQL.%d", socket_dir, port) >=
            (int)sizeof unix_address.sun_path) {
            fprintf(stderr, "nullserver: the path %s is too long for a socket\n", socket_dir);
            return 2;
        }
        listeners[1] = wire_listen((const struct sockaddr *)&unix_address, sizeof unix_address);
        if (listeners[1] < 0)
            return 1;
    }
    printf("%d\n", port);
    fflush(stdout);
    serve_for_ever(listeners);
}
