#ifndef PLUMBLINE_MACHINE_SERVER_CPU_H
#define PLUMBLINE_MACHINE_SERVER_CPU_H

/*
 * The CPU time that a server on this machine uses between two moments: all of its processes, from a root process id down, with
 * all of their threads, those that ended in between included.
 *
 * What a process used is asked of its CPU clock (clock_getcpuclockid(3)), exact to nanoseconds and with the threads that are
 * gone; where the kernel refuses that, of /proc/PID/stat in clock ticks. What ended processes used is found in the reaped
 * children's times of their parents, which the kernel gives in ticks only: a server whose backends come and go during the
 * measuring is accurate to two ticks (20 ms), one whose backends stay is exact.
 *
 * A reading walks /proc: call it from one thread, before the first and after the last measured event, not between. A lap asks the
 * clocks of the processes that the first reading found, a system call each, and what the root has reaped: that may be done between
 * two slices.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* One process of the tree as the first reading saw it. */
struct server_cpu_process {
    int64_t pid;
    int64_t parent_pid;
    uint64_t started_at_ticks; /* Since boot: tells a process from a later one with the same id. */
    int64_t own_ns;            /* CPU time of all its threads, living and ended. */
    int64_t reaped_ns;         /* CPU time of all its descendants that ended and were waited for. */
    bool is_member;            /* Belongs to the tree of the root. */
    bool is_backend;           /* Serves one of our connections. */
    int64_t lap_ns;            /* own_ns at the last lap. */
    bool is_gone;              /* A lap found no clock of it any more. */
};

/* All processes of the machine, sorted by id, those of the tree marked. */
struct server_cpu_reading {
    struct server_cpu_process *processes;
    size_t count;
    size_t capacity;
};

struct server_cpu {
    int64_t root_pid;
    bool has_clock; /* The CPU clocks of the processes can be read. */
    struct server_cpu_reading before;
    int64_t
        told_ns;  /* CPU time of children of the root that have gone: what earlier laps and the first reading knew of them. */
    int64_t ended_ns; /* Time of ended children that all laps found. */
};

/* Takes the first reading. ERR_TARGET when there is no process `root_pid`, ERR_INTERNAL when /proc cannot be read or memory is
 * out. Pair with server_cpu_free(), also after a failure. */
enum err server_cpu_start(struct server_cpu *s, int64_t root_pid, struct diag *d);

/* Says which processes serve our connections; ids that are none of the server's here (it has its own numbers, in a container) are
 * ignored. Returns how many were found. */
size_t server_cpu_mark_backends(struct server_cpu *s, const int64_t *pids, size_t count);

/* CPU time since the last lap, or since the first reading: by the processes of that reading, and by children of the root that
 * have ended (in clock ticks, which add up over the laps). Who came later and lives is missing here, though not in server_cpu_stop(). */
struct server_cpu_lap {
    int64_t all_ns;
    int64_t backends_ns; /* Part of it by processes that serve our connections; */
    int64_t ended_ns; /* by those that came and went, such as the parallel workers of a query. */
};

/* Nothing where the source is "stat": ticks are longer than a slice deserves. */
struct server_cpu_lap server_cpu_lap(struct server_cpu *s);

/* When a server used its CPU time. Background work of one falls on both: on the other, while that is driven. */
struct server_share {
    bool is_known;
    int64_t driven_ns; /* Time in its own slices; */
    int64_t backends_ns; /* Part of it by processes that serve our connections and what they start; -1: they are not known. */
    int64_t idle_ns; /* Time in those of the other. */
    int64_t driven_wall_ns, idle_wall_ns; /* How long these were. */
};

/* Adds the lap of a slice that lasted wall_ns. */
void server_share_add(struct server_share *share, const struct server_cpu_lap *lap, bool is_driven, int64_t wall_ns);

/* Adds what the laps do not have of all_ns: of processes that came after the first reading and still live. */
void server_share_end(struct server_share *share, int64_t all_ns);

/* Takes the second reading and sets `used_ns` to what was used since the first, never below 0. May be called again: always
 * since the first. ERR_TARGET when the root process is gone. */
enum err server_cpu_stop(const struct server_cpu *s, int64_t *used_ns, struct diag *d);

/* Memory that the processes hold now without what they share (RssAnon of proc(5), summed); -1: unknown. Walks /proc. */
int64_t server_cpu_memory_bytes(const struct server_cpu *s);

/* "cpu-clock" or "stat": the server_cpu_source of PROTOCOL.md. */
const char *server_cpu_source(const struct server_cpu *s);

/* Zeroed is fine. */
void server_cpu_free(struct server_cpu *s);

#endif
