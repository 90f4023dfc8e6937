/*
 * A server: whatever it says, in messages of the protocol or not, a run ends with a report or an error.
 *
 * The first line is the number of a workload, one digit. Then come turns, with an empty line between them: the first is said when a client
 * has connected, each other one when the client has sent a Query or a Sync. When there is none left, or the client is silent for a while,
 * the server closes. Nobody waits for a clock (virtual_time.h). Each line of a turn is a message, its type and what is in it:
 *
 *   R0                      a number of four bytes, as Authentication has
 *   Sname<tab>value         texts that end with a NUL: ParameterStatus; C (CommandComplete) has one
 *   K1<tab>2                numbers: BackendKeyData
 *   Tname:oid<tab>...       columns; with :1 behind it in binary
 *   Dvalue<tab>...          the values of a row; \N is null
 *   E40001<tab>message      an error; N is a notice
 *   !bytes                  bytes that are no message of ours
 *   any other               the type, and the bytes as they are
 */

#include <arpa/inet.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "fuzz.h"
#include "machine/engine.h"
#include "prepare/check.h"
#include "report/report.h"
#include "virtual_time.h"

enum { MESSAGE_SIZE_MAX = 8192, WORD_COUNT_MAX = 12, CLIENT_COUNT_MAX = 64 };

static const int64_t SILENCE_NS = 50 * NS_PER_MS;

static const char *const workloads[][4] = {
    {"oltp_point_select"},
    {"oltp_read_write", "--db-ps-mode=disable", "--output=sysbench"},
    {"tpcc", "--warehouses=1"},
    {"pgbench", "-S"},
    {"oltp_write_only", "--pipeline=on"},
    {"ycsb_a", "--reconnect-on-loss=on"},
    {"sql_inserts", "--rate=1000"},
    {"oltp_point_select", "check"},
    {"tpcc", "--warehouses=1", "check"},
};

/* What is said, to all clients. */
static const char *input, *input_end;

static int listener;

static struct guest {
    int fd;
    const char *turn;    /* What is said next; NULL: nothing, and it goes. */
    int64_t heard_ns;    /* When it said something. */
    bool is_known;       /* It has said who it is. */
    char head[5];        /* Of the message that is being heard: its type, but of the first, and its length. */
    size_t head_length;
    uint32_t left; /* Bytes behind the head that are still to come. */
} clients[CLIENT_COUNT_MAX];
static int client_count;

/* Messages. */

struct message {
    char bytes[MESSAGE_SIZE_MAX];
    size_t length;
};

static void
put(struct message *m, const void *bytes, size_t length)
{
    if (length > sizeof m->bytes - m->length)
        length = sizeof m->bytes - m->length;
    memcpy(m->bytes + m->length, bytes, length);
    m->length += length;
}

static void
put_number(struct message *m, long number, size_t size)
{
    const uint32_t wire = htonl((uint32_t)number);

    put(m, (const char *)&wire + sizeof wire - size, size);
}

static void
put_text(struct message *m, const char *text)
{
    put(m, text, strlen(text) + 1);
}

static void
put_column(struct message *m, const char *text)
{
    char name[64] = "";
    unsigned type = 25, format = 0;

    sscanf(text, "%63[^:]:%u:%u", name, &type, &format);
    put_text(m, name);
    put_number(m, 0, 4);
    put_number(m, 0, 2);
    put_number(m, (long)type, 4);
    put_number(m, -1, 2);
    put_number(m, -1, 4);
    put_number(m, (long)format, 2);
}

static void
put_value(struct message *m, const char *text)
{
    const bool is_null = strcmp(text, "\\N") == 0;

    put_number(m, is_null ? -1 : (long)strlen(text), 4);
    put(m, text, is_null ? 0 : strlen(text));
}

/* One item of a line; `index` counts them. */
static void
put_item(struct message *m, char type, const char *item, int index)
{
    switch (type) {
    case 'R':
    case 'K': put_number(m, atol(item), 4); return;
    case 'T': put_column(m, item); return;
    case 'D': put_value(m, item); return;
    case 'E':
    case 'N':
        put(m, index == 0 ? "SERROR\0C" : "M", index == 0 ? 8 : 1);
        put_text(m, item);
        return;
    default: put_text(m, item); return;
    }
}

static int
count_items(const char *text)
{
    int count = 1;

    for (; *text; text++)
        count += *text == '\t';
    return count;
}

/* The line, cut up, as a message. */
static void
make_message(struct message *m, char *line)
{
    const char type = line[0];
    char *rest = line + 1, *item;

    m->length = 0;
    if (type == '!') {
        put(m, rest, strlen(rest));
        return;
    }
    put(m, &type, 1);
    put_number(m, 0, 4);
    if (type == 'T' || type == 'D')
        put_number(m, count_items(rest), 2);
    if (!strchr("RKTDENSC", type))
        put(m, rest, strlen(rest));
    else
        for (int i = 0; (item = strsep(&rest, "\t")); i++)
            put_item(m, type, item, i);
    if (type == 'E' || type == 'N')
        put(m, "", 1);
    const uint32_t length = htonl((uint32_t)m->length - 1);
    memcpy(m->bytes + 1, &length, sizeof length);
}

/* The server. */

/* Says the turn that begins at `at`. Where the next one begins; NULL: there is none, or nobody listens. */
static const char *
say_turn(struct guest *c, const char *at)
{
    struct message m;
    char line[MESSAGE_SIZE_MAX / 2];

    while (at < input_end && *at != '\n') {
        const char *const newline = memchr(at, '\n', (size_t)(input_end - at));
        const size_t length = (size_t)((newline ? newline : input_end) - at);
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        at = newline ? newline + 1 : input_end;
        make_message(&m, line);
        if (send(c->fd, m.bytes, m.length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
            return NULL;
    }
    return at < input_end ? at + 1 : NULL;
}

static void
hang_up(struct guest *c)
{
    close(c->fd);
    *c = clients[--client_count];
}

/* A message has come, of a client that has said who it is or, without a type, says so. */
static void
answer(struct guest *c)
{
    const bool is_first = !c->is_known;

    c->is_known = true;
    if (is_first || c->head[0] == 'Q' || c->head[0] == 'S')
        c->turn = say_turn(c, c->turn);
    if (c->head[0] == 'X' && !is_first)
        c->turn = NULL;
}

/* Takes what is left of a message, or of the bytes in front of it that say how long it is. How many bytes of `bytes` those are. */
static size_t
hear(struct guest *c, const char *bytes, size_t size)
{
    const size_t type_size = c->is_known;

    if (c->head_length < type_size + 4) {
        uint32_t length;
        c->head[c->head_length++] = *bytes;
        if (c->head_length < type_size + 4)
            return 1;
        memcpy(&length, c->head + type_size, sizeof length);
        if (ntohl(length) < 4)
            c->turn = NULL;
        c->left = ntohl(length) - 4;
        size = 1;
    } else {
        size = size < c->left ? size : c->left;
        c->left -= (uint32_t)size;
    }
    if (c->left == 0 && c->turn) {
        c->head_length = 0;
        answer(c);
    }
    return size;
}

/* False: it says nothing. */
static bool
attend(struct guest *c, int64_t now_ns)
{
    char bytes[4096];
    const ssize_t got = recv(c->fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (got < 0 && errno == EAGAIN && now_ns < c->heard_ns + SILENCE_NS)
        return false;
    c->heard_ns = now_ns;
    if (got <= 0)
        c->turn = NULL;
    for (ssize_t at = 0; at < got && c->turn;)
        at += (ssize_t)hear(c, bytes + at, (size_t)(got - at));
    if (!c->turn)
        hang_up(c);
    return true;
}

static bool
serve(int64_t now_ns)
{
    bool has_acted = false;
    int fd;

    while (client_count < CLIENT_COUNT_MAX && (fd = accept(listener, NULL, NULL)) >= 0) {
        clients[client_count++] = (struct guest){.fd = fd, .turn = input, .heard_ns = now_ns};
        has_acted = true;
    }
    for (int i = client_count - 1; i >= 0; i--) /* The last one takes the place of one that goes. */
        has_acted |= attend(&clients[i], now_ns);
    return has_acted;
}

/* When a client has been silent for too long. */
static int64_t
next_silence_ns(void)
{
    int64_t next_ns = INT64_MAX;

    for (int i = 0; i < client_count; i++)
        if (clients[i].heard_ns + SILENCE_NS < next_ns)
            next_ns = clients[i].heard_ns + SILENCE_NS;
    return next_ns;
}

static void
close_all(void)
{
    int fd;

    while (client_count > 0)
        hang_up(&clients[client_count - 1]);
    while ((fd = accept(listener, NULL, NULL)) >= 0)
        close(fd);
}

/* Listens under a name that no folder has. */
static void
listen_once(char *url, size_t size)
{
    static struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(url, size, "--pgsql-url=postgres://me@/db?host=@plumbline-fuzz-%d&port=1&sslmode=disable&gssencmode=disable",
             (int)getpid());
    if (listener > 0)
        return;
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "plumbline-fuzz-%d/.s.PGSQL.1",
                                (int)getpid());
    FUZZ_CHECK(bind(listener, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) ==
               0);
    FUZZ_CHECK(listen(listener, 64) == 0);
}

int __wrap_PQcancel(PGcancel *request, char *text, int size);

/* It would wait, in libpq, for a server that is of the same thread. */
int
__wrap_PQcancel(PGcancel *request, char *text, int size)
{
    return 1;
}

/*
 * libpq forgets, and so leaks, the rows that it has when a server begins a copy amid them. Such leaks are not the program's: it owns what
 * it was given, and that is counted.
 */
const char *__lsan_default_suppressions(void);

const char *
__lsan_default_suppressions(void)
{
    return "leak:libpq.so\n";
}

static atomic_int owned_results;

PGresult *__real_PQgetResult(PGconn *conn);
PGresult *__wrap_PQgetResult(PGconn *conn);
void __real_PQclear(PGresult *result);
void __wrap_PQclear(PGresult *result);

PGresult *
__wrap_PQgetResult(PGconn *conn)
{
    PGresult *const result = __real_PQgetResult(conn);

    owned_results += result != NULL;
    return result;
}

void
__wrap_PQclear(PGresult *result)
{
    owned_results -= result != NULL;
    __real_PQclear(result);
}

/* The client. */

static bool
has_asked_often(void *context)
{
    return ++*(int *)context > 5;
}

static void
ignore_step(void *context, int64_t done, int64_t total, const char *unit, const char *what)
{
}

static void
run(struct options *o, struct target *target, int signal_fd, struct diag *d)
{
    struct engine *engine = NULL;
    const struct outcome *outcome = NULL;
    struct report report;

    report_init(&report, o);
    report.ops->hello(&report, target);
    engine_run(&engine, o, target, report_observer(&report), signal_fd, &outcome, d);
    if (d->code != ERR_OK)
        report.ops->error(&report, d);
    if (outcome && outcome->is_measured)
        report.ops->outcome(&report, outcome);
    report.ops->summary(&report, d->code, outcome, NULL, 0, outcome ? outcome->warnings : NULL,
                        outcome ? (size_t)outcome->warning_count : 0);
    engine_free(engine);
}

static void
act(const char *const *words, const char *url, struct diag *d)
{
    static struct options o;
    static struct target targets[TARGET_COUNT_MAX];
    static int signals[2];
    char copies[WORD_COUNT_MAX][160] = {"plumbline-load"};
    const char *const fixed[] = {"--threads=1",       "--workers=1",    "--events=3", "--thread-init-timeout=5",
                                 "--stall-timeout=5", "--output=ndjson"};
    char *argv[WORD_COUNT_MAX + 1] = {copies[0]};
    int argc = 1, asked = 0;
    const bool is_pgbench = strcmp(words[0], "pgbench") == 0;
    const struct interrupt interrupt = {.is_wanted = has_asked_often, .context = &asked};
    const struct check_watch watch = {.on_step = ignore_step, .context = NULL, .interrupt = &interrupt};

    if (signals[1] == 0)
        FUZZ_CHECK(pipe(signals) == 0);
    snprintf(copies[argc++], sizeof copies[0], "%s", words[0]);
    for (size_t i = 0; i < ARRAY_LENGTH(fixed) && !is_pgbench; i++)
        snprintf(copies[argc++], sizeof copies[0], "%s", fixed[i]);
    for (int i = 1; i < 4 && words[i]; i++)
        snprintf(copies[argc++], sizeof copies[0], "%s", words[i]);
    snprintf(copies[argc++], sizeof copies[0], "%s", is_pgbench ? strchr(url, '=') + 1 : url);
    if (!is_pgbench && strcmp(copies[argc - 2], "check") != 0)
        snprintf(copies[argc++], sizeof copies[0], "run");
    for (int i = 0; i < argc; i++)
        argv[i] = copies[i];
    options_parse(&o, argc, argv, NULL, d);
    if (d->code == ERR_OK && is_pgbench)
        o.run.events = 3;
    if (d->code == ERR_OK)
        target_init(&targets[0], &o.connection, o.load.dialect, o.run.thread_init_timeout_ns, 0, d);
    if (d->code != ERR_OK)
        fprintf(stderr, "%s: %s\n", argv[1], d->text);
    FUZZ_CHECK(d->code == ERR_OK);
    if (o.command == COMMAND_CHECK)
        check_tables(&o.load, &targets[0], &watch, d);
    else
        run(&o, targets, signals[0], d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct virtual_world world = {.act = serve, .next_ns = next_silence_ns};
    char url[160];
    struct diag d = DIAG_NONE;
    FILE *const output = stdout;

    if (size < 2 || data[1] != '\n')
        return 0;
    listen_once(url, sizeof url);
    input = (const char *)data + 2;
    input_end = (const char *)data + size;
    stdout = fopen("/dev/null", "we");
    virtual_time_begin(&world);
    act(workloads[(uint8_t)(data[0] - '0') % ARRAY_LENGTH(workloads)], url, &d);
    virtual_time_end();
    close_all();
    fclose(stdout);
    stdout = output;
    FUZZ_CHECK(d.code == ERR_OK || d.text[0] != '\0');
    FUZZ_CHECK(owned_results == 0);
    return 0;
}
