#include "machine/host.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"

static int64_t
timeval_ns(struct timeval t)
{
    return (int64_t)t.tv_sec * NS_PER_S + (int64_t)t.tv_usec * NS_PER_US;
}

/* The first line of /proc/stat, proc(5): user nice system idle iowait irq softirq steal guest guest_nice. The last two are
 * already part of user and nice. */
static void
read_jiffies(struct host_reading *r)
{
    enum { FIELDS = 8, STEAL = 7 };
    int64_t field[FIELDS];
    FILE *const file = fopen("/proc/stat", "re");

    if (!file)
        return;
    const int count = fscanf(file,
                             "cpu %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64,
                             &field[0], &field[1], &field[2], &field[3], &field[4], &field[5], &field[6], &field[7]);
    fclose(file);
    if (count != FIELDS)
        return;
    for (int i = 0; i < FIELDS; i++)
        r->jiffies += plausible_count(field[i], INT64_MAX / FIELDS);
    r->steal_jiffies = plausible_count(field[STEAL], INT64_MAX / FIELDS);
}

void
host_read(struct host_reading *r)
{
    struct rusage usage;

    *r = (struct host_reading){.at_ns = clock_now_ns()};
    getrusage(RUSAGE_SELF, &usage);
    r->user_cpu_ns = timeval_ns(usage.ru_utime);
    r->system_cpu_ns = timeval_ns(usage.ru_stime);
    read_jiffies(r);
    quota_read("", &r->quota);
}

double
host_steal_share(const struct host_reading *before, const struct host_reading *after)
{
    const int64_t jiffies = after->jiffies - before->jiffies;

    if (before->jiffies == 0 || after->jiffies == 0)
        return -1;
    /* Some hypervisors let it go back. */
    return jiffies > 0 ? (double)plausible_count(after->steal_jiffies - before->steal_jiffies, jiffies) / (double)jiffies : 0;
}

double
host_load_average(void)
{
    double one_minute;

    return getloadavg(&one_minute, 1) == 1 ? one_minute : -1;
}

int64_t
host_max_rss_bytes(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (int64_t)usage.ru_maxrss * 1024;
}

int
host_cpu_count(void)
{
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) { /* More than a cpu_set_t has. */
        const long online = sysconf(_SC_NPROCESSORS_ONLN);
        return online > 0 ? (int)online : 1;
    }
    const int count = CPU_COUNT(&allowed);
    return count > 0 ? count : 1;
}

double
host_usable_cpus(void)
{
    struct quota q;
    const double cpus = host_cpu_count();

    quota_read("", &q);
    return q.cpus > 0 && q.cpus < cpus ? q.cpus : cpus;
}

bool
host_allow_files(int64_t count, int64_t *limit)
{
    struct rlimit files;
    const rlim_t wanted = (rlim_t)count;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return true; /* connect() will tell. */
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max == RLIM_INFINITY || files.rlim_max > wanted ? wanted : files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    *limit = (int64_t)files.rlim_cur;
    return files.rlim_cur >= wanted;
}
