#include "machine/server_cpu.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    STAT_SIZE_MAX = 1024,
    /* A tree that changes during every one of so many readings is taken as the last reading saw it. */
    READING_ATTEMPT_COUNT = 10,
};

/* The fields of /proc/PID/stat that count here; numbers as in proc(5). */
struct stat_fields {
    int64_t parent_pid;        /* 4 */
    int64_t own_ns;            /* 14 + 15 */
    int64_t reaped_ns;         /* 16 + 17 */
    uint64_t started_at_ticks; /* 22 */
};

/* False when the process is gone, which is no failure: processes come and go. */
static bool
read_stat(int64_t pid, struct stat_fields *fields)
{
    char path[48], text[STAT_SIZE_MAX];

    snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return false;
    text[length] = '\0';

    /* The name, in parentheses, may hold blanks and parentheses itself: go on after the last one. */
    const char *rest = strrchr(text, ')');
    long long parent_pid, user, system, reaped_user, reaped_system;
    unsigned long long started_at;
    if (!rest || sscanf(rest + 1, " %*c %lld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld %lld %lld %*d %*d %*d %*d %llu",
                        &parent_pid, &user, &system, &reaped_user, &reaped_system, &started_at) != 6)
        return false;
    *fields = (struct stat_fields){.parent_pid = parent_pid,
                                   .own_ns = clock_of_ticks_ns(user) + clock_of_ticks_ns(system),
                                   .reaped_ns = clock_of_ticks_ns(reaped_user) + clock_of_ticks_ns(reaped_system),
                                   .started_at_ticks = started_at};
    return true;
}

/* False when the process is gone or its clock is refused. */
static bool
read_clock(int64_t pid, int64_t *used_ns)
{
    clockid_t clock;
    struct timespec used;

    if (clock_getcpuclockid((pid_t)pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return false;
    *used_ns = used.tv_sec * NS_PER_S + used.tv_nsec;
    return true;
}

static bool
append(struct server_cpu_reading *r, const struct server_cpu_process *process)
{
    if (r->count == r->capacity) {
        const size_t capacity = r->capacity > 0 ? 2 * r->capacity : 256;
        void *grown = realloc(r->processes, capacity * sizeof *r->processes);
        if (!grown)
            return false;
        r->processes = grown;
        r->capacity = capacity;
    }
    r->processes[r->count++] = *process;
    return true;
}

static int
compare_pids(const void *a, const void *b)
{
    const int64_t x = ((const struct server_cpu_process *)a)->pid, y = ((const struct server_cpu_process *)b)->pid;
    return (x > y) - (x < y);
}

static struct server_cpu_process *
find(const struct server_cpu_reading *r, int64_t pid)
{
    const struct server_cpu_process key = {.pid = pid};
    return r->count > 0 ? bsearch(&key, r->processes, r->count, sizeof key, compare_pids) : NULL;
}

/* The same process, not a later one with its id. */
static struct server_cpu_process *
find_same(const struct server_cpu_reading *r, const struct server_cpu_process *process)
{
    struct server_cpu_process *found = find(r, process->pid);
    return found && found->started_at_ticks == process->started_at_ticks ? found : NULL;
}

/* Every process of the machine with its parent and its reaped children's time; what it used itself comes later. */
static enum err
list_processes(struct server_cpu_reading *r, struct diag *d)
{
    DIR *proc = opendir("/proc");
    const struct dirent *entry;
    bool has_memory = true;

    r->count = 0;
    if (!proc)
        return fail(d, ERR_INTERNAL, "cannot read /proc: %s", strerror(errno));
    while (has_memory && (entry = readdir(proc))) {
        struct stat_fields fields;
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        const int64_t pid = strtoll(entry->d_name, NULL, 10);
        if (!read_stat(pid, &fields))
            continue;
        const struct server_cpu_process process = {.pid = pid,
                                                   .parent_pid = fields.parent_pid,
                                                   .started_at_ticks = fields.started_at_ticks,
                                                   .reaped_ns = fields.reaped_ns};
        has_memory = append(r, &process);
    }
    closedir(proc);
    if (!has_memory)
        return fail(d, ERR_INTERNAL, "out of memory for the list of processes");
    if (r->count > 0)
        qsort(r->processes, r->count, sizeof r->processes[0], compare_pids);
    return ERR_OK;
}

/*
 * Marks the root, its descendants, and all that was in the tree at the first reading: a process stays one of the server's when
 * its parent ends and it is handed to init. Parents may have higher ids than their children, so it goes on until nothing new
 * is found; that is as often as the tree is deep.
 */
static void
mark_members(struct server_cpu_reading *r, int64_t root_pid, const struct server_cpu_reading *before)
{
    bool has_grown = true;

    for (size_t i = 0; i < r->count; i++) {
        struct server_cpu_process *process = &r->processes[i];
        const struct server_cpu_process *earlier = before ? find_same(before, process) : NULL;
        process->is_member = process->pid == root_pid || (earlier && earlier->is_member);
    }
    while (has_grown) {
        has_grown = false;
        for (size_t i = 0; i < r->count; i++) {
            struct server_cpu_process *process = &r->processes[i];
            const struct server_cpu_process *parent = process->is_member ? NULL : find(r, process->parent_pid);
            if (parent && parent->is_member) {
                process->is_member = true;
                has_grown = true;
            }
        }
    }
}

/* Sets own_ns of every member that lives. False when one has gone since it was listed. */
static bool
read_own_times(struct server_cpu_reading *r, bool has_clock)
{
    bool is_complete = true;

    for (size_t i = 0; i < r->count; i++) {
        struct server_cpu_process *process = &r->processes[i];
        struct stat_fields fields;
        if (!process->is_member)
            continue;
        bool is_read = has_clock ? read_clock(process->pid, &process->own_ns) : false;
        if (!is_read && read_stat(process->pid, &fields)) {
            process->own_ns = fields.own_ns;
            is_read = true;
        }
        is_complete &= is_read;
    }
    return is_complete;
}

/* Has `later` the same members as `r`, with the same reaped children? */
static bool
is_same_tree(const struct server_cpu_reading *r, const struct server_cpu_reading *later)
{
    size_t r_members = 0, later_members = 0;

    for (size_t i = 0; i < r->count; i++)
        r_members += r->processes[i].is_member;
    for (size_t i = 0; i < later->count; i++) {
        const struct server_cpu_process *process = &later->processes[i];
        if (!process->is_member)
            continue;
        const struct server_cpu_process *same = find_same(r, process);
        later_members++;
        if (!same || !same->is_member || same->reaped_ns != process->reaped_ns)
            return false;
    }
    return r_members == later_members;
}

/*
 * One consistent reading. When a process ends, its time moves from its own clock to its parent's reaped children; a walk that
 * sees one before and the other after would count it twice or not at all. So the list is read again after the clocks, and the
 * reading stands only when nothing has moved in between.
 */
static enum err
take_reading(struct server_cpu_reading *r, int64_t root_pid, bool has_clock, const struct server_cpu_reading *before,
             struct diag *d)
{
    struct server_cpu_reading later = {0};
    enum err err = ERR_OK;
    bool is_consistent = false;

    for (int attempt = 0; attempt < READING_ATTEMPT_COUNT && !is_consistent; attempt++) {
        err = list_processes(r, d);
        if (err != ERR_OK)
            break;
        mark_members(r, root_pid, before);
        is_consistent = read_own_times(r, has_clock);
        err = list_processes(&later, d);
        if (err != ERR_OK)
            break;
        mark_members(&later, root_pid, before);
        is_consistent &= is_same_tree(r, &later);
    }
    free(later.processes);
    if (err == ERR_OK && !find(r, root_pid)) {
        err = fail(d, ERR_TARGET, "there is no process %lld to read the server's CPU time of", (long long)root_pid);
        fail_hint(d, "--server-pid and --against-server-pid want the id of the server's first process on this machine, for "
                     "PostgreSQL the first line of postmaster.pid");
    }
    return err;
}

enum err
server_cpu_start(struct server_cpu *s, int64_t root_pid, struct diag *d)
{
    int64_t used_ns;

    *s = (struct server_cpu){.root_pid = root_pid};
    s->has_clock = read_clock(root_pid, &used_ns);
    return take_reading(&s->before, root_pid, s->has_clock, NULL, d);
}

size_t
server_cpu_mark_backends(struct server_cpu *s, const int64_t *pids, size_t count)
{
    size_t found_count = 0;

    for (size_t i = 0; i < count; i++) {
        struct server_cpu_process *const process = find(&s->before, pids[i]);
        if (!process || !process->is_member || process->is_backend)
            continue;
        process->is_backend = true;
        found_count++;
    }
    return found_count;
}

/* CPU time of a process that is known from the first reading and the laps since. */
static int64_t
known_ns(const struct server_cpu_process *process)
{
    return process->lap_ns > 0 ? process->lap_ns : process->own_ns;
}

/* Its time is its parent's now. */
static void
process_has_gone(struct server_cpu *s, struct server_cpu_process *process)
{
    if (process->is_gone)
        return;
    process->is_gone = true;
    if (process->parent_pid == s->root_pid)
        s->told_ns += known_ns(process) + process->reaped_ns;
}

/* CPU time of the root's children since the first reading, with all that laps have told already. */
static int64_t
reaped_by_root_ns(const struct server_cpu *s)
{
    const struct server_cpu_process *root = find(&s->before, s->root_pid);
    struct stat_fields fields;
    return root && read_stat(s->root_pid, &fields) ? fields.reaped_ns - root->reaped_ns : 0;
}

struct server_cpu_lap
server_cpu_lap(struct server_cpu *s)
{
    struct server_cpu_lap lap = {0};

    if (!s->has_clock)
        return lap;
    /* Before the clocks: who ends in between is told of already, and found in the next lap. */
    const int64_t reaped_ns = reaped_by_root_ns(s);
    for (size_t i = 0; i < s->before.count; i++) {
        struct server_cpu_process *const process = &s->before.processes[i];
        int64_t now_ns;
        if (!process->is_member)
            continue;
        if (!read_clock(process->pid, &now_ns)) {
            process_has_gone(s, process);
            continue;
        }
        const int64_t since_ns = known_ns(process);
        if (now_ns <= since_ns) /* Nothing, or it has gone and another has its id. */
            continue;
        lap.all_ns += now_ns - since_ns;
        lap.backends_ns += process->is_backend ? now_ns - since_ns : 0;
        process->lap_ns = now_ns;
    }
    if (reaped_ns - s->told_ns > s->ended_ns) {
        lap.ended_ns = reaped_ns - s->told_ns - s->ended_ns;
        lap.all_ns += lap.ended_ns;
        s->ended_ns += lap.ended_ns;
    }
    return lap;
}

void
server_share_add(struct server_share *share, const struct server_cpu_lap *lap, bool is_driven, int64_t wall_ns)
{
    *(is_driven ? &share->driven_wall_ns : &share->idle_wall_ns) += wall_ns;
    *(is_driven ? &share->driven_ns : &share->idle_ns) += lap->all_ns;
    /* Processes that came and went while the server was driven worked for its queries: parallel workers. */
    if (is_driven && share->backends_ns >= 0)
        share->backends_ns += lap->backends_ns + lap->ended_ns;
}

/* When they used it is not known, so it is as likely in any slice. */
void
server_share_end(struct server_share *share, int64_t all_ns)
{
    const int64_t wall_ns = share->driven_wall_ns + share->idle_wall_ns;
    const int64_t rest_ns = all_ns - share->driven_ns - share->idle_ns;

    share->is_known = wall_ns > 0;
    if (!share->is_known || rest_ns <= 0)
        return;
    const int64_t driven_ns = (int64_t)((double)rest_ns * (double)share->driven_wall_ns / (double)wall_ns);
    share->driven_ns += driven_ns;
    share->idle_ns += rest_ns - driven_ns;
}

/* CPU time that the members of `after` used themselves since `before`. */
static int64_t
own_growth_ns(const struct server_cpu_reading *before, const struct server_cpu_reading *after)
{
    int64_t growth_ns = 0;

    for (size_t i = 0; i < after->count; i++) {
        const struct server_cpu_process *process = &after->processes[i];
        const struct server_cpu_process *earlier = find_same(before, process);
        if (!process->is_member)
            continue;
        const int64_t since_ns = earlier && earlier->is_member ? earlier->own_ns : 0;
        if (process->own_ns > since_ns)
            growth_ns += process->own_ns - since_ns;
    }
    return growth_ns;
}

/*
 * What the children of `parent` used since `before` that ended since then. The kernel adds a child's whole life to its parent,
 * so what the child had used at the first reading is taken off again. Rounding to ticks may turn a tiny growth negative, and a
 * parent that ignores SIGCHLD gets nothing: neither may take time away from others.
 */
static int64_t
reaped_growth_ns(const struct server_cpu_reading *before, const struct server_cpu_reading *after,
                 const struct server_cpu_process *parent)
{
    const struct server_cpu_process *earlier = find_same(before, parent);
    int64_t growth_ns = parent->reaped_ns - (earlier ? earlier->reaped_ns : 0);

    if (growth_ns == 0)
        return 0;
    for (size_t i = 0; i < before->count; i++) {
        const struct server_cpu_process *child = &before->processes[i];
        if (child->is_member && child->parent_pid == parent->pid && !find_same(after, child))
            growth_ns -= child->own_ns + child->reaped_ns;
    }
    return growth_ns > 0 ? growth_ns : 0;
}

enum err
server_cpu_stop(const struct server_cpu *s, int64_t *used_ns, struct diag *d)
{
    struct server_cpu_reading after = {0};

    *used_ns = 0;
    const enum err err = take_reading(&after, s->root_pid, s->has_clock, &s->before, d);
    if (err == ERR_OK) {
        *used_ns = own_growth_ns(&s->before, &after);
        for (size_t i = 0; i < after.count; i++) {
            if (after.processes[i].is_member)
                *used_ns += reaped_growth_ns(&s->before, &after, &after.processes[i]);
        }
    }
    free(after.processes);
    return err;
}

/* Memory that a process holds for itself alone, as far as it is not swapped out. 0 when it is gone. */
static int64_t
read_anonymous_bytes(int64_t pid)
{
    char path[48], line[256];
    long long kilobytes = 0;

    snprintf(path, sizeof path, "/proc/%lld/status", (long long)pid);
    FILE *const file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file) && sscanf(line, "RssAnon: %lld kB", &kilobytes) != 1)
        continue;
    if (file)
        fclose(file);
    return plausible_count(kilobytes, INT64_C(1) << 40) * 1024;
}

int64_t
server_cpu_memory_bytes(const struct server_cpu *s)
{
    struct server_cpu_reading now = {0};
    struct diag ignored = DIAG_NONE;
    int64_t sum = 0;

    if (list_processes(&now, &ignored) == ERR_OK) {
        mark_members(&now, s->root_pid, &s->before);
        for (size_t i = 0; i < now.count; i++)
            sum += now.processes[i].is_member ? read_anonymous_bytes(now.processes[i].pid) : 0;
    }
    free(now.processes);
    return sum > 0 ? sum : -1;
}

const char *
server_cpu_source(const struct server_cpu *s)
{
    return s->has_clock ? "cpu-clock" : "stat";
}

void
server_cpu_free(struct server_cpu *s)
{
    free(s->before.processes);
    s->before = (struct server_cpu_reading){0};
}
