#ifndef PLUMBLINE_PROGRAM_SCRIPT_SHELL_H
#define PLUMBLINE_PROGRAM_SCRIPT_SHELL_H

/*
 * \shell and \setshell: programs of this computer, where the user allows them. The worker waits for them, as pgbench does.
 */

#include "program/script/state.h"

/* Runs the words of a command by sh, joined by spaces; ":name" is a variable, "::name" is ":name". Of \setshell the first word of what
 * the program writes is the value. False: a fault is set. */
bool shell_run(const struct script_set *set, struct script_state *state, const struct script_command *command);

#endif
