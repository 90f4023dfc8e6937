#ifndef PLUMBLINE_CLI_HELP_H
#define PLUMBLINE_CLI_HELP_H

#include <stdio.h>

/* Writes the help to `file`: of the program, or of one workload when `topic` names one. */
void help_print(FILE *file, const char *topic);

#endif
