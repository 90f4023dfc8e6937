#include "machine/placement.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "machine/host.h"

bool
placement_is_wanted(const struct options *o, int worker_count)
{
    switch (o->run.placement) {
    case PLACEMENT_FREE: return false;
    case PLACEMENT_PINNED: return true;
    case PLACEMENT_AUTO: break;
    }
    /* Every CPU has work of its own all the time, otherwise a query had better go where a CPU is idle; and as much as the others,
     * or the latencies would tell how the connections were dealt out. */
    return o->run.rate_per_s == 0 && worker_count % host_cpu_count() == 0 && o->load.threads % worker_count == 0;
}

void
placement_init(struct placement *p)
{
    *p = (struct placement){.cpu = -1};
    if (sched_getaffinity(0, sizeof p->allowed, &p->allowed) != 0)
        CPU_ZERO(&p->allowed); /* More CPUs than a cpu_set_t has: no server's process may run just there. */
}

/* The start of /proc/PID/`name`, NUL-terminated; false where there is none. */
static bool
read_of_process(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *const file = fopen(path, "re");
    if (!file)
        return false;
    const size_t length = fread(text, 1, size - 1, file);
    fclose(file);
    text[length] = '\0';
    return length > 0;
}

static pid_t
parent_of(pid_t pid)
{
    char text[512];
    long parent;

    if (!read_of_process(pid, "stat", text, sizeof text))
        return -1;
    const char *const after_name = strrchr(text, ')'); /* A name may hold anything. */
    return after_name && sscanf(after_name, ") %*c %ld", &parent) == 1 ? (pid_t)parent : -1;
}

/* PostgreSQL's title of a process that serves TCP: "postgres: USER DATABASE ADDRESS(PORT) ...", the port being ours. */
static bool
title_names_port(pid_t pid, in_port_t port)
{
    char title[1024], wanted[16];

    snprintf(wanted, sizeof wanted, "(%u)", (unsigned)ntohs(port));
    return read_of_process(pid, "cmdline", title, sizeof title) && strncmp(title, "postgres: ", 10) == 0 &&
           strstr(title, wanted);
}

static bool
is_other_end(const PGconn *pg, pid_t pid)
{
    const int fd = PQsocket(pg);
    struct sockaddr_storage own;
    socklen_t length = sizeof own;
    struct ucred first; /* The process that listens. */
    socklen_t first_length = sizeof first;

    if (getsockname(fd, (struct sockaddr *)&own, &length) != 0)
        return false;
    switch (own.ss_family) {
    case AF_UNIX:
        return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &first, &first_length) == 0 && first.pid > 0 &&
               parent_of(pid) == first.pid;
    case AF_INET: return title_names_port(pid, ((const struct sockaddr_in *)&own)->sin_port);
    case AF_INET6: return title_names_port(pid, ((const struct sockaddr_in6 *)&own)->sin6_port);
    default: return false;
    }
}

/* Are process numbers of its namespace ours? In a container the server counts its own. */
static bool
is_of_our_namespace(pid_t pid)
{
    char path[64];
    struct stat own, its;

    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)pid);
    return stat("/proc/self/ns/pid", &own) == 0 && stat(path, &its) == 0 && own.st_dev == its.st_dev &&
           own.st_ino == its.st_ino;
}

/* 0 where it is not seen here. */
static pid_t
server_process(const PGconn *pg)
{
    const pid_t pid = (pid_t)PQbackendPID(pg);

    return pid > 0 && is_other_end(pg, pid) && is_of_our_namespace(pid) ? pid : 0;
}

enum err
placement_check(const struct placement *p, const PGconn *pg, struct diag *d)
{
    const pid_t pid = server_process(pg);
    cpu_set_t own;

    if (pid == 0)
        return fail(d, ERR_TARGET, "the server's processes are not seen on this machine");
    if (sched_getaffinity(pid, sizeof own, &own) != 0)
        return fail(d, ERR_TARGET, "the CPUs of the server's process %d are not known: %s", (int)pid, strerror(errno));
    if (!CPU_EQUAL(&own, &p->allowed))
        return fail(d, ERR_TARGET, "the server may run on other CPUs than plumbline-load");
    if (sched_setaffinity(pid, sizeof own, &own) != 0) /* Sets it to where it is already: a question whether we may. */
        return fail(d, ERR_TARGET, "the server's process %d cannot be moved: %s", (int)pid, strerror(errno));
    return ERR_OK;
}

static int
nth_cpu(const cpu_set_t *allowed, int n)
{
    int cpu = 0;

    for (int left = n; !CPU_ISSET(cpu, allowed) || left-- > 0;)
        cpu++;
    return cpu;
}

void
placement_pin(struct placement *p, int index, pthread_t thread)
{
    cpu_set_t one;

    p->cpu = nth_cpu(&p->allowed, index % CPU_COUNT(&p->allowed));
    CPU_ZERO(&one);
    CPU_SET(p->cpu, &one);
    p->missed_count += pthread_setaffinity_np(thread, sizeof one, &one) != 0;
}

void
placement_take_along(struct placement *p, const PGconn *pg)
{
    struct diag why = DIAG_NONE;
    cpu_set_t one;

    if (p->cpu < 0)
        return;
    CPU_ZERO(&one);
    CPU_SET(p->cpu, &one);
    if (placement_check(p, pg, &why) != ERR_OK || sched_setaffinity((pid_t)PQbackendPID(pg), sizeof one, &one) != 0)
        p->missed_count++;
}
