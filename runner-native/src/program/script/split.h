#ifndef PLUMBLINE_PROGRAM_SCRIPT_SPLIT_H
#define PLUMBLINE_PROGRAM_SCRIPT_SPLIT_H

/*
 * Where a statement of SQL ends: at a semicolon, but for those in quotes, comments, parentheses and bodies of functions.
 */

#include "base/base.h"

/* A statement in a text. */
struct sql_part {
    size_t begin, end; /* Ends of the statement; equal if there is none. */
    size_t next;       /* Where to go on. */
    int joined_count;  /* How often \; joins two, */
    int statement_count; /* Statements among them that are not empty. */
    bool ends_at_backslash; /* `next` is that of a command. */
    char unclosed; /* Sign of what is open at the end of the text: ', ", $ or *; 0: nothing. */
};

/* The statement that begins at `at`, or behind it. The text ends with a NUL. */
struct sql_part sql_split(const char *text, size_t at);

/* Skips what is one piece at `at`, whatever is in it: a quoted text, a comment, a word. `at` where there is none. */
size_t sql_skip_piece(const char *text, size_t at);

/* Skips space and comments of one line. */
size_t sql_skip_space(const char *text, size_t at);

#endif
