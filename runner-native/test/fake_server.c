#include "fake_server.h"

#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE_MAX = 512 * 1024, STATEMENT_MAX = 64 };

struct session {
    struct fake_server *server;
    int fd;
    char status; /* Of ReadyForQuery: I, T or E. */
    bool is_skipping; /* After an error, until Sync. */
    int statement_count;
    struct {
        char name[64];
        char sql[2048];
    } statements[STATEMENT_MAX];
    const char *bound_sql;
    char out[MESSAGE_MAX];
    size_t out_length;
};

static void
put_bytes(struct session *c, const void *bytes, size_t length)
{
    assert(c->out_length + length <= sizeof c->out);
    memcpy(c->out + c->out_length, bytes, length);
    c->out_length += length;
}

static void
put_int(struct session *c, uint32_t value)
{
    const uint32_t wire = htonl(value);

    put_bytes(c, &wire, sizeof wire);
}

static void
put_message(struct session *c, char type, const void *body, size_t length)
{
    put_bytes(c, &type, 1);
    put_int(c, (uint32_t)length + 4);
    put_bytes(c, body, length);
}

static void
send_out(struct session *c)
{
    const size_t step = c->server->is_dribbling ? 1 : c->out_length;

    for (size_t at = 0; at < c->out_length; at += step)
        if (send(c->fd, c->out + at, step, MSG_NOSIGNAL) < 0)
            break;
    c->out_length = 0;
}

static void
put_fault_in_words(struct session *c, char type, const char *severity, const char *sqlstate, const char *words)
{
    char body[192];
    const int length = snprintf(body, sizeof body, "S%s%cV%s%cC%s%cM%s%c", severity, 0, severity, 0, sqlstate, 0, words, 0);

    put_message(c, type, body, (size_t)length + 1);
}

static void
put_fault(struct session *c, char type, const char *severity, const char *sqlstate)
{
    put_fault_in_words(c, type, severity, sqlstate, "as the script says");
}

static void
put_ready(struct session *c)
{
    put_message(c, 'Z', &c->status, 1);
}

static bool
begins(const char *sql, const char *word)
{
    return strncmp(sql, word, strlen(word)) == 0;
}

static void
put_tag(struct session *c, const char *tag)
{
    put_message(c, 'C', tag, strlen(tag) + 1);
}

/* One value: what the script says, or as many letters x. */
static void
put_row(struct session *c)
{
    const char *const value = c->server->value;
    const uint32_t size = value ? (uint32_t)strlen(value) : c->server->row_size > 0 ? (uint32_t)c->server->row_size : 1;
    const char type = 'D';
    static const char one_column[] = {0, 1};

    put_bytes(c, &type, 1);
    put_int(c, 4 + sizeof one_column + 4 + size);
    put_bytes(c, one_column, sizeof one_column);
    put_int(c, size);
    assert(c->out_length + size <= sizeof c->out);
    if (value)
        memcpy(c->out + c->out_length, value, size);
    else
        memset(c->out + c->out_length, 'x', size);
    c->out_length += size;
}

static void
put_success(struct session *c, const char *sql, bool has_changed)
{
    if (begins(sql, "SELECT")) {
        if (has_changed)
            put_row(c);
        put_tag(c, has_changed ? "SELECT 1" : "SELECT 0");
    } else if (begins(sql, "UPDATE")) {
        put_tag(c, has_changed ? "UPDATE 1" : "UPDATE 0");
    } else if (begins(sql, "DELETE")) {
        put_tag(c, has_changed ? "DELETE 1" : "DELETE 0");
    } else if (begins(sql, "INSERT")) {
        put_tag(c, "INSERT 0 1");
    } else if (begins(sql, "BEGIN")) {
        c->status = 'T';
        put_tag(c, "BEGIN");
    } else {
        c->status = 'I';
        put_tag(c, sql);
    }
}

/* False: the connection is to be closed. */
static bool
execute(struct session *c, const char *sql)
{
    struct fake_server *const s = c->server;

    pthread_mutex_lock(&s->lock);
    s->execute_count++;
    const size_t used = strlen(s->statements);
    snprintf(s->statements + used, sizeof s->statements - used, "%.300s\n", sql);
    const enum answer answer = s->script ? s->script(s, sql, s->execute_count) : ANSWER_OK;
    pthread_mutex_unlock(&s->lock);
    if (s->is_dribbling)
        put_fault(c, 'N', "NOTICE", "00000");
    switch (answer) {
    case ANSWER_OK: put_success(c, sql, true); return true;
    case ANSWER_NONE: put_success(c, sql, false); return true;
    case ANSWER_ERROR:
        put_fault(c, 'E', "ERROR", s->sqlstate);
        c->status = c->status == 'T' && !begins(sql, "COMMIT") ? 'E' : 'I';
        c->is_skipping = true;
        return true;
    case ANSWER_FATAL:
        put_fault(c, 'E', "FATAL", s->sqlstate);
        send_out(c);
        return false;
    case ANSWER_CLOSE: return false;
    case ANSWER_SILENT: {
        struct pollfd fd = {.fd = c->fd, .events = 0};
        while (poll(&fd, 1, -1) > 0 && !(fd.revents & (POLLHUP | POLLERR | POLLNVAL)))
            ;
        return false;
    }
    }
    return false;
}

static enum answer
answer_to_parse(struct fake_server *s, const char *sql)
{
    pthread_mutex_lock(&s->lock);
    s->parse_count++;
    const enum answer answer = s->parse_error    ? ANSWER_ERROR
                               : s->parse_script ? s->parse_script(s, sql, s->parse_count)
                                                 : ANSWER_OK;
    pthread_mutex_unlock(&s->lock);
    return answer;
}

/* False: the connection is to be closed. */
static bool
parse(struct session *c, const char *body)
{
    const struct fake_server *const s = c->server;
    const char *const sql = body + strlen(body) + 1;
    const enum answer answer = answer_to_parse(c->server, sql);

    if (answer == ANSWER_NONE) { /* As if it had been a Sync. */
        put_ready(c);
        return true;
    }
    if (answer != ANSWER_OK) {
        const bool is_fatal = answer == ANSWER_FATAL;
        put_fault(c, 'E', is_fatal ? "FATAL" : "ERROR", s->parse_error ? s->parse_error : s->sqlstate);
        if (is_fatal)
            send_out(c);
        c->status = c->status == 'T' ? 'E' : c->status;
        c->is_skipping = true;
        return !is_fatal;
    }
    assert(c->statement_count < STATEMENT_MAX);
    snprintf(c->statements[c->statement_count].name, sizeof c->statements[0].name, "%s", body);
    snprintf(c->statements[c->statement_count].sql, sizeof c->statements[0].sql, "%s", sql);
    c->statement_count++;
    put_message(c, '1', "", 0);
    return true;
}

/* FNV-1a. */
static uint64_t
hash(const char *bytes, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

static void
bind_statement(struct session *c, const char *body, size_t length)
{
    struct fake_server *const s = c->server;
    const char *const name = body + strlen(body) + 1; /* After the portal. */

    c->bound_sql = NULL;
    for (int i = 0; i < c->statement_count; i++)
        if (strcmp(c->statements[i].name, name) == 0)
            c->bound_sql = c->statements[i].sql;
    assert(c->bound_sql);
    pthread_mutex_lock(&s->lock);
    if (s->bind_count < FAKE_BIND_MAX)
        s->binds[s->bind_count++] = hash(body, length);
    pthread_mutex_unlock(&s->lock);
    put_message(c, '2', "", 0);
}

static void
describe(struct session *c)
{
    /* One column "c" of type bpchar, in binary. */
    static const char columns[] = {0, 1, 'c', 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 18, -1, -1, 0, 0, 0, 124, 0, 1};

    if (begins(c->bound_sql, "SELECT"))
        put_message(c, 'T', columns, sizeof columns);
    else
        put_message(c, 'n', "", 0);
}

/* True: rows come now, and the answer after them. */
static bool
begin_copy(struct session *c, const char *sql)
{
    static const char columns[] = {0, 0, 0}; /* What they are does not matter to libpq. */

    if (!begins(sql, "COPY") || c->is_skipping)
        return false;
    c->out_length = 0; /* No tag yet. */
    put_message(c, 'G', columns, sizeof columns);
    return true;
}

static void
copy_in(struct fake_server *s, const char *bytes, size_t length)
{
    pthread_mutex_lock(&s->lock);
    const size_t room = s->copied_length < sizeof s->copied ? sizeof s->copied - s->copied_length : 0;
    memcpy(s->copied + s->copied_length, bytes, length < room ? length : room);
    s->copied_length += length;
    pthread_mutex_unlock(&s->lock);
}

static bool
simple_query(struct session *c, const char *sql)
{
    if (begins(sql, "ROLLBACK")) {
        pthread_mutex_lock(&c->server->lock);
        c->server->rollback_count++;
        pthread_mutex_unlock(&c->server->lock);
        c->status = 'I';
        put_tag(c, "ROLLBACK");
        put_ready(c);
        return true;
    }
    c->bound_sql = sql;
    if (begins(sql, "SELECT"))
        describe(c);
    const bool goes_on = execute(c, sql);
    if (goes_on && begin_copy(c, sql))
        return true;
    c->is_skipping = false;
    put_ready(c);
    return goes_on;
}

/* One message. False: the connection is to be closed. */
static bool
handle(struct session *c, char type, const char *body, size_t length)
{
    if (type == 'X')
        return false;
    if (type == 'S') {
        c->is_skipping = false;
        put_ready(c);
        send_out(c);
        return true;
    }
    if (c->is_skipping)
        return true;
    bool goes_on = true;
    switch (type) {
    case 'P': goes_on = parse(c, body); break;
    case 'B': bind_statement(c, body, length); break;
    case 'D': describe(c); break;
    case 'E': goes_on = execute(c, c->bound_sql); break;
    case 'Q':
        goes_on = simple_query(c, body);
        send_out(c);
        break;
    case 'd': copy_in(c->server, body, length); break;
    case 'c':
        put_tag(c, "COPY 1");
        put_ready(c);
        send_out(c);
        break;
    default: break;
    }
    return goes_on;
}

static bool
receive(int fd, void *into, size_t length)
{
    return length == 0 || recv(fd, into, length, MSG_WAITALL) == (ssize_t)length;
}

/* False: the connection is to be closed. */
static bool
greet(struct session *c)
{
    static const char version[] = "server_version\0"
                                  "15.99 (scripted)";
    static const char auth_ok[4] = {0};
    static const char key[8] = {0};

    if (c->server->refusal) {
        put_fault_in_words(c, 'E', "FATAL", "53300", c->server->refusal);
        send_out(c);
        return false;
    }
    put_message(c, 'R', auth_ok, sizeof auth_ok);
    put_message(c, 'S', version, sizeof version);
    put_message(c, 'K', key, sizeof key);
    put_ready(c);
    send_out(c);
    return true;
}

static void *
serve(void *arg)
{
    struct session *const c = arg;
    char *const body = malloc(MESSAGE_MAX);
    uint32_t length;
    char type;

    assert(body);
    bool goes_on = receive(c->fd, &length, sizeof length) && receive(c->fd, body, ntohl(length) - 4);
    if (goes_on && c->server->is_mute)
        goes_on = receive(c->fd, &type, 1); /* Never: the client waits too. */
    else if (goes_on)
        goes_on = greet(c);
    while (goes_on && receive(c->fd, &type, 1) && receive(c->fd, &length, sizeof length)) {
        const size_t body_length = ntohl(length) - 4;
        assert(body_length < MESSAGE_MAX);
        goes_on = receive(c->fd, body, body_length) && handle(c, type, body, body_length);
    }
    shutdown(c->fd, SHUT_RDWR);
    free(body);
    free(c);
    return NULL;
}

static void *
accept_all(void *arg)
{
    struct fake_server *const s = arg;

    for (;;) {
        const int fd = accept(s->listener, NULL, NULL);
        pthread_mutex_lock(&s->lock);
        const bool is_over = s->is_stopping || fd < 0;
        if (!is_over) {
            struct session *const c = calloc(1, sizeof *c);
            assert(c);
            assert(s->connection_count < FAKE_CONNECTION_MAX);
            *c = (struct session){.server = s, .fd = fd, .status = 'I'};
            s->connections[s->connection_count] = fd;
            pthread_create(&s->threads[s->connection_count++], NULL, serve, c);
        }
        pthread_mutex_unlock(&s->lock);
        if (is_over) {
            if (fd >= 0)
                close(fd);
            return NULL;
        }
    }
}

void
fake_server_start(struct fake_server *s)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;

    pthread_mutex_init(&s->lock, NULL);
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed = bind(s->listener, (struct sockaddr *)&address, length);
    failed |= listen(s->listener, FAKE_CONNECTION_MAX);
    failed |= getsockname(s->listener, (struct sockaddr *)&address, &length);
    failed |= pthread_create(&s->acceptor, NULL, accept_all, s);
    assert(!failed);
    (void)failed;
    s->port = ntohs(address.sin_port);
}

static int
count_connections(struct fake_server *s)
{
    pthread_mutex_lock(&s->lock);
    const int count = s->connection_count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

void
fake_server_settle(struct fake_server *s)
{
    for (; s->joined_count < count_connections(s); s->joined_count++) {
        pthread_join(s->threads[s->joined_count], NULL);
        close(s->connections[s->joined_count]);
    }
}

void
fake_server_stop(struct fake_server *s)
{
    pthread_mutex_lock(&s->lock);
    s->is_stopping = true;
    for (int i = s->joined_count; i < s->connection_count; i++)
        shutdown(s->connections[i], SHUT_RDWR);
    pthread_mutex_unlock(&s->lock);
    shutdown(s->listener, SHUT_RDWR); /* Ends accept(). */
    pthread_join(s->acceptor, NULL);
    fake_server_settle(s);
    close(s->listener);
    pthread_mutex_destroy(&s->lock);
}
