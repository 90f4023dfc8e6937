#ifndef PLUMBLINE_PROGRAM_SCRIPT_READER_H
#define PLUMBLINE_PROGRAM_SCRIPT_READER_H

/*
 * What reading statements (read.h) and reading lines with a backslash (line.h) have in common: a script under way.
 */

#include "program/script/script.h"

enum { CONDITION_DEPTH_MAX = 200 };

/* An \\if that is open. */
struct condition {
    size_t at;
    int branch; /* The command whose target is the next \\elif, \\else or \\endif; -1: there has been an \\else. */
    int jumps;  /* The last of the jumps to \\endif, each with the one before as its target; -1: none. */
    bool has_else;
};

struct script_reader {
    struct script_set *set;
    const struct script_text *script;
    struct condition conditions[CONDITION_DEPTH_MAX];
    int condition_count;
    int ordinal;         /* Number of the command that is read. */
    int statement_count; /* Statements of this script. */
    struct diag *diag;
};

/* Notes what is wrong at a place. Always false. */
bool reader_refuse(struct script_reader *r, size_t at, const char *what);
bool reader_fail_memory(struct script_reader *r);

/* A copy of the script's `length` bytes at `at`, the caller's to free. NULL: no memory, and the diag says so. */
char *reader_copy(struct script_reader *r, size_t at, size_t length);

/* Adds a command. NULL: no memory, and the diag says so. */
struct script_command *reader_add(struct script_reader *r, enum script_verb verb, size_t at);

/* Makes the statement of a command of VERB_STATEMENT, whose text is known. False with a diag. */
bool reader_end_statement(struct script_reader *r, struct script_command *command);

#endif
