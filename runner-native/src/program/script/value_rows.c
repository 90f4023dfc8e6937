#include "program/script/value_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool
value_rows_init(struct value_rows *rows, int width, size_t byte_count)
{
    assert(width > 0 && byte_count < UINT32_MAX);
    *rows = (struct value_rows){.width = width, .used = 1, .bytes = malloc(byte_count + 1)};
    if (rows->bytes)
        rows->bytes[0] = '\0';
    return rows->bytes != NULL;
}

bool
value_rows_add(struct value_rows *rows, const char *text, size_t length)
{
    if (rows->value_count == rows->value_room) {
        const size_t room = rows->value_room > 0 ? rows->value_room * 2 : 64;
        uint32_t *const grown = reallocarray(rows->offsets, room, sizeof *grown);
        if (!grown)
            return false;
        rows->offsets = grown;
        rows->value_room = room;
    }
    rows->offsets[rows->value_count++] = text ? (uint32_t)rows->used : 0;
    rows->count = (int64_t)(rows->value_count / (size_t)rows->width);
    if (!text)
        return true;
    memcpy(rows->bytes + rows->used, text, length);
    rows->bytes[rows->used + length] = '\0';
    rows->used += length + 1;
    return true;
}

int
value_rows_begun(const struct value_rows *rows)
{
    return (int)(rows->value_count % (size_t)rows->width);
}

void
value_rows_drop_first(struct value_rows *rows)
{
    const size_t width = (size_t)rows->width;

    assert(rows->count > 0);
    rows->value_count -= width;
    rows->count--;
    memmove(rows->offsets, rows->offsets + width, rows->value_count * sizeof *rows->offsets);
}

static int
compare_values(const char *one, const char *other)
{
    if (!one || !other)
        return (one != NULL) - (other != NULL);
    return strcmp(one, other);
}

static int
compare_rows(const void *one, const void *other, void *context)
{
    const struct value_rows *const rows = context;
    const uint32_t *const a = one, *const b = other;
    int order = 0;

    for (int column = 0; column < rows->width && order == 0; column++)
        order = compare_values(a[column] ? rows->bytes + a[column] : NULL, b[column] ? rows->bytes + b[column] : NULL);
    return order;
}

void
value_rows_sort(struct value_rows *rows)
{
    if (rows->count > 1)
        qsort_r(rows->offsets, (size_t)rows->count, (size_t)rows->width * sizeof *rows->offsets, compare_rows, rows);
}

size_t
value_rows_longest(const struct value_rows *rows, int column)
{
    size_t longest = 0;

    for (int64_t row = 0; row < rows->count; row++) {
        const char *const text = value_rows_at(rows, row, column);
        const size_t length = text ? strlen(text) : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

void
value_rows_free(struct value_rows *rows)
{
    free(rows->offsets);
    free(rows->bytes);
    *rows = (struct value_rows){0};
}
