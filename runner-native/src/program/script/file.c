#include "program/script/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *
file_beside(const struct script_text *script, const char *path)
{
    const char *const slash = strrchr(script->path, '/');
    const int folder_length = path[0] == '/' || !slash ? 0 : (int)(slash + 1 - script->path);
    char *joined;

    return asprintf(&joined, "%.*s%s", folder_length, script->path, path) < 0 ? NULL : joined;
}

int
file_open(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat stat;

    if (fd < 0 || (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)))
        return fd;
    close(fd);
    errno = S_ISDIR(stat.st_mode) ? EISDIR : EINVAL;
    return -1;
}

/* What one read() takes may be less than there is: of a large file, or of one that grows. */
static char *
read_all(int fd, size_t most, size_t *length)
{
    struct stat stat;
    size_t room = fstat(fd, &stat) == 0 && stat.st_size > 0 ? (size_t)stat.st_size : 0;

    if (room > most) {
        errno = EFBIG;
        return NULL;
    }
    char *const text = malloc(room + 1);
    *length = 0;
    while (text && *length < room) {
        const ssize_t got = read(fd, text + *length, room - *length);
        if (got < 0) {
            free(text);
            return NULL;
        }
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    if (text)
        text[*length] = '\0';
    return text;
}

char *
file_read(const char *path, size_t most, size_t *length)
{
    const int fd = file_open(path);

    if (fd < 0)
        return NULL;
    char *const text = read_all(fd, most, length);
    const int error = errno;
    close(fd);
    errno = error;
    return text;
}
