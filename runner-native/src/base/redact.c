#include "base/text.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"

static const char mask[] = "***";
static const char blanks[] = " \t\n";

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

/* Start of a URI's user information; NULL when `text` is not a URI. */
static const char *
uri_authority(const char *text)
{
    const char *const separator = strstr(text, "://");
    const char *const space = strpbrk(text, " =?");

    return separator && (!space || separator < space) ? separator + 3 : NULL;
}

/* Keys of libpq whose value is a secret, or their ends: sslpassword is one. The last three are of libpq 18. */
static const char *const secret_keys[] = {"password", "scram_client_key", "scram_server_key", "oauth_client_secret"};

/* The length of a key at `text`, in any case, with its "=": of "password = "; 0 when there is none. */
static size_t
secret_key_length(const char *text)
{
    size_t length = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(secret_keys) && length == 0; i++)
        if (strncasecmp(text, secret_keys[i], strlen(secret_keys[i])) == 0)
            length = strlen(secret_keys[i]);
    if (length == 0)
        return 0;
    length += strspn(text + length, blanks);
    if (text[length] != '=')
        return 0;
    length++;
    return length + strspn(text + length, blanks);
}

/* Is `text` at a key of libpq and its "="? */
static bool
begins_key(const char *text, bool is_uri)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_");

    return length > 0 && text[length + (is_uri ? 0 : strspn(text + length, blanks))] == '=';
}

/* End of the part of a value that libpq can read. */
static size_t
readable_length(const char *value, bool is_uri)
{
    if (is_uri)
        return strcspn(value, "&");
    if (*value != '\'') {
        size_t plain = 0;
        while (value[plain] && !strchr(blanks, value[plain]))
            plain += value[plain] == '\\' && value[plain + 1] ? 2 : 1;
        return plain;
    }
    size_t quoted = 1;
    while (value[quoted] && value[quoted] != '\'')
        quoted += value[quoted] == '\\' && value[quoted + 1] ? 2 : 1;
    return quoted + (value[quoted] == '\'');
}

/* Length of a value of a secret: where what follows is no key, it goes on: a password with a bare space, quote or & is a secret too. */
static size_t
value_length(const char *value, bool is_uri)
{
    const char *const separators = is_uri ? "&" : blanks;
    size_t length = readable_length(value, is_uri);

    while (value[length]) {
        const size_t gap = strspn(value + length, separators);
        if (gap > 0 && begins_key(value + length + gap, is_uri))
            break;
        length++;
    }
    return length;
}

/* The @ behind the user information of a URI, or NULL: the last one before the path, as libpq has it, or before the query, for a
 * password with a bare slash. */
static const char *
user_end(const char *authority)
{
    const char *const path = authority + strcspn(authority, "/");
    const char *end = NULL;

    for (const char *at = authority; *at; at++) {
        if (at > path && *at == '?' && begins_key(at + 1, true))
            break;
        if (*at == '@')
            end = at;
    }
    return end;
}

void
redact_connection_string(const char *text, char *out, size_t out_size)
{
    assert(out_size > 0);
    struct writer w = {.at = out, .end = out + out_size - 1};
    const char *const authority = uri_authority(text);
    const char *const user = authority ? user_end(authority) : NULL;

    if (user) {
        const char *const name_end = authority + strcspn(authority, ":@");
        put(&w, text, (size_t)(name_end - text));
        if (name_end < user) {
            put(&w, ":", 1);
            put(&w, mask, sizeof mask - 1);
        }
        text = user;
    }
    while (*text) {
        const size_t key_length = secret_key_length(text);
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
