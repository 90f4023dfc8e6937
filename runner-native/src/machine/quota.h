#ifndef PLUMBLINE_MACHINE_QUOTA_H
#define PLUMBLINE_MACHINE_QUOTA_H

/*
 * The CPU time that control groups leave this process: containers and pods are given less than their machine has. A group that has
 * used its quota stands still until its period (mostly 100 ms) is over, whatever it was doing. Of both versions of cgroups,
 * cgroups(7); a cpuset needs no care, it is part of the CPUs that a thread may run on.
 *
 * Groups are nested, and each may have a quota. The least counts. Of the stops those of the group that stood still in the greatest share
 * of its periods do: each has periods of its own at the same time, and their sum would thin out the share.
 */

#include <stdbool.h>
#include <stdint.h>

enum { QUOTA_LEVEL_MAX = 32 };

struct quota_level {
    int64_t period_count, throttled_count;
};

struct quota {
    double cpus;             /* The least quota, in CPUs; 0: no group has one, or none can be seen. */
    int64_t period_count;    /* Periods in which the group that stood still in most of its own had something to do; */
    int64_t throttled_count; /* Periods among these in which the time was used up. */
    struct quota_level
        levels[QUOTA_LEVEL_MAX]; /* The same of each group, ours first; zeros without a quota. Since it was made. */
};

/* `root` is put before every path that is read: "" but in tests. */
void quota_read(const char *root, struct quota *q);

/* The quota of the second reading, with the counts since the first. */
struct quota quota_between(const struct quota *before, const struct quota *after);

/* Did it run out in more than a hundredth of the periods? Then it is in the 99th percentile. */
bool quota_is_short(const struct quota *q);

#endif
