#ifndef PLUMBLINE_PROGRAM_SCRIPT_PROGRAM_H
#define PLUMBLINE_PROGRAM_SCRIPT_PROGRAM_H

/*
 * Scripts as a program: what each of their commands is as a step of an event.
 */

#include "program/program.h"
#include "program/script/script.h"

/* Makes the set the source of the empty program `p`, which frees it. False: no memory. */
bool script_program(struct program *p, struct script_set *set);

#endif
