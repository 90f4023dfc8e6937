#include "machine/quota.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

enum { PATH_SIZE = 4096, LINE_SIZE = 8192 };

/* Folders of the groups that limit CPU time, by version, and which of them is ours. */
struct hierarchy {
    bool is_v2;
    char mount_point[PATH_SIZE];
    char mounted_group[PATH_SIZE]; /* The group that is seen at the mount point: "/", but in some containers. */
};

static FILE *
open_below(const char *root, const char *folder, const char *name)
{
    char path[3 * PATH_SIZE];

    snprintf(path, sizeof path, "%s%s%s", root, folder, name);
    return fopen(path, "re");
}

/* Is `word` one of `list`, which has commas? */
static bool
has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* One line of mountinfo, proc(5): ... group mount-point options... - type source super-options. */
static bool
parse_mount(const char *line, struct hierarchy *h)
{
    char type[32], options[LINE_SIZE];
    const char *const rest = strstr(line, " - ");

    if (!rest || sscanf(rest, " - %31s %*s %8191s", type, options) != 2 ||
        sscanf(line, "%*s %*s %*s %4095s %4095s", h->mounted_group, h->mount_point) != 2)
        return false;
    h->is_v2 = strcmp(type, "cgroup2") == 0;
    return h->is_v2 || (strcmp(type, "cgroup") == 0 && has_word(options, "cpu"));
}

/* Where both versions are mounted, the controller belongs to the first. */
static bool
find_hierarchy(const char *root, struct hierarchy *found)
{
    char line[LINE_SIZE];
    struct hierarchy h;
    bool has_found = false;
    FILE *const file = open_below(root, "/proc/self/mountinfo", "");

    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        if (!parse_mount(line, &h) || (has_found && h.is_v2))
            continue;
        *found = h;
        has_found = true;
    }
    fclose(file);
    return has_found;
}

/* One line of /proc/self/cgroup: number:controllers:group; of version 2, 0::group. */
static bool
find_group(const char *root, bool is_v2, char group[PATH_SIZE])
{
    char line[LINE_SIZE];
    bool has_found = false;
    FILE *const file = open_below(root, "/proc/self/cgroup", "");

    if (!file)
        return false;
    while (!has_found && fgets(line, sizeof line, file)) {
        char *const controllers = strchr(line, ':');
        char *const path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path = '\0';
        has_found = is_v2 ? strcmp(line, "0:") == 0 : has_word(controllers + 1, "cpu");
        snprintf(group, PATH_SIZE, "%.*s", (int)strcspn(path + 1, "\n"), path + 1);
    }
    fclose(file);
    return has_found;
}

/* Quota in CPUs; 0: none. */
static double
quota_of_group(const char *root, bool is_v2, const char *folder)
{
    double quota_us = 0, period_us = 0;
    FILE *file = open_below(root, folder, is_v2 ? "/cpu.max" : "/cpu.cfs_quota_us");

    if (!file)
        return 0;
    if (is_v2) { /* "max 100000" without one. */
        if (fscanf(file, "%lf %lf", &quota_us, &period_us) != 2)
            quota_us = 0;
        fclose(file);
    } else { /* -1 without one. */
        if (fscanf(file, "%lf", &quota_us) != 1)
            quota_us = 0;
        fclose(file);
        file = open_below(root, folder, "/cpu.cfs_period_us");
        if (file && fscanf(file, "%lf", &period_us) != 1)
            period_us = 0;
        if (file)
            fclose(file);
    }
    const double cpus = quota_us > 0 && period_us > 0 ? quota_us / period_us : 0;
    return isfinite(cpus) ? cpus : 0;
}

static void
read_counts(const char *root, const char *folder, struct quota_level *level)
{
    char name[64];
    int64_t value;
    FILE *const file = open_below(root, folder, "/cpu.stat");

    if (!file)
        return;
    while (fscanf(file, "%63s %" SCNd64, name, &value) == 2) {
        if (strcmp(name, "nr_periods") == 0)
            level->period_count = plausible_count(value, INT64_MAX);
        else if (strcmp(name, "nr_throttled") == 0)
            level->throttled_count = plausible_count(value, INT64_MAX);
    }
    fclose(file);
}

/* Takes over the counts of the group that stood still in the greatest share of its periods. */
static void
choose_level(struct quota *q)
{
    const struct quota_level *worst = &q->levels[0];

    for (int i = 1; i < QUOTA_LEVEL_MAX; i++) {
        const struct quota_level *const each = &q->levels[i];
        const __int128 by = (__int128)each->throttled_count * worst->period_count -
                            (__int128)worst->throttled_count * each->period_count;
        if (by > 0 || (by == 0 && each->period_count > worst->period_count))
            worst = each;
    }
    q->period_count = worst->period_count;
    q->throttled_count = worst->throttled_count;
}

void
quota_read(const char *root, struct quota *q)
{
    struct hierarchy h;
    char group[PATH_SIZE], folder[2 * PATH_SIZE];

    *q = (struct quota){0};
    if (!find_hierarchy(root, &h) || !find_group(root, h.is_v2, group))
        return;
    const size_t mounted = strlen(h.mounted_group);
    const bool is_below = mounted > 1 && strncmp(group, h.mounted_group, mounted) == 0 && strchr("/", group[mounted]) != NULL;
    snprintf(folder, sizeof folder, "%s%s", h.mount_point, is_below ? group + mounted : group);
    /* From our group up to the one that is mounted; what a container does not show is no folder and says nothing. */
    int level = 0;
    for (size_t length = strlen(folder); length >= strlen(h.mount_point) && level < QUOTA_LEVEL_MAX; level++) {
        const double cpus = quota_of_group(root, h.is_v2, folder);
        if (cpus > 0) {
            q->cpus = q->cpus == 0 || cpus < q->cpus ? cpus : q->cpus;
            read_counts(root, folder, &q->levels[level]);
        }
        const char *const slash = strrchr(folder, '/');
        length = slash ? (size_t)(slash - folder) : 0;
        folder[length] = '\0';
    }
    choose_level(q);
}

struct quota
quota_between(const struct quota *before, const struct quota *after)
{
    struct quota q = {.cpus = after->cpus};

    for (int i = 0; i < QUOTA_LEVEL_MAX; i++) {
        q.levels[i].period_count = after->levels[i].period_count - before->levels[i].period_count;
        q.levels[i].throttled_count = after->levels[i].throttled_count - before->levels[i].throttled_count;
    }
    choose_level(&q);
    return q;
}

bool
quota_is_short(const struct quota *q)
{
    return q->cpus > 0 && q->throttled_count > q->period_count / 100;
}
