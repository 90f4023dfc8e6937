#include "redact.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char mask[] = "***";

struct writer {
    char *at;
    char *end; /* The place of the final NUL. */
};

static void
put(struct writer *w, const char *text, size_t length)
{
    const size_t room = (size_t)(w->end - w->at);

    if (length > room)
        length = room;
    memcpy(w->at, text, length);
    w->at += length;
}

/* Where the user information of a URI begins; NULL when `text` is not a URI. */
static const char *
uri_authority(const char *text)
{
    const char *const separator = strstr(text, "://");
    const char *const space = strpbrk(text, " =?");

    return separator && (!space || separator < space) ? separator + 3 : NULL;
}

/* `text` is at "password", in any case. The length of "password = ", or 0 when this is no such key. */
static size_t
password_key_length(const char *text)
{
    static const char key[] = "password";
    size_t length = sizeof key - 1;

    if (strncasecmp(text, key, length) != 0)
        return 0;
    length += strspn(text + length, " \t\n");
    if (text[length] != '=')
        return 0;
    length++;
    return length + strspn(text + length, " \t\n");
}

static size_t
value_length(const char *value, bool is_uri)
{
    if (is_uri)
        return strcspn(value, "&");
    if (*value != '\'') {
        size_t plain = 0;
        while (value[plain] && !strchr(" \t\n", value[plain]))
            plain += value[plain] == '\\' && value[plain + 1] ? 2 : 1;
        return plain;
    }
    size_t quoted = 1;
    while (value[quoted] && value[quoted] != '\'')
        quoted += value[quoted] == '\\' && value[quoted + 1] ? 2 : 1;
    return quoted + (value[quoted] == '\'');
}

void
redact_connection_string(const char *text, char *out, size_t out_size)
{
    assert(out_size > 0);
    struct writer w = {.at = out, .end = out + out_size - 1};
    const char *const authority = uri_authority(text);

    if (authority) {
        const size_t user_length = strcspn(authority, "@/");
        if (authority[user_length] == '@') {
            const size_t name_length = strcspn(authority, ":@");
            put(&w, text, (size_t)(authority - text) + name_length);
            if (name_length < user_length) {
                put(&w, ":", 1);
                put(&w, mask, sizeof mask - 1);
            }
            text = authority + user_length;
        }
    }
    while (*text) {
        const size_t key_length = password_key_length(text);
        if (key_length == 0) {
            put(&w, text++, 1);
            continue;
        }
        put(&w, text, key_length);
        put(&w, mask, sizeof mask - 1);
        text += key_length;
        text += value_length(text, authority != NULL);
    }
    *w.at = '\0';
}
