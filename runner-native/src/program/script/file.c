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

char *
file_read_stream(int fd, size_t most, size_t *length)
{
    size_t room = 4096;
    char *text = malloc(room + 1);

    *length = 0;
    while (text) {
        const ssize_t got = read(fd, text + *length, room - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0) {
            text[*length] = '\0';
            return text;
        }
        *length += got > 0 ? (size_t)got : 0;
        if (*length > most)
            errno = EFBIG;
        if (got < 0 || *length > most)
            break;
        if (*length < room)
            continue;
        char *const grown = realloc(text, room * 2 + 1);
        if (!grown)
            break;
        text = grown;
        room *= 2;
    }
    free(text);
    return NULL;
}

char *
file_read(const char *path, size_t most, size_t *length)
{
    const int fd = file_open(path);

    if (fd < 0)
        return NULL;
    char *const text = file_read_stream(fd, most, length);
    const int error = errno;
    close(fd);
    errno = error;
    return text;
}
