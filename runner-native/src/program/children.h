#ifndef PLUMBLINE_PROGRAM_CHILDREN_H
#define PLUMBLINE_PROGRAM_CHILDREN_H

/*
 * Programs of this computer that workers start and wait for. Each is a process group of its own, so that a signal reaches all that it
 * has started, and a guard kills those that run when this process is killed.
 *
 * Threads: all functions but create and free may be called from any thread.
 */

#include <stdbool.h>
#include <stddef.h>

struct children;

/* How a program has ended. */
enum child_end {
    CHILD_DONE,   /* With exit status 0. */
    CHILD_FAILED, /* With another one, or by a signal other than those that ask a program to end. */
    CHILD_ENDED,  /* By SIGINT or SIGTERM, or killed by children_kill(). */
    CHILD_NO_PIPE,
    CHILD_NO_PROCESS,
};

/* NULL: no memory, or no file descriptor. */
struct children *children_create(void);

/* When none runs any more. Accepts NULL. */
void children_free(struct children *c);

/* Runs a command by sh and waits for its end, and until no process has its standard output any more. `answer` gets the beginning of what it
 * writes, as a text. Of CHILD_ENDED `signal` is by which one. */
enum child_end children_run(struct children *c, const char *text, char *answer, size_t answer_size, int *signal);

/* Sends the signal to all that run, and to those that are started later. What is left of a program that ended by it is killed. */
void children_ask(struct children *c, int signal);

/* Kills all that run, and those that are started later. Nothing that they may have left is waited for. Returns how many ran. */
int children_kill(struct children *c);

/* How many run. */
int children_count(struct children *c);

#endif
