/*
 * A file of values: any bytes are rows of one width, whose texts are found where they should be, or an error at a place of the file.
 * Rows that are written again in quotes are read as they were.
 *
 * The input is the file.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "program/script/csv.h"

/* Writes rows as a file; null is nothing, whatever else is in quotes. */
static char *
write_again(const struct value_rows *rows, size_t *length)
{
    char *text;
    FILE *const out = open_memstream(&text, length);

    FUZZ_CHECK(out);
    for (int64_t row = 0; row < rows->count; row++) {
        for (int column = 0; column < rows->width; column++) {
            const char *const value = value_rows_at(rows, row, column);
            if (column > 0)
                fputc(',', out);
            if (value)
                fputc('"', out);
            for (const char *c = value ? value : ""; *c; c++)
                fprintf(out, "%s%c", *c == '"' ? "\"" : "", *c);
            if (value)
                fputc('"', out);
        }
        fputc('\n', out);
    }
    FUZZ_CHECK(fclose(out) == 0);
    return text;
}

static void
check_same(const struct value_rows *one, const struct value_rows *other)
{
    FUZZ_CHECK(one->width == other->width && one->count == other->count);
    for (int64_t row = 0; row < one->count; row++) {
        for (int column = 0; column < one->width; column++) {
            const char *const a = value_rows_at(one, row, column), *const b = value_rows_at(other, row, column);
            FUZZ_CHECK((a == NULL) == (b == NULL) && (!a || strcmp(a, b) == 0));
        }
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    struct value_rows rows, again;
    struct csv_fault fault;
    size_t length;

    FUZZ_CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    if (!csv_read(text, size, &rows, &fault)) {
        FUZZ_CHECK(fault.what[0] && fault.at <= size && !rows.bytes && !rows.offsets);
        free(text);
        return 0;
    }
    FUZZ_CHECK(rows.count > 0 && rows.width > 0 && rows.used <= size + 2 && value_rows_begun(&rows) == 0);
    char *const written = write_again(&rows, &length);
    /* An empty line is no row: one column of nulls is gone. */
    if (rows.width > 1) {
        FUZZ_CHECK(csv_read(written, length, &again, &fault));
        check_same(&rows, &again);
        value_rows_free(&again);
    }
    value_rows_sort(&rows);
    for (int column = 0; column < rows.width; column++)
        FUZZ_CHECK(value_rows_longest(&rows, column) <= size);
    free(written);
    value_rows_free(&rows);
    free(text);
    return 0;
}
