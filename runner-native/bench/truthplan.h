#ifndef PLUMBLINE_BENCH_TRUTHPLAN_H
#define PLUMBLINE_BENCH_TRUTHPLAN_H

/*
 * How long the statements of truthserver take, by its options, which the head of truthserver.c explains.
 */

#include <stdbool.h>
#include <stdint.h>

enum random { RANDOM_FIXED, RANDOM_UNIFORM, RANDOM_EXPONENTIAL };
enum discipline { DISCIPLINE_FIFO, DISCIPLINE_SHARING };

enum { PLAN_SERVER_COUNT_MAX = 1024 };

struct truthplan {
    double latency_ns;
    enum random random;
    double tail_share, tail_factor;
    double stall_every_ns, stall_ns; /* 0: never. */
    int server_count;                /* 0: one for each connection. */
    enum discipline discipline;
    double burn_share;
    uint64_t seed;
};

extern struct truthplan plan;

/* Takes one option. False when it is none that there is, or its value is none. */
bool plan_take_option(const char *option);

/* Time in which the server proceeds: it stands still in stalls, which are the end of each interval. */
double plan_working_time(double ns);

/* The first moment at which plan_working_time() is `working_ns`, but at the end of a stall rather than at its beginning. */
double plan_moment_of(double working_ns);

/* Of the next statement. */
double plan_draw_service_ns(void);

#endif
