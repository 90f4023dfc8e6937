#include "cli/lua_script.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

enum { SCRIPT_BYTES_MAX = 1024 * 1024, PATH_SIZE = 4096 };

#define COMMON "oltp_common"

/* lua_script_fingerprint() of the scripts of sysbench 1.0.20. */
static const struct original {
    const char *name;
    uint64_t fingerprint;
} originals[] = {
    {"bulk_insert", 0xa6ffbc5424fbf92du},           {"oltp_common", 0xfc8dda92017cec67u},
    {"oltp_delete", 0xce38f328c65d7d72u},           {"oltp_insert", 0xaf428b128f1718abu},
    {"oltp_point_select", 0x78c1f1e2944c9554u},     {"oltp_read_only", 0xbd09f01695275db0u},
    {"oltp_read_write", 0x95df1c4fe2bbd968u},       {"oltp_update_index", 0x7bd88033930c8fd8u},
    {"oltp_update_non_index", 0xc6cce30cc1370c84u}, {"oltp_write_only", 0x73d4104642abab90u},
    {"select_random_points", 0x87006bdc5f3a729cu},  {"select_random_ranges", 0xc3dad269b6c9dea0u},
};

bool
lua_script_is_path(const char *word)
{
    const size_t length = strlen(word);

    /* sysbench looks for NAME.lua here before it looks among its own. */
    return strchr(word, '/') || (length > 4 && strcmp(word + length - 4, ".lua") == 0 && access(word, F_OK) == 0);
}

/* NULL: sysbench has none of that name. */
static const struct original *
find_original(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(originals); i++)
        if (strcmp(originals[i].name, name) == 0)
            return &originals[i];
    return NULL;
}

/* The end of the comment that begins at `at`. */
static const char *
skip_comment(const char *at, const char *end)
{
    const bool is_long = end - at >= 4 && strncmp(at, "--[[", 4) == 0;
    const char *const close = is_long ? memmem(at, (size_t)(end - at), "]]", 2) : memchr(at, '\n', (size_t)(end - at));

    return !close ? end : is_long ? close + 2 : close;
}

/* The end of the text in quotes or brackets that begins at `at`. */
static const char *
skip_text(const char *at, const char *end)
{
    const char quote = *at;

    if (quote == '[') {
        const char *const close = memmem(at, (size_t)(end - at), "]]", 2);
        return close ? close + 2 : end;
    }
    for (at++; at < end && *at != quote; at++)
        if (*at == '\\' && at + 1 < end)
            at++;
    return at < end ? at + 1 : end;
}

static uint64_t
hash_on(uint64_t hash, const char *from, const char *to)
{
    for (; from < to; from++)
        hash = (hash ^ (unsigned char)*from) * 1099511628211u;
    return hash;
}

uint64_t
lua_script_fingerprint(const char *text, size_t length)
{
    const char *const end = text + length;
    uint64_t hash = 14695981039346656037u;

    if (length >= 2 && strncmp(text, "#!", 2) == 0) {
        const char *const line_end = memchr(text, '\n', length);
        text = line_end ? line_end : end;
    }
    while (text < end) {
        const char *next = text + 1;
        if (end - text >= 2 && text[0] == '-' && text[1] == '-') {
            text = skip_comment(text, end);
            continue;
        }
        if (*text == '"' || *text == '\'' || (end - text >= 2 && text[0] == '[' && text[1] == '['))
            next = skip_text(text, end);
        if (next > text + 1 || !isspace((unsigned char)*text))
            hash = hash_on(hash, text, next);
        text = next;
    }
    return hash;
}

/* Is there a file, and is it the original? `is_there` is false, without an error, where it is not. */
static enum err
check_file(const char *path, const char *name, bool *is_there, struct diag *d)
{
    FILE *const file = fopen(path, "r");
    char *const text = calloc(1, SCRIPT_BYTES_MAX);

    *is_there = file != NULL || (errno != ENOENT && errno != ENOTDIR);
    if (!file && *is_there)
        fail(d, ERR_USAGE, "the script %s cannot be read: %s", path, strerror(errno));
    const size_t length = file && text ? fread(text, 1, SCRIPT_BYTES_MAX, file) : 0;
    const uint64_t fingerprint = lua_script_fingerprint(text ? text : "", length);
    const bool is_read = file && text && !ferror(file);
    if (file)
        fclose(file);
    free(text);
    if (!is_read)
        return file ? fail(d, ERR_USAGE, "the script %s cannot be read", path) : d->code;
    const struct original *const original = find_original(name);
    if (original && original->fingerprint == fingerprint)
        return ERR_OK;
    fail(d, ERR_USAGE, "%s is not the script of sysbench 1.0.20, and Lua is not run here", path);
    return d->code;
}

enum err
lua_script_check(const char *path, const char *name, bool *is_there, struct diag *d)
{
    const char *const slash = strrchr(path, '/');
    char common[PATH_SIZE];
    bool is_common_there;

    snprintf(common, sizeof common, "%.*s" COMMON ".lua", slash ? (int)(slash + 1 - path) : 0, path);
    check_file(path, name, is_there, d);
    if (!*is_there && !find_original(name))
        fail(d, ERR_USAGE, "the script %s cannot be read: %s", path, strerror(ENOENT));
    if (d->code == ERR_OK && strncmp(name, "oltp_", strlen("oltp_")) == 0)
        check_file(common, COMMON, &is_common_there, d);
    if (d->code != ERR_OK)
        fail_hint(
            d,
            "name the workload by itself where it is meant as sysbench has it: %s; else write what it does as a script of SQL: "
            "plumbline-load script -f FILE run",
            name);
    return d->code;
}
