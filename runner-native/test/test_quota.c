/* Quotas of control groups, read from made-up trees of both versions, and from this machine's own. */

#include "machine/quota.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "check_values.h"

static char root[] = "/tmp/plumbline-quota-XXXXXX";

/* Writes a file below the root, with its folders. */
static void
put(const char *name, const char *text)
{
    char path[1024];

    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *const file = fopen(path, "we");
    if (!CHECK(file != NULL, "cannot write %s", path))
        return;
    fputs(text, file);
    fclose(file);
}

static void
check_quota(const char *what, double cpus, int64_t periods, int64_t throttled)
{
    struct quota q;

    quota_read(root, &q);
    CHECK(q.cpus > cpus - 1e-9 && q.cpus < cpus + 1e-9, "%s: %g CPUs, expected %g", what, q.cpus, cpus);
    CHECK(q.period_count == periods, "%s: %lld periods, expected %lld", what, (long long)q.period_count, (long long)periods);
    CHECK(q.throttled_count == throttled, "%s: %lld throttled, expected %lld", what, (long long)q.throttled_count,
          (long long)throttled);
}

static void
test_second_version(void)
{
    put("/proc/self/mountinfo", "24 18 0:22 / /proc rw - proc proc rw\n"
                                "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    put("/proc/self/cgroup", "0::/pods/one\n");
    put("/sys/fs/cgroup/pods/cpu.max", "150000 100000\n");
    put("/sys/fs/cgroup/pods/cpu.stat", "usage_usec 1\nnr_periods 10\nnr_throttled 2\nthrottled_usec 5\n");
    put("/sys/fs/cgroup/pods/one/cpu.max", "max 100000\n");
    put("/sys/fs/cgroup/pods/one/cpu.stat", "usage_usec 1\nnr_periods 0\nnr_throttled 0\n");
    check_quota("of the group above", 1.5, 10, 2);
    put("/sys/fs/cgroup/pods/one/cpu.max", "20000 100000\n");
    put("/sys/fs/cgroup/pods/one/cpu.stat", "nr_periods 33\nnr_throttled 31\nthrottled_usec 2500000\n");
    check_quota("the least of two, and the stops of the one that has more of them", 0.2, 33, 31);
    put("/sys/fs/cgroup/pods/cpu.max", "10000 100000\n");
    put("/sys/fs/cgroup/pods/cpu.stat", "nr_periods 30\nnr_throttled 30\n");
    check_quota("whichever of them it is", 0.1, 30, 30);
    put("/sys/fs/cgroup/pods/one/cpu.stat", "nr_periods 0\nnr_throttled 0\n");
    put("/sys/fs/cgroup/pods/cpu.stat", "nr_periods 30\nnr_throttled 0\n");
    check_quota("and of two that never stood still the one with more periods", 0.1, 30, 0);
    put("/sys/fs/cgroup/pods/one/cpu.max", "max 100000\n");
    put("/sys/fs/cgroup/pods/cpu.max", "max 100000\n");
    check_quota("no limit", 0, 0, 0);
}

/* In a container the path of /proc/self/cgroup may be the host's, and the container's own group is what is mounted. */
static void
test_container(void)
{
    put("/proc/self/cgroup", "0::/kubepods/pod7/c1\n");
    put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
    put("/sys/fs/cgroup/cpu.stat", "nr_periods 5\nnr_throttled 1\n");
    check_quota("the mounted group", 2, 5, 1);
    put("/proc/self/mountinfo", "31 23 0:28 /kubepods/pod7 /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    put("/sys/fs/cgroup/c1/cpu.max", "50000 100000\n");
    check_quota("a group below the mounted one", 0.5, 5, 1);
    put("/proc/self/cgroup", "0::/kubepods/pod77/c1\n");
    check_quota("a group whose name only begins like the mounted one's", 2, 5, 1);
    put("/proc/self/mountinfo", "31 23 0:28 /a /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    put("/proc/self/cgroup", "0::/a/c1\n");
    check_quota("a group below one with a short name", 0.5, 5, 1);
    put("/proc/self/cgroup", "0::/a\n");
    check_quota("the mounted group by its own name", 2, 5, 1);
}

static void
test_first_version(void)
{
    put("/proc/self/mountinfo", "30 23 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
                                "32 23 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
                                "33 23 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n");
    put("/proc/self/cgroup", "9:cpuset:/else\n4:cpu,cpuacct:/docker/abc\n0::/system.slice\n");
    put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
    put("/sys/fs/cgroup/unified/system.slice/cpu.max", "10000 100000\n"); /* Not in charge. */
    check_quota("no limit", 0, 0, 0);
    put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "250000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.stat", "nr_periods 8\nnr_throttled 3\nthrottled_time 900\n");
    check_quota("a limit", 2.5, 8, 3);
    put("/proc/self/mountinfo", "33 23 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                                "32 23 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
                                "34 23 0:31 / /sys/fs/cgroup/other rw - tmpfs tmpfs rw,cpu\n"
                                "30 23 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
                                "24 18 0:22 / /proc rw - proc proc rw\n");
    check_quota("whatever is mounted after it", 2.5, 8, 3);
    put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "");
    check_quota("a period that says nothing", 0, 0, 0);
    put("/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "250000\n");
    check_quota("no period", 0, 0, 0);
    put("/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "");
    put("/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "100000\n");
    check_quota("a quota that says nothing", 0, 0, 0);
}

static void
test_counts_of_a_time(void)
{
    const struct quota before = {.cpus = 2, .levels = {{100, 90}, {1000, 0}}};
    const struct quota calm = {.cpus = 0.2, .levels = {{200, 91}, {1100, 0}}};
    const struct quota stopped = {.cpus = 0.2, .levels = {{200, 92}, {1900, 0}}};
    struct quota q = quota_between(&before, &calm);

    CHECK(q.cpus == 0.2 && q.period_count == 100 && q.throttled_count == 1, "%g CPUs, %lld of %lld", q.cpus,
          (long long)q.throttled_count, (long long)q.period_count);
    CHECK(!quota_is_short(&q), "one in a hundred is not in the 99th percentile");
    q = quota_between(&before, &stopped);
    CHECK(quota_is_short(&q), "two in a hundred are");
    CHECK(q.period_count == 100 && q.throttled_count == 2, "those of a group above thin out nothing: %lld of %lld",
          (long long)q.throttled_count, (long long)q.period_count);
    const struct quota above = {.cpus = 0.2, .levels = {{200, 91}, {1100, 50}}};
    q = quota_between(&before, &above);
    CHECK(q.period_count == 100 && q.throttled_count == 50, "of the group that stood still most meanwhile: %lld of %lld",
          (long long)q.throttled_count, (long long)q.period_count);
    q = quota_between(&before, &before);
    CHECK(!quota_is_short(&q), "nothing has happened");
}

static void
test_nothing_to_see(void)
{
    put("/proc/self/mountinfo", "24 18 0:22 / /proc rw - proc proc rw\n");
    check_quota("no hierarchy", 0, 0, 0);
    put("/proc/self/mountinfo", "nonsense\n - cgroup2\n1 2 3 / /x rw - cgroup\n");
    check_quota("lines that are none", 0, 0, 0);
    put("/proc/self/mountinfo", "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "0\n\n:\n");
    check_quota("no group", 0, 0, 0);
    put("/proc/self/cgroup", "0::/broken\n");
    put("/sys/fs/cgroup/cpu.max", "");
    put("/sys/fs/cgroup/broken/cpu.max", "100000 0\n");
    check_quota("files that are none", 0, 0, 0);
}

/* What stands in for the kernel may say what it never would. */
static void
test_impossible_numbers(void)
{
    put("/proc/self/mountinfo", "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "0::/odd\n");
    put("/sys/fs/cgroup/cpu.max", "20000 100000\n");
    put("/sys/fs/cgroup/cpu.stat", "nr_periods 9223372036854775807\nnr_throttled 9223372036854775807\n");
    put("/sys/fs/cgroup/odd/cpu.max", "inf inf\n");
    put("/sys/fs/cgroup/odd/cpu.stat", "nr_periods -5\nnr_throttled -9223372036854775808\n");
    check_quota("no number", 0.2, INT64_MAX, INT64_MAX);
    put("/sys/fs/cgroup/odd/cpu.max", "30000 100000\n");
    check_quota("below nothing", 0.2, INT64_MAX, INT64_MAX);
    const struct quota q = {.cpus = 1, .period_count = INT64_MAX, .throttled_count = INT64_MAX};
    CHECK(quota_is_short(&q), "in each of them");
}

int
main(void)
{
    struct quota own;

    if (!mkdtemp(root)) {
        perror("test_quota: no temporary folder");
        return 1;
    }
    test_second_version();
    test_container();
    test_first_version();
    test_nothing_to_see();
    test_impossible_numbers();
    test_counts_of_a_time();
    quota_read("", &own);
    CHECK(own.cpus >= 0 && own.throttled_count <= own.period_count, "%g CPUs, %lld of %lld periods", own.cpus,
          (long long)own.throttled_count, (long long)own.period_count);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    return check_result("test_quota") || system(command) != 0;
}
