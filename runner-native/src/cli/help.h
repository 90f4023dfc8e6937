#ifndef PLUMBLINE_CLI_HELP_H
#define PLUMBLINE_CLI_HELP_H

#include <stdio.h>

#include "cli/option_table.h"

enum { HELP_WORDS_SIZE = 96, HELP_TEXT_SIZE = 512 };

/* Writes the help to `file`: of the program, or of the workload or the command that `topic` names. */
void help_print(FILE *file, const char *topic);

/* The man page, in roff. */
void help_print_man(FILE *file);

/* Describes an option: its form, as "--time=SECONDS", and what it is for, with its default. */
void help_describe(const struct option_row *row, char words[HELP_WORDS_SIZE], char text[HELP_TEXT_SIZE]);

/* Tells of each heading (then `row` is NULL) and of its options, those of several families once. */
void help_each_option(void (*tell)(void *context, const char *heading, const struct option_row *row), void *context);

/* Texts that help and man page have in common: paragraphs, NULL after the last; and whole blocks of lines. */
extern const char *const help_introduction[];
extern const char help_examples[];
extern const char help_exit_codes[];

#endif
