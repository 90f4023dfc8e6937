#ifndef PLUMBLINE_MACHINE_HOST_H
#define PLUMBLINE_MACHINE_HOST_H

/*
 * Resources that the machine and this process used between two moments.
 */

#include "base/base.h"
#include "machine/quota.h"

struct host_reading {
    int64_t at_ns;
    int64_t user_cpu_ns; /* CPU time of this process. */
    int64_t system_cpu_ns;
    int64_t jiffies;       /* Time of all CPUs; 0 when /proc/stat cannot be read. */
    int64_t steal_jiffies; /* Part of it that the hypervisor took. */
    struct quota quota;
};

void host_read(struct host_reading *r);

/* Share of all jiffies from 0 to 1; -1 when unknown. */
double host_steal_share(const struct host_reading *before, const struct host_reading *after);

/* Load average over one minute; -1 when unknown. */
double host_load_average(void);

/* Largest resident set of this process so far. */
int64_t host_max_rss_bytes(void);

/* CPUs that this process may run on, at least 1. */
int host_cpu_count(void);

/* CPUs that it can use: those, or the quota of its control groups where that is less. */
double host_usable_cpus(void);

/* Lets this process have that many open files. False where it may not, with what it may have; true where that is not known. */
bool host_allow_files(int64_t count, int64_t *limit);

#endif
