#include "machine/neighbours.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

bool
neighbours_own_interrupts(const char *release, bool has_pressure, bool has_irq_pressure)
{
    int major, minor;

    if (sscanf(release, "%d.%d", &major, &minor) != 2 || !has_pressure)
        return false;
    return (major > 6 || (major == 6 && minor >= 1)) && !has_irq_pressure;
}

static bool
own_holds_interrupts(void)
{
    struct utsname kernel;

    return uname(&kernel) == 0 && neighbours_own_interrupts(kernel.release, access("/proc/pressure/cpu", F_OK) == 0,
                                                            access("/proc/pressure/irq", F_OK) == 0);
}

/* proc(5): cpuN user nice system idle iowait irq softirq ... False where it is not told. */
static bool
read_busy(int cpu, int64_t *busy_ns)
{
    const bool with_interrupts = own_holds_interrupts();
    char line[512];
    bool is_found = false;
    FILE *const file = fopen("/proc/stat", "re");

    if (!file)
        return false;
    while (!is_found && fgets(line, sizeof line, file)) {
        int number;
        int64_t user, nice, system, irq, softirq;
        is_found = sscanf(line, "cpu%d %" SCNd64 " %" SCNd64 " %" SCNd64 " %*s %*s %" SCNd64 " %" SCNd64, &number, &user, &nice,
                          &system, &irq, &softirq) == 6 &&
                   number == cpu;
        if (!is_found)
            continue;
        *busy_ns = clock_of_ticks_ns(user) + clock_of_ticks_ns(nice) + clock_of_ticks_ns(system);
        if (with_interrupts)
            *busy_ns += clock_of_ticks_ns(irq) + clock_of_ticks_ns(softirq);
    }
    fclose(file);
    return is_found;
}

static bool
add_clock(clockid_t clock, int64_t *sum_ns)
{
    struct timespec used;

    if (clock_gettime(clock, &used) != 0)
        return false;
    *sum_ns += (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
    return true;
}

static bool
add_own(const struct worker *w, struct neighbour_reading *r)
{
    clockid_t clock;

    if (pthread_getcpuclockid(w->thread, &clock) != 0 || !add_clock(clock, &r->own_ns))
        return false;
    for (int t = 0; t < w->loop.target_count; t++) {
        for (int c = 0; c < w->loop.conn_count; c++) {
            const pid_t pid = (pid_t)PQbackendPID(w->loop.conns[t][c].pg);
            if (pid <= 0 || clock_getcpuclockid(pid, &clock) != 0 || !add_clock(clock, &r->own_ns))
                return false;
            r->backends += pid;
        }
    }
    return true;
}

void
neighbours_read(struct neighbour_reading *readings, const struct worker *workers, int worker_count)
{
    for (int i = 0; i < worker_count; i++) {
        const struct placement *const p = &workers[i].loop.env.placement;
        struct neighbour_reading *const r = &readings[i];
        *r = (struct neighbour_reading){.cpu = p->missed_count == 0 ? p->cpu : -1, .at_ns = clock_now_ns()};
        if (r->cpu >= 0 && (!read_busy(r->cpu, &r->busy_ns) || !add_own(&workers[i], r)))
            r->cpu = -1;
    }
}

/* Share that others took of worker `i`'s CPU, on which there may be other workers. */
static double
share_of_others(const struct neighbours *n, int worker_count, int i)
{
    const int64_t wall_ns = n->after[i].at_ns - n->before[i].at_ns;
    int64_t others_ns = n->after[i].busy_ns - n->before[i].busy_ns;

    if (wall_ns < NS_PER_S)
        return -1;
    for (int w = 0; w < worker_count; w++) {
        const struct neighbour_reading *const before = &n->before[w], *const after = &n->after[w];
        if (after->cpu != before->cpu || after->backends != before->backends)
            return -1;
        if (after->cpu == n->after[i].cpu)
            others_ns -= after->own_ns - before->own_ns;
    }
    return fmin(1, fmax(0, (double)others_ns / (double)wall_ns));
}

double
neighbours_worst(const struct neighbours *n, int worker_count, int *cpu)
{
    double worst = -1;

    for (int i = 0; i < worker_count; i++) {
        const double share = n->before[i].cpu >= 0 ? share_of_others(n, worker_count, i) : -1;
        if (share <= worst)
            continue;
        worst = share;
        *cpu = n->before[i].cpu;
    }
    return worst;
}
