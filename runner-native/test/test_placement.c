#include <arpa/inet.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_values.h"
#include "machine/host.h"
#include "machine/placement.h"

extern char **environ;

/* Where a process has its title, which PostgreSQL writes over its arguments and its environment, and how long one may be. */
static char *title_begin;
static size_t title_room;

static bool
is_wanted(enum placement_mode mode, double rate_per_s, int threads, int worker_count)
{
    const struct options o = {.run = {.placement = mode, .rate_per_s = rate_per_s}, .load.threads = threads};

    return placement_is_wanted(&o, worker_count);
}

static void
auto_pins_a_closed_loop_that_fills_all_cpus_alike(void)
{
    const int cpus = host_cpu_count();

    CHECK(is_wanted(PLACEMENT_AUTO, 0, cpus, cpus), "a connection for each of %d CPUs", cpus);
    CHECK(is_wanted(PLACEMENT_AUTO, 0, 8 * cpus, 2 * cpus), "8 connections and 2 workers for each of %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, 2 * cpus + 1, cpus) || cpus == 1, "a connection left over on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, 3 * cpus, 2 * cpus), "workers of 1 and 2 connections on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, cpus + 1, cpus + 1) || cpus == 1, "a worker left over on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 100, cpus, cpus), "with planned starts");
}

static void
what_is_asked_for_is_done(void)
{
    CHECK(!is_wanted(PLACEMENT_FREE, 0, host_cpu_count(), host_cpu_count()), "free");
    CHECK(is_wanted(PLACEMENT_PINNED, 100, 1, 1), "pinned");
}

static void
workers_take_the_cpus_in_turn(void)
{
    const int cpus = host_cpu_count();
    struct placement at_first;

    placement_init(&at_first);
    CHECK(at_first.cpu == -1, "cpu %d", at_first.cpu);
    CHECK(CPU_COUNT(&at_first.allowed) == cpus, "%d of %d", CPU_COUNT(&at_first.allowed), cpus);
    for (int i = 0; i < cpus; i++) {
        struct placement worker = at_first, next_round = at_first;
        cpu_set_t now;
        placement_pin(&worker, i, pthread_self());
        CHECK(sched_getaffinity(0, sizeof now, &now) == 0 && CPU_COUNT(&now) == 1 && CPU_ISSET(worker.cpu, &now),
              "worker %d is not on CPU %d alone", i, worker.cpu);
        placement_pin(&next_round, i + cpus, pthread_self());
        CHECK_INT(worker.missed_count, 0);
        CHECK(next_round.cpu == worker.cpu, "worker %d on %d, worker %d on %d", i, worker.cpu, i + cpus, next_round.cpu);
        for (int earlier = 0; earlier < i; earlier++) {
            struct placement other = at_first;
            placement_pin(&other, earlier, pthread_self());
            CHECK(other.cpu != worker.cpu, "workers %d and %d share CPU %d", earlier, i, worker.cpu);
        }
    }
}

/* Whose number a server says its process has. */
enum named { NAMED_BACKEND, NAMED_OTHER, NAMED_ENDED, NAMED_NOBODY };

/* A server of two processes, the one that listens and the one that answers, which speak enough of the protocol to connect. */
static const struct scene {
    const char *what;
    bool is_unix; /* Else TCP. */
    const char *title; /* Before the client's address; NULL: none. */
    int port_off;      /* What is added to that port. */
    enum named named;
    bool is_confined; /* To one CPU. */
    const char *says; /* NULL: it is seen, and may be moved. */
} scenes[] = {
    {"TCP, by its title", false, "postgres: user base", 0, NAMED_BACKEND, false, NULL},
    {"TCP, another client's", false, "postgres: user base", 1, NAMED_BACKEND, false, "not seen"},
    {"TCP, another program", false, "pgbouncer:", 0, NAMED_BACKEND, false, "not seen"},
    {"TCP, without a title", false, NULL, 0, NAMED_BACKEND, false, "not seen"},
    {"TCP, a number from elsewhere", false, "postgres: user base", 0, NAMED_OTHER, false, "not seen"},
    {"TCP, a number that nobody has", false, "postgres: user base", 0, NAMED_ENDED, false, "not seen"},
    {"TCP, no number", false, "postgres: user base", 0, NAMED_NOBODY, false, "not seen"},
    {"TCP, on one CPU", false, "postgres: user base", 0, NAMED_BACKEND, true, "on other CPUs"},
    {"Unix socket, a child of who listens", true, NULL, 0, NAMED_BACKEND, false, NULL},
    {"Unix socket, a number from elsewhere", true, NULL, 0, NAMED_OTHER, false, "not seen"},
    {"Unix socket, a number that nobody has", true, NULL, 0, NAMED_ENDED, false, "not seen"},
};

static pid_t
pid_of_nobody(void)
{
    const pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return pid;
}

static void
put_be32(unsigned char *to, uint32_t value)
{
    const uint32_t ordered = htonl(value);

    memcpy(to, &ordered, sizeof ordered);
}

static void
stay_on_one_cpu(void)
{
    cpu_set_t one;
    int cpu = 0;

    if (sched_getaffinity(0, sizeof one, &one) != 0)
        _exit(1);
    while (!CPU_ISSET(cpu, &one))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        _exit(1);
}

/* Answers one client, and ends with it. */
static _Noreturn void
serve(int fd, const struct scene *scene, pid_t named)
{
    unsigned char start[1024], answer[9 + 13 + 6] = {0};
    struct sockaddr_in client = {0};
    socklen_t length = sizeof client;

    getpeername(fd, (struct sockaddr *)&client, &length);
    if (scene->title) {
        memset(title_begin, 0, title_room);
        snprintf(title_begin, title_room, "%s 127.0.0.1(%d) idle", scene->title, ntohs(client.sin_port) + scene->port_off);
    }
    if (scene->is_confined)
        stay_on_one_cpu();
    if (read(fd, start, sizeof start) <= 0)
        _exit(1);
    answer[0] = 'R'; /* Welcome. */
    put_be32(&answer[1], 8);
    answer[9] = 'K'; /* Number and key of this process. */
    put_be32(&answer[10], 12);
    put_be32(&answer[14], (uint32_t)named);
    answer[22] = 'Z'; /* Ready. */
    put_be32(&answer[23], 5);
    answer[27] = 'I';
    if (write(fd, answer, sizeof answer) != sizeof answer)
        _exit(1);
    while (read(fd, start, sizeof start) > 0)
        continue;
    _exit(0);
}

/* What the process does that listens: `ready` is written to as soon as clients may come. */
static _Noreturn void
listen_and_serve(int listener, int ready, const struct scene *scene, pid_t other)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (listen(listener, 1) != 0 || write(ready, "", 1) != 1)
        _exit(1);
    const int fd = accept(listener, NULL, NULL);
    const pid_t backend = fork();
    if (backend == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve(fd, scene, scene->named == NAMED_BACKEND ? getpid() : other);
    }
    close(fd);
    waitpid(backend, NULL, 0);
    _exit(0);
}

/* `conninfo` becomes what a client connects by. */
static int
bind_listener(bool is_unix, const char *folder, char *conninfo, size_t size)
{
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int listener = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM, 0);

    snprintf(path.sun_path, sizeof path.sun_path, "%s/.s.PGSQL.5432", folder);
    const int err = is_unix ? bind(listener, (struct sockaddr *)&path, sizeof path)
                            : bind(listener, (struct sockaddr *)&address, sizeof address);
    CHECK_INT(err, 0);
    if (!is_unix)
        getsockname(listener, (struct sockaddr *)&address, &length);
    snprintf(conninfo, size, "host=%s port=%d user=user dbname=base sslmode=disable gssencmode=disable connect_timeout=30",
             is_unix ? folder : "127.0.0.1", is_unix ? 5432 : ntohs(address.sin_port));
    return listener;
}

static void
check_seen(const struct scene *scene, const struct placement *at_first, const PGconn *pg)
{
    struct placement free_worker = *at_first, worker = *at_first;
    struct diag d = DIAG_NONE;
    const pid_t backend = (pid_t)PQbackendPID(pg);
    cpu_set_t its;

    worker.cpu = host_cpu_count() - 1;
    while (!CPU_ISSET(worker.cpu, &worker.allowed))
        worker.cpu++;
    const enum err err = placement_check(&worker, pg, &d);
    CHECK_INT(err, scene->says ? ERR_TARGET : ERR_OK);
    if (scene->says)
        CHECK_HAS(d.text, scene->says);
    placement_take_along(&free_worker, pg);
    CHECK_INT(free_worker.missed_count, 0); /* Who is on no CPU of its own takes nobody along. */
    if (!scene->says)
        CHECK(sched_getaffinity(backend, sizeof its, &its) == 0 && CPU_EQUAL(&its, &at_first->allowed), "it is where it was");
    placement_take_along(&worker, pg);
    CHECK_INT(worker.missed_count, scene->says ? 1 : 0);
    if (!scene->says)
        CHECK(sched_getaffinity(backend, sizeof its, &its) == 0 && CPU_COUNT(&its) == 1 && CPU_ISSET(worker.cpu, &its),
              "%s: it is on CPU %d alone", scene->what, worker.cpu);
}

static void
a_server_is_moved_where_its_process_is_certainly_the_other_end(void)
{
    char folder[] = "/tmp/plumbline-placement-XXXXXX", file[64];
    struct placement at_first;

    CHECK(mkdtemp(folder) != NULL, "there is a folder for sockets");
    snprintf(file, sizeof file, "%s/.s.PGSQL.5432", folder);
    placement_init(&at_first);
    for (size_t i = 0; i < ARRAY_LENGTH(scenes); i++) {
        const struct scene *const scene = &scenes[i];
        const pid_t other = scene->named == NAMED_ENDED ? pid_of_nobody() : scene->named == NAMED_OTHER ? getppid() : 0;
        char conninfo[256], started;
        int ready[2];

        if (scene->is_confined && host_cpu_count() == 1)
            continue;
        CHECK_INT(pipe(ready), 0);
        const int listener = bind_listener(scene->is_unix, folder, conninfo, sizeof conninfo);
        const pid_t server = fork();
        if (server == 0)
            listen_and_serve(listener, ready[1], scene, other);
        close(listener);
        close(ready[1]);
        CHECK_INT(read(ready[0], &started, 1), 1);
        PGconn *const pg = PQconnectdb(conninfo);
        CHECK(PQstatus(pg) == CONNECTION_OK, "%s: %s", scene->what, PQerrorMessage(pg));
        if (PQstatus(pg) == CONNECTION_OK)
            check_seen(scene, &at_first, pg);
        else
            kill(server, SIGKILL);
        PQfinish(pg);
        waitpid(server, NULL, 0);
        close(ready[0]);
        unlink(file);
    }
    rmdir(folder);
}

static size_t
room_for_title(char **arguments)
{
    const char *end = arguments[0];

    for (char **each = arguments; *each; each++)
        if (*each == end)
            end += strlen(*each) + 1;
    for (char **each = environ; *each; each++)
        if (*each == end)
            end += strlen(*each) + 1;
    return (size_t)(end - arguments[0]);
}

int
main(int argument_count, char **arguments)
{
    title_begin = arguments[0];
    title_room = room_for_title(arguments);
    CHECK(title_room > 64, "a title has room");
    a_server_is_moved_where_its_process_is_certainly_the_other_end();
    auto_pins_a_closed_loop_that_fills_all_cpus_alike();
    what_is_asked_for_is_done();
    workers_take_the_cpus_in_turn();
    return check_result("placement");
}
