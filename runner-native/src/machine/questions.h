#ifndef PLUMBLINE_MACHINE_QUESTIONS_H
#define PLUMBLINE_MACHINE_QUESTIONS_H

#include "machine/target.h"
#include "program/program.h"

/* Asks each server what the program wants to know before its first event. A signal that can be read from `signal_fd` (-1: none can)
 * cancels what is under way: ERR_INTERRUPTED. */
enum err questions_ask(struct program *p, const struct target *targets, int target_count, int signal_fd, struct diag *d);

#endif
