#ifndef PLUMBLINE_PROGRAM_LIST_H
#define PLUMBLINE_PROGRAM_LIST_H

/*
 * Programs whose events are lists of operations, one list for each kind of event: what most workloads are. Such a program is
 * an array that is walked (list_next() in program.h), without a call for each statement.
 */

#include "program/program.h"

/* Statements in turn, `rounds` times; a table is drawn once, before the first. */
struct list_group {
    const struct statement *statements[2];
    int statement_count; /* 1 or 2. */
    int64_t rounds;
};

/* Adds a kind of event. With `is_pipelined` all its statements are sent in one go. False when out of memory. */
bool list_add_event(struct program *p, const char *name, const struct list_group *groups, int group_count, bool is_pipelined);

#endif
