#include "cli/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* Ended by NUL. */
static enum err
read_text(struct config_text *out, const char *path, struct diag *d)
{
    /* Whatever it is, opening must not wait: a pipe that has no writer would. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat stat;
    ssize_t got = -1;

    if (fd >= 0 && fstat(fd, &stat) == 0 && !S_ISREG(stat.st_mode))
        errno = EINVAL;
    else if (fd >= 0)
        got = read(fd, out->text, sizeof out->text);
    if (got < 0)
        fail(d, ERR_USAGE, "--config-file=%s cannot be read: %s", path, strerror(errno));
    else if ((size_t)got == sizeof out->text)
        fail(d, ERR_USAGE, "--config-file=%s is longer than %d bytes", path, CONFIG_TEXT_SIZE - 1);
    else if (memchr(out->text, '\0', (size_t)got))
        fail(d, ERR_USAGE, "--config-file=%s has a NUL byte: it is no text, or in UTF-16", path);
    else
        out->text[got] = '\0';
    if (d->code != ERR_OK)
        fail_hint(d, "it is a file of lines NAME=VALUE; what begins with # is a comment");
    if (fd >= 0)
        close(fd);
    return d->code;
}

/* Cuts the space around a text off. */
static char *
trim(char *text)
{
    size_t length;

    text += strspn(text, " \t\r");
    for (length = strlen(text); length > 0 && strchr(" \t\r", text[length - 1]); length--)
        text[length - 1] = '\0';
    return text;
}

/* "NAME = VALUE" -> "NAME=VALUE", in its place. */
static char *
join_assignment(char *line)
{
    char *const equals = strchr(line, '=');

    if (!equals)
        return line;
    *equals = '\0';
    char *const name = trim(line), *const value = trim(equals + 1);
    const size_t length = strlen(name);
    name[length] = '=';
    memmove(name + length + 1, value, strlen(value) + 1);
    return name;
}

enum err
config_file_read(struct config_text *out, const char *path, enum err (*take)(void *context, const char *option, struct diag *d),
                 void *context, struct diag *d)
{
    int number = 0;

    if (read_text(out, path, d) != ERR_OK)
        return d->code;
    for (char *rest = out->text + text_mark_length(out->text), *line; (line = strsep(&rest, "\n"));) {
        struct diag inner = DIAG_NONE;
        number++;
        line = join_assignment(trim(line));
        if (*line == '\0' || *line == '#')
            continue;
        if (take(context, line, &inner) != ERR_OK) {
            fail(d, inner.code, "%s line %d: %s", path, number, inner.text);
            fail_hint(d, "%s", inner.hint[0] ? inner.hint : "take the line out");
            return d->code;
        }
    }
    return ERR_OK;
}
