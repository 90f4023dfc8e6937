#ifndef PLUMBLINE_PROGRAM_SCRIPT_VALUES_H
#define PLUMBLINE_PROGRAM_SCRIPT_VALUES_H

/*
 * Rows that events draw from: those of a file are there when the script is read (comment.h), those of a query when a run has asked
 * for them.
 */

#include "program/reply.h"
#include "program/script/script.h"
#include "program/statement.h"

enum {
    VALUES_ASKED_MAX = 100000,     /* Rows of a query. */
    VALUES_QUERY_SIZE_MAX = 65000, /* Bytes of it: with the limit of its rows it has to fit SQL_SIZE_MAX. */
};

/* Draws the next row of the values with that number into their variables. */
void values_draw(const struct script_set *set, struct generator *g, int number);

/* What to ask a server for a query of `length` bytes, in parentheses: no more rows than are looked at come back. The caller's to free;
 * NULL: no memory. */
char *values_write_question(const char *query, size_t length);

/* What to ask that target; NULL: nothing. `what` is what a failure calls it. */
const char *values_question(const struct script_set *set, int number, int target, char *what, size_t size);

/* Takes the rows of the answer, instead of those that were there. ERR_USAGE with the place of the query and the remedy. */
enum err values_take_answer(struct script_set *set, int number, int target, const struct reply *reply, struct diag *d);

#endif
