#ifndef PLUMBLINE_PROGRAM_SCRIPT_COMMENT_H
#define PLUMBLINE_PROGRAM_SCRIPT_COMMENT_H

/*
 * Comments that are commands here, and nothing for pgbench:
 *
 *   -- plumbline: values ids.csv as id, name
 *   -- plumbline: values (SELECT id FROM users) as id zipfian 1.1
 */

#include "program/script/reader.h"

/* Is there a comment of that kind at `at`? */
bool comment_is_command(const char *text, size_t at);

/* Reads those among the space and the comments from `at` to `end`. False with a diag. */
bool comment_read_all(struct script_reader *r, size_t at, size_t end);

#endif
