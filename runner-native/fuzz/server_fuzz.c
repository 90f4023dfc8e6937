/*
 * A server: whatever it says, in messages of the protocol or not, a run ends with a report or an error.
 *
 * The first line is the number of a workload. Then come turns, with an empty line between them: the first is said when a client has
 * connected, each other one when the client has sent a Query or a Sync. When there is none left, or the client is silent for a while, the
 * server closes. Each line of a turn is a message, its type and what is in it:
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
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "fuzz.h"
#include "machine/engine.h"
#include "prepare/check.h"
#include "report/report.h"

enum { SILENCE_MS = 50, MESSAGE_SIZE_MAX = 8192, WORD_COUNT_MAX = 12 };

static const char *const workloads[][4] = {
    {"oltp_point_select"},
    {"oltp_read_write", "--db-ps-mode=disable", "--output=sysbench"},
    {"tpcc", "--scale=1"},
    {"pgbench", "-S"},
    {"oltp_write_only", "--pipeline=on"},
    {"ycsb_a", "--reconnect-on-loss=on"},
    {"sql_inserts", "--rate=1000"},
    {"oltp_point_select", "check"},
    {"tpcc", "--scale=1", "check"},
};

/* What is said, to all clients. */
static const char *input, *input_end;

static int listener;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
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

/* Says the turn that begins at `at`. Where the next one begins; NULL: there is none. */
static const char *
say_turn(int fd, const char *at)
{
    struct message m;
    char line[MESSAGE_SIZE_MAX / 2];

    while (at < input_end && *at != '\n') {
        const char *const newline = memchr(at, '\n', (size_t)(input_end - at));
        const size_t length = (size_t)((newline ? newline : input_end) - at);
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        at = newline ? newline + 1 : input_end;
        make_message(&m, line);
        if (send(fd, m.bytes, m.length, MSG_NOSIGNAL) < 0)
            return NULL;
    }
    return at < input_end ? at + 1 : NULL;
}

/* Reads so many bytes, and drops them where `out` is NULL. False: the client is gone, or silent. */
static bool
hear(int fd, void *out, size_t size)
{
    char dropped[4096];

    while (size > 0) {
        struct pollfd waiting = {.fd = fd, .events = POLLIN};
        const size_t room = out || size < sizeof dropped ? size : sizeof dropped;
        const ssize_t got = poll(&waiting, 1, SILENCE_MS) > 0 ? recv(fd, out ? out : dropped, room, 0) : 0;
        if (got <= 0)
            return false;
        out = out ? (char *)out + got : NULL;
        size -= (size_t)got;
    }
    return true;
}

static bool
hear_message(int fd, char *type)
{
    uint32_t length;

    return (!type || hear(fd, type, 1)) && hear(fd, &length, sizeof length) && ntohl(length) >= 4 &&
           hear(fd, NULL, ntohl(length) - 4);
}

static void *
serve(void *argument)
{
    const int fd = (int)(intptr_t)argument;
    const char *turn = hear_message(fd, NULL) ? say_turn(fd, input) : NULL;
    char type;

    while (turn && hear_message(fd, &type) && type != 'X')
        if (type == 'Q' || type == 'S')
            turn = say_turn(fd, turn);
    close(fd);
    pthread_mutex_lock(&lock);
    client_count--;
    pthread_cond_signal(&gone);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *
accept_clients(void *argument)
{
    int fd;

    (void)argument;
    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        pthread_mutex_lock(&lock);
        client_count++;
        pthread_mutex_unlock(&lock);
        FUZZ_CHECK(pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd) == 0);
        pthread_detach(thread);
    }
    return NULL;
}

/* Listens under a name that no folder has. */
static void
listen_once(char *url, size_t size)
{
    static struct sockaddr_un address = {.sun_family = AF_UNIX};
    pthread_t thread;

    snprintf(url, size, "--pgsql-url=postgres://me@/db?host=@plumbline-fuzz-%d&port=1&sslmode=disable&gssencmode=disable",
             (int)getpid());
    if (listener > 0)
        return;
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "plumbline-fuzz-%d/.s.PGSQL.1",
                                (int)getpid());
    FUZZ_CHECK(bind(listener, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) ==
               0);
    FUZZ_CHECK(listen(listener, 64) == 0);
    FUZZ_CHECK(pthread_create(&thread, NULL, accept_clients, NULL) == 0);
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
    (void)context, (void)done, (void)total, (void)unit, (void)what;
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
    char url[160];
    struct diag d = DIAG_NONE;
    FILE *const output = stdout;

    if (size < 2 || data[1] != '\n')
        return 0;
    listen_once(url, sizeof url);
    input = (const char *)data + 2;
    input_end = (const char *)data + size;
    stdout = fopen("/dev/null", "we");
    act(workloads[data[0] % ARRAY_LENGTH(workloads)], url, &d);
    fclose(stdout);
    stdout = output;
    FUZZ_CHECK(d.code == ERR_OK || d.text[0] != '\0');
    pthread_mutex_lock(&lock);
    while (client_count > 0)
        pthread_cond_wait(&gone, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
