#ifndef PLUMBLINE_PROGRAM_SCRIPT_VALUE_ROWS_H
#define PLUMBLINE_PROGRAM_SCRIPT_VALUE_ROWS_H

/*
 * Rows of texts, all of one width: what an event draws from. Each value is four bytes and its text, which stands with all others in one
 * block.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VALUE_BYTES_MAX = 64 << 20,  /* Bytes of all texts together, and so of a file. */
    VALUE_ROWS_MAX = 1000000,
    VALUE_COLUMNS_MAX = 64,
    VALUE_SIZE_MAX = 64 << 10,   /* Bytes of one value. */
};

struct value_rows {
    int width;
    int64_t count;
    uint32_t *offsets; /* Offset of each value's text in `bytes`; 0: null. */
    char *bytes;
    size_t used, value_count, value_room;
};

/* Room for texts of so many bytes, NULs included. False: no memory. */
bool value_rows_init(struct value_rows *rows, int width, size_t byte_count);

/* Appends a value to the last row, or to a new one where that is whole; `text` NULL is null. Its bytes fit the room. False: no memory. */
bool value_rows_add(struct value_rows *rows, const char *text, size_t length);

/* Values in the last row, where it is not whole; 0: it is. */
int value_rows_begun(const struct value_rows *rows);

/* Ended by NUL; NULL: null. */
static inline const char *
value_rows_at(const struct value_rows *rows, int64_t row, int column)
{
    const uint32_t offset = rows->offsets[row * rows->width + column];

    return offset == 0 || !rows->bytes ? NULL : rows->bytes + offset;
}

/* Takes the first row away. */
void value_rows_drop_first(struct value_rows *rows);

/* Into an order that depends on the values alone. */
void value_rows_sort(struct value_rows *rows);

/* The longest value of a column. */
size_t value_rows_longest(const struct value_rows *rows, int column);

/* Accepts zeroed rows, and leaves them so. */
void value_rows_free(struct value_rows *rows);

#endif
