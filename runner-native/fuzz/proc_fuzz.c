/*
 * What the kernel, or who stands for it in a container, says in /proc and of control groups: any text gives a quota, shares and times
 * that are none below 0, or none at all. And it says of a process whether it serves a connection.
 *
 * The input is the files, with a form feed between them: mountinfo, cgroup, cpu.max (and cpu.cfs_quota_us), cpu.cfs_period_us,
 * cpu.stat, /proc/stat, then status and stat of three processes, and the command line of the first. One that is empty is not there. The
 * Makefile puts the functions here before those that open files, list /proc, and ask the kernel about processes and sockets.
 */

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "base/clock.h"
#include "machine/host.h"
#include "machine/neighbours.h"
#include "machine/placement.h"
#include "machine/server_cpu.h"

/* Above the greatest number that Linux gives a process: no clock is found, and the text counts. */
enum { FIRST_PID = (1 << 22) + 1, PID_COUNT = 3 };

enum {
    MOUNTINFO,
    CGROUP,
    CPU_MAX,
    CPU_PERIOD,
    CPU_STAT,
    STAT,
    PID_STATUS,
    PID_STAT,
    PID_CMDLINE = PID_STAT + PID_COUNT,
    FILE_COUNT,
};

struct text {
    const uint8_t *bytes;
    size_t size;
};

static struct text files[FILE_COUNT];
static bool is_reading;
static int listed_count;

/* The connection whose other end is the first process: no connection, for nothing is read from it. */
static char connection;
static const PGconn *const pg = (const PGconn *)&connection;
static sa_family_t family;
static int moved_count;

static bool
ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), end_length = strlen(end);

    return length >= end_length && strcmp(path + length - end_length, end) == 0;
}

/* FILE_COUNT: it is none of the input. */
static int
file_of(const char *path)
{
    static const char *const ends[] = {
        [MOUNTINFO] = "/mountinfo", [CGROUP] = "/self/cgroup", [CPU_MAX] = "/cpu.max",  [CPU_PERIOD] = "/cpu.cfs_period_us",
        [CPU_STAT] = "/cpu.stat",   [STAT] = "/proc/stat",     [PID_STATUS] = "/status"};
    int pid;

    if (!is_reading)
        return FILE_COUNT;
    if (ends_with(path, "/cpu.cfs_quota_us"))
        return CPU_MAX;
    if (ends_with(path, "/cmdline"))
        return PID_CMDLINE;
    for (int i = 0; i < PID_STAT; i++)
        if (ends_with(path, ends[i]))
            return i;
    if (sscanf(path, "/proc/%d/stat", &pid) == 1 && pid >= FIRST_PID && pid < FIRST_PID + PID_COUNT)
        return PID_STAT + pid - FIRST_PID;
    return FILE_COUNT;
}

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);
struct dirent *__real_readdir(DIR *folder);
struct dirent *__wrap_readdir(DIR *folder);

FILE *
__wrap_fopen(const char *path, const char *mode)
{
    const int file = file_of(path);

    if (file == FILE_COUNT)
        return __real_fopen(path, mode);
    return files[file].size > 0 ? fmemopen((void *)(uintptr_t)files[file].bytes, files[file].size, "r") : NULL;
}

int
__wrap_open(const char *path, int flags, ...)
{
    const int file = file_of(path);
    va_list rest;

    va_start(rest, flags);
    const int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if (file == FILE_COUNT)
        return __real_open(path, flags, mode);
    if (files[file].size == 0)
        return -1;
    static int fds[FILE_COUNT];
    if (fds[file] == 0)
        fds[file] = memfd_create("proc", MFD_CLOEXEC);
    FUZZ_CHECK(ftruncate(fds[file], 0) == 0);
    FUZZ_CHECK(pwrite(fds[file], files[file].bytes, files[file].size, 0) == (ssize_t)files[file].size);
    FUZZ_CHECK(lseek(fds[file], 0, SEEK_SET) == 0);
    return dup(fds[file]);
}

/* Three processes are all there are. */
struct dirent *
__wrap_readdir(DIR *folder)
{
    static struct dirent entry;

    if (!is_reading)
        return __real_readdir(folder);
    if (listed_count == PID_COUNT)
        return NULL;
    snprintf(entry.d_name, sizeof entry.d_name, "%d", FIRST_PID + listed_count++);
    return &entry;
}

DIR *
__wrap_opendir(const char *path)
{
    listed_count = 0;
    return __real_opendir(path);
}

enum { SERVER_PID = 1, OWN_PORT = 54321 };

int __wrap_PQsocket(const PGconn *asked);
int __wrap_PQbackendPID(const PGconn *asked);
int __wrap_getsockname(int fd, struct sockaddr *name, socklen_t *length);
int __wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *length);
int __real_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status);
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __real_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);

int
__wrap_PQsocket(const PGconn *asked)
{
    FUZZ_CHECK(asked == pg);
    return 0;
}

int
__wrap_PQbackendPID(const PGconn *asked)
{
    FUZZ_CHECK(asked == pg);
    return FIRST_PID;
}

int
__wrap_getsockname(int fd, struct sockaddr *name, socklen_t *length)
{
    const struct sockaddr_in6 own = {.sin6_family = family, .sin6_port = htons(OWN_PORT)}; /* The port is where IPv4 has it. */

    memcpy(name, &own, sizeof own);
    *length = sizeof own;
    return 0;
}

int
__wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *length)
{
    FUZZ_CHECK(option == SO_PEERCRED);
    ((struct ucred *)value)->pid = SERVER_PID;
    return 0;
}

/* All namespaces are one. */
int
__wrap_stat(const char *path, struct stat *status)
{
    if (!is_reading)
        return __real_stat(path, status);
    FUZZ_CHECK(ends_with(path, "/ns/pid"));
    *status = (struct stat){.st_ino = 1};
    return 0;
}

int
__wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    return __real_sched_getaffinity(is_reading ? 0 : pid, size, set);
}

int
__wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    FUZZ_CHECK(pid == FIRST_PID);
    moved_count++;
    return 0;
}

static void
check_quota(void)
{
    struct quota before, after;

    quota_read("", &before);
    quota_read("", &after);
    const struct quota between = quota_between(&before, &after);
    FUZZ_CHECK(before.cpus >= 0);
    FUZZ_CHECK(between.period_count == 0 && between.throttled_count == 0);
    quota_is_short(&before);
}

static void
check_host(void)
{
    struct host_reading before, after;

    const struct text first = files[STAT];

    host_read(&before);
    files[STAT] = files[CPU_PERIOD]; /* Another text, as of a later moment. */
    host_read(&after);
    files[STAT] = first;
    const double share = host_steal_share(&before, &after);
    FUZZ_CHECK(share == -1 || (share >= 0 && share <= 1));
    FUZZ_CHECK(host_usable_cpus() > 0);
}

static void
check_neighbours(void)
{
    static struct worker worker;
    static struct neighbours n;
    int cpu;

    worker.thread = pthread_self();
    worker.loop.env.placement = (struct placement){.cpu = 1};
    neighbours_read(n.before, &worker, 1);
    n.before[0].at_ns -= 2 * NS_PER_S;
    files[STAT] = files[CPU_PERIOD]; /* Another text, as of a later moment. */
    neighbours_read(n.after, &worker, 1);
    const double share = neighbours_worst(&n, 1, &cpu);
    FUZZ_CHECK(share == -1 || (share >= 0 && share <= 1));
}

static void
check_server(void)
{
    struct server_cpu s;
    struct diag d = DIAG_NONE;
    int64_t used_ns;

    if (server_cpu_start(&s, FIRST_PID, &d) == ERR_OK) {
        files[PID_STAT] = files[PID_STAT + 2];
        const enum err err = server_cpu_stop(&s, &used_ns, &d);
        FUZZ_CHECK(err != ERR_OK || used_ns >= 0);
        FUZZ_CHECK(server_cpu_memory_bytes(&s) >= -1);
    } else {
        FUZZ_CHECK(d.text[0] != '\0');
    }
    server_cpu_free(&s);
}

/* Only a process is moved that is a child of the server's, or whose title names our port. */
static void
check_placement(void)
{
    static const sa_family_t families[] = {AF_UNIX, AF_INET, AF_INET6, AF_VSOCK};
    const struct text title = files[PID_CMDLINE];

    for (size_t i = 0; i < ARRAY_LENGTH(families); i++) {
        struct placement p;
        struct diag d = DIAG_NONE;
        family = families[i];
        moved_count = 0;
        placement_init(&p);
        const bool is_found = placement_check(&p, pg, &d) == ERR_OK;
        FUZZ_CHECK(moved_count == is_found && is_found == (d.text[0] == '\0'));
        p.cpu = 0;
        placement_take_along(&p, pg);
        FUZZ_CHECK(p.missed_count == !is_found);
        if (is_found && (family == AF_INET || family == AF_INET6))
            FUZZ_CHECK(memmem(title.bytes, title.size, "(54321)", 7));
        FUZZ_CHECK(!is_found || family != AF_VSOCK);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; i < FILE_COUNT; i++) {
        const uint8_t *const end = size > 0 ? memchr(data, '\f', size) : NULL;
        const size_t length = end ? (size_t)(end - data) : size;
        files[i] = (struct text){.bytes = data, .size = length};
        data += end ? length + 1 : length;
        size -= end ? length + 1 : length;
    }
    is_reading = true;
    check_quota();
    check_placement();
    check_server();
    check_host();
    check_neighbours();
    is_reading = false;
    return 0;
}
