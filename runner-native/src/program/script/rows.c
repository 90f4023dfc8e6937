#include "program/script/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/program.h"
#include "program/script/state.h"

/* "rows.csv" of "bench/orders.sql" is "bench/rows.csv". NULL: no memory. */
static char *
join(const char *script_path, const char *path)
{
    const char *const slash = strrchr(script_path, '/');
    const int folder_length = path[0] == '/' || !slash ? 0 : (int)(slash + 1 - script_path);
    char *joined;

    return asprintf(&joined, "%.*s%s", folder_length, script_path, path) < 0 ? NULL : joined;
}

/* A regular file, for others have no bytes that each copy finds again. -1, and errno says why. */
static int
open_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat stat;

    if (fd < 0 || (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)))
        return fd;
    close(fd);
    errno = S_ISDIR(stat.st_mode) ? EISDIR : EINVAL;
    return -1;
}

struct script_rows *
rows_open(const struct script_text *script, const char *path)
{
    struct script_rows *const rows = calloc(1, sizeof *rows);

    if (!rows)
        return NULL;
    rows->path = join(script->path, path);
    rows->fd = rows->path ? open_file(rows->path) : -1;
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
    const struct script_set *const set = p->source;
    struct script_state *const state = g->user_data;
    const struct script_rows *const rows = set->commands[state->sent].rows;
    const ssize_t got = pread(rows->fd, out, p->text_size, state->copied);

    if (got < 0) {
        snprintf(out, p->text_size, "%s cannot be read: %s", rows->path, strerror(errno));
        return -1;
    }
    state->copied += got;
    return got;
}
