#ifndef PLUMBLINE_PROGRAM_SCRIPT_FOLD_H
#define PLUMBLINE_PROGRAM_SCRIPT_FOLD_H

#include "program/script/script.h"

/* Evaluates now what comes to the same in each event: variables that no command sets, and what is made of them and of constants alone.
 * A mistake stays where it is, for the event that meets it. False: no memory. */
bool script_fold(struct script_set *set);

#endif
