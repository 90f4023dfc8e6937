#include "cli/property_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/nearest.h"
#include "program/script/file.h"

enum { FILE_SIZE_MAX = 1 << 20, PROPERTY_COUNT_MAX = 64 };

#define BLANKS " \t\f\r"

struct reading {
    struct option_table *table;
    const struct property *properties;
    bool is_settled[PROPERTY_COUNT_MAX]; /* True by property: its option, or what takes its place, is given. */
    bool is_read[PROPERTY_COUNT_MAX];
    struct diag *diag;
};

static bool
is_option_given(const struct reading *r, const char *name)
{
    return name && option_table_is_given(r->table, name);
}

static bool
is_called(const struct property *p, const char *name)
{
    const size_t length = strlen(p->name);

    return p->name[length - 1] == '.' ? strncmp(p->name, name, length) == 0 : strcmp(p->name, name) == 0;
}

/* Is it one of the words between bars? */
static bool
is_among(const char *words, const char *value)
{
    const size_t length = strlen(value);

    for (const char *word = words;; word += strcspn(word, "|") + 1) {
        if (strcspn(word, "|") == length && strncmp(word, value, length) == 0)
            return true;
        if (!strchr(word, '|'))
            return false;
    }
}

static enum err
refuse_unknown(struct reading *r, const char *name)
{
    struct nearest near = nearest_to(name);

    for (const struct property *p = r->properties; p->name; p++)
        nearest_consider(&near, p->name);
    fail(r->diag, ERR_USAGE, "unknown property %s", name);
    if (near.name)
        fail_hint(r->diag, "did you mean %s?", near.name);
    else
        fail_hint(r->diag, "take the line out");
    return r->diag->code;
}

/* What is taken marks its option as given: no other default changes it. */
static enum err
take_option(struct reading *r, const char *name, const char *value)
{
    const struct option_entry *const entry = option_table_find(r->table, name, strlen(name));

    return entry ? option_table_take(r->table, entry, value, r->diag) : ERR_OK;
}

static enum err
take_property(struct reading *r, const char *name, const char *value)
{
    size_t i = 0;

    while (r->properties[i].name && !is_called(&r->properties[i], name))
        i++;
    const struct property *const p = &r->properties[i];
    if (!p->name)
        return refuse_unknown(r, name);
    if (p->only && !is_among(p->only, value)) {
        fail(r->diag, ERR_USAGE, "%s=%s: %s", name, value, p->reason);
        fail_hint(r->diag, "take the line out, if the run may do without");
        return r->diag->code;
    }
    r->is_read[i] = true;
    return p->option && !r->is_settled[i] ? take_option(r, p->option, value) : ERR_OK;
}

/* Cuts the space around a text off. */
static char *
trim(char *text)
{
    size_t length;

    text += strspn(text, BLANKS);
    for (length = strlen(text); length > 0 && strchr(BLANKS, text[length - 1]); length--)
        text[length - 1] = '\0';
    return text;
}

/* A line of a file of Java's properties: "name = value", "name: value". */
static enum err
take_line(struct reading *r, char *line)
{
    char *const name = trim(line);
    const size_t length = strcspn(name, "=:" BLANKS);
    char *value = name + length + strspn(name + length, BLANKS);

    if (name[0] == '\0' || name[0] == '#' || name[0] == '!')
        return ERR_OK;
    if (name[strlen(name) - 1] == '\\') {
        fail(r->diag, ERR_USAGE, "it goes on in the next line, which is not read");
        fail_hint(r->diag, "write it in one line");
        return r->diag->code;
    }
    value += *value == '=' || *value == ':';
    value += strspn(value, BLANKS);
    name[length] = '\0';
    return take_property(r, name, value);
}

/* Settles, after the file, what it lacks and what follows from what it has. */
static void
settle(struct reading *r)
{
    for (size_t i = 0; r->properties[i].name && r->diag->code == ERR_OK; i++) {
        const struct property *const p = &r->properties[i];
        const bool is_given = r->is_settled[i] || !p->option;
        if (!is_given && !r->is_read[i] && p->fallback)
            take_option(r, p->option, p->fallback);
        if (!is_given && r->is_read[i] && p->implied.name && !is_option_given(r, p->implied.name))
            take_option(r, p->implied.name, p->implied.value);
    }
}

static enum err
read_file(struct reading *r, const char *path)
{
    struct diag *const d = r->diag;
    size_t length;
    char *const text = file_read(path, FILE_SIZE_MAX, &length);
    int number = 0;

    if (!text)
        fail(d, ERR_USAGE, "--property-file=%s cannot be read: %s", path, strerror(errno));
    else if (memchr(text, '\0', length))
        fail(d, ERR_USAGE, "--property-file=%s has a NUL byte: it is no text, or in UTF-16", path);
    if (d->code != ERR_OK)
        fail_hint(d, "it is a file of YCSB's properties, at most 1 MiB: lines recordcount=1000");
    char *rest = text && d->code == ERR_OK ? text + text_mark_length(text) : NULL;
    for (char *line; (line = strsep(&rest, "\n")) && d->code == ERR_OK;) {
        struct diag inner = DIAG_NONE;
        number++;
        r->diag = &inner;
        if (take_line(r, line) == ERR_OK)
            continue;
        fail(d, inner.code, "%s line %d: %s", path, number, inner.text);
        fail_hint(d, "%s", inner.hint[0] ? inner.hint : "take the line out");
    }
    r->diag = d;
    free(text);
    return d->code;
}

enum err
property_file_settle(struct option_table *t, const struct family *family, struct diag *d)
{
    static const char name[] = "property-file";
    const struct option_entry *const entry = option_table_find(t, name, sizeof name - 1);
    struct reading r = {.table = t, .properties = family->properties, .diag = d};

    if (!family->properties || !entry || !entry->is_given)
        return ERR_OK;
    for (size_t i = 0; r.properties[i].name; i++)
        r.is_settled[i] = is_option_given(&r, r.properties[i].option) || is_option_given(&r, r.properties[i].unless);
    if (read_file(&r, *(const char *const *)(const void *)((const char *)entry->values + entry->row->offset)) == ERR_OK)
        settle(&r);
    return d->code;
}
