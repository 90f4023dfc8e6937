#ifndef PLUMBLINE_TEST_STAGE_H
#define PLUMBLINE_TEST_STAGE_H

/*
 * A worker with open connections to a scripted server, as it stands before a slice, in the thread of the test.
 */

#include "cli/options.h"
#include "fake_server.h"
#include "machine/worker.h"

struct scene {
    struct options options;
    int64_t events; /* That it may begin. */
    struct fake_server server;
    char url[96];
    struct program program;
    struct target target;
    struct conductor conductor;
    struct start_queue starts; /* Of an open loop. */
    struct monitor monitor;
    struct worker worker;
};

/* To be set up further; its program is that of the workload, unless a test puts another there. */
struct scene *new_stage(const char *workload, int conn_count);

/* Starts the server, and opens the connections. */
void open_stage(struct scene *s);

/* Drives one measured slice that begins `late_ns` ago. */
void run_stage(struct scene *s, int64_t late_ns, int64_t duration_ns);

void free_stage(struct scene *s);

#endif
