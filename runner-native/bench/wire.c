#include "wire.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    OUTPUT_SIZE = 256 * 1024,
    OUTPUT_RESERVE = 8 * 1024, /* No answer to one message is longer. */
    SSL_REQUEST = 80877103,
    GSS_REQUEST = 80877104,
    CANCEL_REQUEST = 80877102,
    TYPE_INT4 = 23,
    TYPE_BPCHAR = 1042,
    VALUE_LENGTH = 120,
};

static const struct {
    const char *word;
    enum wire_kind answer;
} words[] = {
    {"select", ANSWER_ROW},    {"show", ANSWER_ROW},          {"update", ANSWER_UPDATE}, {"delete", ANSWER_DELETE},
    {"insert", ANSWER_INSERT}, {"begin", ANSWER_BEGIN},       {"start", ANSWER_BEGIN},   {"commit", ANSWER_COMMIT},
    {"end", ANSWER_COMMIT},    {"rollback", ANSWER_ROLLBACK},
};

static const char *const tags[] = {
    [ANSWER_ROW] = "SELECT 1", [ANSWER_UPDATE] = "UPDATE 1", [ANSWER_DELETE] = "DELETE 1",   [ANSWER_INSERT] = "INSERT 0 1",
    [ANSWER_BEGIN] = "BEGIN",  [ANSWER_COMMIT] = "COMMIT",   [ANSWER_ROLLBACK] = "ROLLBACK", [ANSWER_SET] = "SET",
};

/* Answers of one read, shared: they are taken before another connection is looked at. */
static uint8_t output[OUTPUT_SIZE];
static size_t output_length;
static int executed_count; /* Statements among them. */

static void
put(const void *bytes, size_t size)
{
    memcpy(output + output_length, bytes, size);
    output_length += size;
}

static void
put_u16(unsigned value)
{
    const uint16_t big_endian = htons((uint16_t)value);
    put(&big_endian, sizeof big_endian);
}

static void
put_u32(uint32_t value)
{
    const uint32_t big_endian = htonl(value);
    put(&big_endian, sizeof big_endian);
}

/* Returns where the length is, for message_end(). */
static size_t
message_begin(char type)
{
    put(&type, 1);
    put_u32(0);
    return output_length - 4;
}

static void
message_end(size_t length_at)
{
    const uint32_t big_endian = htonl((uint32_t)(output_length - length_at));
    memcpy(output + length_at, &big_endian, sizeof big_endian);
}

static void
put_text(const char *text)
{
    put(text, strlen(text) + 1);
}

static void
put_empty_message(char type)
{
    message_end(message_begin(type));
}

static void
put_ready(const struct wire_connection *c)
{
    const size_t at = message_begin('Z');
    put(&c->transaction, 1);
    message_end(at);
}

static void
put_parameter(const char *name, const char *value)
{
    const size_t at = message_begin('S');
    put_text(name);
    put_text(value);
    message_end(at);
}

static void
put_welcome(struct wire_connection *c)
{
    size_t at = message_begin('R');
    put_u32(0);
    message_end(at);
    put_parameter("server_version", "15.0");
    put_parameter("server_encoding", "UTF8");
    put_parameter("client_encoding", "UTF8");
    put_parameter("standard_conforming_strings", "on");
    put_parameter("integer_datetimes", "on");
    at = message_begin('K');
    put_u32((uint32_t)getpid());
    put_u32((uint32_t)c->fd);
    message_end(at);
    put_ready(c);
}

static void
put_row_description(void)
{
    const size_t at = message_begin('T');
    put_u16(1);
    put_text("c");
    put_u32(0);
    put_u16(0);
    put_u32(TYPE_BPCHAR);
    put_u16(0xffff);
    put_u32(VALUE_LENGTH + 4);
    put_u16(0); /* Text, and the same bytes in binary. */
    message_end(at);
}

static void
put_row(void)
{
    static const char value[VALUE_LENGTH + 1] = "83868641912-28773972837-60736120486-75162659906-27563526494-"
                                                "20381887404-41576422241-93426793964-56405065102-33518432330 ";
    const size_t at = message_begin('D');
    put_u16(1);
    put_u32(VALUE_LENGTH);
    put(value, VALUE_LENGTH);
    message_end(at);
}

static void
put_complete(struct wire_connection *c, enum wire_kind answer)
{
    const size_t at = message_begin('C');

    put_text(tags[answer]);
    message_end(at);
    if (answer == ANSWER_BEGIN)
        c->transaction = 'T';
    if (answer == ANSWER_COMMIT || answer == ANSWER_ROLLBACK)
        c->transaction = 'I';
}

static enum wire_kind
kind_of(const char *sql)
{
    while (isspace((unsigned char)*sql))
        sql++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncasecmp(sql, words[i].word, strlen(words[i].word)) == 0)
            return words[i].answer;
    }
    return ANSWER_SET;
}

static uint64_t
hash(const char *name)
{
    uint64_t value = UINT64_C(14695981039346656037); /* FNV-1a */

    while (*name)
        value = (value ^ (unsigned char)*name++) * UINT64_C(1099511628211);
    return value;
}

static struct wire_statement *
find_statement(const struct wire_connection *c, const char *name)
{
    const uint64_t wanted = hash(name);

    for (size_t i = 0; i < c->statement_count; i++) {
        if (c->statements[i].name_hash == wanted)
            return &c->statements[i];
    }
    return NULL;
}

static int
highest_param(const char *sql)
{
    int highest = 0;

    for (; (sql = strchr(sql, '$')); sql++) {
        const int number = (int)strtol(sql + 1, NULL, 10);
        highest = number > highest ? number : highest;
    }
    return highest;
}

static bool
on_parse(struct wire_connection *c, const char *name)
{
    const char *sql = name + strlen(name) + 1;
    struct wire_statement *s = find_statement(c, name);

    if (!s) {
        void *grown = realloc(c->statements, (c->statement_count + 1) * sizeof *c->statements);
        if (!grown)
            return false;
        c->statements = grown;
        s = &c->statements[c->statement_count++];
    }
    *s = (struct wire_statement){.name_hash = hash(name), .answer = kind_of(sql), .param_count = highest_param(sql)};
    put_empty_message('1');
    return true;
}

static bool
on_bind(struct wire_connection *c, const char *portal)
{
    const struct wire_statement *s = find_statement(c, portal + strlen(portal) + 1);

    if (!s)
        return false;
    c->bound = *s;
    put_empty_message('2');
    return true;
}

static bool
on_describe(struct wire_connection *c, const char *what)
{
    const struct wire_statement *s = what[0] == 'S' ? find_statement(c, what + 1) : &c->bound;

    if (!s)
        return false;
    if (what[0] == 'S') {
        const size_t at = message_begin('t');
        put_u16((unsigned)s->param_count);
        for (int i = 0; i < s->param_count; i++)
            put_u32(TYPE_INT4);
        message_end(at);
    }
    if (s->answer == ANSWER_ROW)
        put_row_description();
    else
        put_empty_message('n');
    return true;
}

static void
on_query(struct wire_connection *c, const char *sql)
{
    const enum wire_kind answer = kind_of(sql);

    executed_count++;
    if (answer == ANSWER_ROW) {
        put_row_description();
        put_row();
    }
    put_complete(c, answer);
    put_ready(c);
}

/* One message of a connection that has started. False: close it. */
static bool
on_message(struct wire_connection *c, char type, const char *body)
{
    switch (type) {
    case 'B': return on_bind(c, body);
    case 'D': return on_describe(c, body);
    case 'E':
        executed_count++;
        if (c->bound.answer == ANSWER_ROW)
            put_row();
        put_complete(c, c->bound.answer);
        return true;
    case 'S': put_ready(c); return true;
    case 'P': return on_parse(c, body);
    case 'C': put_empty_message('3'); return true;
    case 'Q': on_query(c, body); return true;
    case 'H': return true;
    default: return false; /* Terminate, or nothing that this server knows. */
    }
}

static bool
on_startup(struct wire_connection *c, uint32_t code)
{
    switch (code) {
    case SSL_REQUEST:
    case GSS_REQUEST: put("N", 1); return true;
    case CANCEL_REQUEST: return false;
    default:
        c->has_started = true;
        c->transaction = 'I';
        put_welcome(c);
        return true;
    }
}

static uint32_t
get_u32(const uint8_t *bytes)
{
    uint32_t big_endian;
    memcpy(&big_endian, bytes, sizeof big_endian);
    return ntohl(big_endian);
}

bool
wire_send(int fd, const void *bytes, size_t size)
{
    size_t sent = 0;

    while (sent < size) {
        const ssize_t n = send(fd, (const char *)bytes + sent, size - sent, MSG_NOSIGNAL);
        if (n > 0) {
            sent += (size_t)n;
        } else if (errno == EAGAIN) {
            struct pollfd until = {.fd = fd, .events = POLLOUT};
            poll(&until, 1, 1000);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Answers every whole message that has arrived. False: close it. */
static bool
serve(struct wire_connection *c)
{
    size_t at = 0;

    for (;;) {
        const size_t prefix = c->has_started ? 1 : 0; /* The first messages have no type. */
        if (c->input_length - at < prefix + 4)
            break;
        const uint32_t length = get_u32(c->input + at + prefix);
        if (length < 4 || length + prefix > WIRE_INPUT_SIZE)
            return false;
        if (c->input_length - at < prefix + length)
            break;
        const char *body = (const char *)c->input + at + prefix + 4;
        if (c->has_started ? !on_message(c, (char)c->input[at], body)
                           : length < 8 || !on_startup(c, get_u32(c->input + at + 4)))
            return false;
        at += prefix + length;
        if (output_length > OUTPUT_SIZE - OUTPUT_RESERVE) {
            if (!wire_send(c->fd, output, output_length))
                return false;
            output_length = 0;
        }
    }
    memmove(c->input, c->input + at, c->input_length - at);
    c->input_length -= at;
    return true;
}

bool
wire_read(struct wire_connection *c, struct wire_answer *answer)
{
    output_length = 0;
    executed_count = 0;
    *answer = (struct wire_answer){.bytes = output};
    const ssize_t n = recv(c->fd, c->input + c->input_length, WIRE_INPUT_SIZE - c->input_length, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    c->input_length += (size_t)n;
    if (n == 0 || !serve(c))
        return false;
    answer->size = output_length;
    answer->executed_count = executed_count;
    return true;
}

void
wire_init(struct wire_connection *c, int fd)
{
    const int on = 1;

    c->fd = fd;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* Fails on a Unix socket, which has no delay. */
}

void
wire_free(struct wire_connection *c)
{
    close(c->fd);
    free(c->statements);
}

int
wire_listen(const struct sockaddr *address, socklen_t size)
{
    const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0 || bind(fd, address, size) != 0 || listen(fd, 4096) != 0) {
        perror("cannot listen");
        return -1;
    }
    return fd;
}
