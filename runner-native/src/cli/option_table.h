#ifndef PLUMBLINE_CLI_OPTION_TABLE_H
#define PLUMBLINE_CLI_OPTION_TABLE_H

/*
 * Options of the program and of all families in one table: rows with the structs that their fields are in. A name may stand there more
 * than once, brought by several families; what is given under it is then given to all of them, and must be right for all.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"

enum { OPTION_ENTRY_MAX = 512 };

struct option_entry {
    const struct option_row *row;
    const struct option_group *group;
    void *values; /* The struct that the row's offset is of. */
    bool is_given; /* True if the user gave it: no default may change it. */
};

struct option_table {
    size_t count;
    struct option_entry entries[OPTION_ENTRY_MAX];
};

/* Adds the rows of a group, whose fields are in `values`. */
void option_table_add(struct option_table *t, const struct option_group *group, void *values);

/* Gives every option the default of its row. */
void option_table_reset(struct option_table *t);

/* The first entry of a name of `length` characters, '_' being '-'; NULL: there is none. */
struct option_entry *option_table_find(struct option_table *t, const char *name, size_t length);

/* Is `name` of the table of options the one that is typed as the first `length` characters of `typed`? '_' is '-'. */
bool option_is_named(const char *name, const char *typed, size_t length);

/* Is the entry the first of its name? */
bool option_table_is_first(const struct option_table *t, const struct option_entry *entry);

bool option_table_is_given(struct option_table *t, const char *name);

/* Takes "NAME=VALUE", or "NAME" of a switch, for an option that there is. */
enum err option_table_take(struct option_table *t, const struct option_entry *entry, const char *value, struct diag *d);

/* Gives a default to an option that the user has not given. `values` may be NULL. Names that the table does not have are passed
 * over: they are of another family. */
void option_table_apply(struct option_table *t, const struct option_default *values);
void option_table_apply_one(struct option_table *t, const char *name, const char *value);

#endif
