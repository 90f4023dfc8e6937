#ifndef PLUMBLINE_PROGRAM_SCRIPT_READ_H
#define PLUMBLINE_PROGRAM_SCRIPT_READ_H

/*
 * The text of a script into commands.
 */

#include "program/script/script.h"

/* The scripts that are added from here on are those of the next target alone. */
void script_set_next_target(struct script_set *set);

/* Adds a script, whose text the set takes and frees, whatever comes out. `path` is for messages; the events are called as the last
 * part of it, without ".sql". ERR_USAGE with the place, the line and the reason when it cannot be read. */
enum err script_set_add(struct script_set *set, const char *path, char *text, int64_t weight, struct diag *d);

#endif
