#include "program/script/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "program/script/file.h"
#include "program/script/state.h"

struct script_rows *
rows_open(const struct script_text *script, const char *path)
{
    struct script_rows *const rows = calloc(1, sizeof *rows);

    if (!rows)
        return NULL;
    rows->path = file_beside(script, path);
    rows->fd = rows->path ? file_open(rows->path) : -1;
    if (rows->fd >= 0) {
        posix_fadvise(rows->fd, 0, 0, POSIX_FADV_WILLNEED); /* Before the clock starts, as far as there is memory. */
        return rows;
    }
    free(rows->path);
    free(rows);
    return NULL;
}

ptrdiff_t
rows_write(const struct program *p, struct generator *g, char *out)
{
    const struct script_set *const set = script_set_of(p);
    struct script_state *const state = script_state_of(g);
    const struct script_rows *const rows = set->commands[state->sent].rows;
    const ssize_t got = pread(rows->fd, out, p->text_size, state->copied);

    if (got < 0) {
        snprintf(out, p->text_size, "%s cannot be read: %s", rows->path, strerror(errno));
        return -1;
    }
    state->copied += got;
    return got;
}
