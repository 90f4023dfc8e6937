/*
 * plumbline-load: the commands, the signals and the exit code. Only this file exits.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "cli/command_line.h"
#include "cli/compat.h"
#include "cli/describe.h"
#include "cli/echo.h"
#include "cli/help.h"
#include "machine/client.h"
#include "machine/engine.h"
#include "machine/target.h"
#include "prepare/check.h"
#include "prepare/load.h"
#include "report/report.h"

/* Waiting for a table to be old enough for reads in the past. */
#define PAST_WAIT_NS (60 * NS_PER_S)
#define PAST_PAUSE_NS (200 * NS_PER_MS)

/* How long a signal may wait to be read, and how often it is looked whether it was. */
#define UNREAD_NS (2 * NS_PER_S)
#define UNREAD_PAUSE_NS (100 * NS_PER_MS)

/* One command under way. */
struct session {
    struct options options;
    struct target targets[TARGET_COUNT_MAX];
    struct report report;
    int signal_fd; /* -1: signals have their usual effect. */
    bool is_interrupted; /* A signal has come while this thread waited for a server. */
    /* prepare: */
    int target; /* The one that is loaded. */
    int64_t told_at_ns;
    char told_phase[16];
    size_t warning_count;
    struct warning warnings[WARNING_COUNT_MAX];
    char warning_codes[WARNING_COUNT_MAX][32];
    /* run: */
    bool is_measured; /* Something was, whatever became of it. */
    char text_reason[768];
};

/* Is sysbench's own text printed, and its exit codes meant? */
static bool
speaks_as_sysbench(const struct options *o)
{
    return compat_at(o->compat)->text && o->report.output == OUTPUT_SYSBENCH;
}

/* sysbench: 2 where a time was over, otherwise 1. pgbench: 2 where transactions were measured, otherwise 1. An interrupted command
 * exits with 130, whosever words it speaks. */
static int
exit_code_of(const struct session *s, const struct diag *d)
{
    if (d->code == ERR_INTERRUPTED)
        return (int)d->code;
    if (s->options.report.output == OUTPUT_PGBENCH)
        return s->is_measured ? 2 : 1;
    if (speaks_as_sysbench(&s->options))
        return d->is_late ? 2 : 1;
    return (int)d->code;
}

static int
explain(const struct session *s, const struct diag *d)
{
    const struct options *const o = &s->options;

    if (d->code == ERR_OK)
        return 0;
    if (speaks_as_sysbench(o) && d->code != ERR_USAGE && d->code != ERR_INTERRUPTED && s->report.failure == 0)
        fprintf(stdout, "FATAL: %s\n", d->text);
    else
        fprintf(stderr, "plumbline-load: %s\n", d->text);
    if (d->excerpt[0])
        fprintf(stderr, "%s\n", d->excerpt);
    if (d->hint[0])
        fprintf(stderr, "plumbline-load: hint: %s\n", d->hint);
    return exit_code_of(s, d);
}

/* A thread that lets a signal have its usual effect where the main thread does not come to read it: nothing reads standard output, and
 * the pipe is full, or a file that it writes hangs. */
static void *
watch_signals(void *context)
{
    struct pollfd unread = {.fd = *(const int *)context, .events = POLLIN};
    sigset_t set;

    for (int64_t waited_ns = 0; waited_ns < UNREAD_NS;) {
        if (poll(&unread, 1, waited_ns == 0 ? -1 : 0) < 0 || (unread.revents & POLLNVAL))
            return NULL;
        waited_ns = unread.revents ? waited_ns + UNREAD_PAUSE_NS : 0;
        nanosleep(&(struct timespec){.tv_nsec = UNREAD_PAUSE_NS}, NULL);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return NULL;
}

/* SIGINT and SIGTERM arrive as a readable file, so that nothing runs inside a signal handler. */
static enum err
catch_signals(struct session *s, struct diag *d)
{
    pthread_t watch;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    s->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (s->signal_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for signals: %s", strerror(errno));
    if (pthread_create(&watch, NULL, watch_signals, &s->signal_fd) == 0)
        pthread_detach(watch);
    return ERR_OK;
}

/* Has SIGINT or SIGTERM come? From then on a second SIGINT ends the program at once, whatever the server does. SIGTERM does not:
 * who runs this program may pass on a Ctrl-C that has reached it too. */
static bool
is_interrupted(void *context)
{
    struct session *const s = context;
    struct signalfd_siginfo info;
    sigset_t set;

    while (read(s->signal_fd, &info, sizeof info) == (ssize_t)sizeof info)
        s->is_interrupted = true;
    if (s->is_interrupted) {
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
    return s->is_interrupted || report_is_lost(&s->report);
}

/* prepare. */

/* Tells each change of phase, its end, and what is done so far every --report-interval. */
static void
on_load_progress(void *context, const struct load_progress *p)
{
    struct session *const s = context;
    const int64_t now_ns = clock_now_ns();
    const int64_t interval_ns = s->options.report.report_interval_ns;
    const bool is_new = strcmp(s->told_phase, p->phase) != 0;
    const bool is_due = interval_ns > 0 && now_ns - s->told_at_ns >= interval_ns;

    if (!is_new && !is_due && p->done < p->total)
        return;
    snprintf(s->told_phase, sizeof s->told_phase, "%s", p->phase);
    s->told_at_ns = now_ns;
    s->report.ops->load_progress(&s->report, p->phase, p->done, p->total, p->unit, p->what, p->left_ns);
}

static void
on_load_warning(void *context, const char *code, const char *message, const char *remedy)
{
    struct session *const s = context;

    if (s->warning_count == WARNING_COUNT_MAX)
        return;
    struct warning *const w = &s->warnings[s->warning_count];
    snprintf(s->warning_codes[s->warning_count], sizeof s->warning_codes[0], "%s", code);
    w->code = s->warning_codes[s->warning_count++];
    snprintf(w->message, sizeof w->message, "%s", message);
    snprintf(w->remedy, sizeof w->remedy, "%s", remedy);
}

static void
tell_loaded(struct session *s)
{
    const int count = schema_table_count(&s->options.load);
    struct loaded_table *const tables = calloc((size_t)count, sizeof *tables);

    for (int i = 0; tables && i < count; i++) {
        schema_write_name(&s->options.load, i, tables[i].name, sizeof tables[i].name);
        tables[i].rows = schema_row_count(&s->options.load, i);
    }
    s->report.ops->summary(&s->report, ERR_OK, NULL, tables, tables ? (size_t)count : 0, s->warnings, s->warning_count);
    free(tables);
}

static enum err
run_prepare(struct session *s, const struct interrupt *interrupt, struct diag *d)
{
    const struct load_watch watch = {
        .on_progress = on_load_progress, .on_warning = on_load_warning, .context = s, .interrupt = interrupt};

    for (int t = 0; t < s->report.target_count && d->code == ERR_OK; t++)
        load_prepare(&s->options, &s->targets[t], &watch, d);
    return d->code;
}

/* run. */

/* Asks one server what the family wants to know; `*number` is its answer. */
static enum err
ask_server(const struct target *t, const char *question, int64_t *number, const struct interrupt *interrupt, struct diag *d)
{
    struct client *const c = client_open(t, 0, 1, 0, interrupt, d);
    struct request_answer answer;
    const struct request request = {
        .sql = question,
        .what = question,
        .answer = &answer,
        .undefined_hint = "Perhaps you need to do initialization: run `prepare` first, or with a pgbench command line -i"};

    if (c && client_ask(c, 0, &request, d) == ERR_OK)
        *number = answer_number(&answer);
    client_free(c);
    return d->code;
}

/* Waits until a table is as old as the past that is to be read. A table that is not there at all is a failure at once. */
static enum err
await_past(const struct target *t, const struct workload_options *o, const struct interrupt *interrupt, struct diag *d)
{
    const struct family *const family = o->workload->family;
    const int64_t give_up_ns = clock_now_ns() + PAST_WAIT_NS;
    struct client *const c = client_open(t, 0, 1, 0, interrupt, d);
    bool is_there = !c;

    while (!is_there && client_execute(c, 0, family->past_sql(o, false), d) == ERR_OK) {
        struct diag past = DIAG_NONE;
        is_there = client_execute(c, 0, family->past_sql(o, true), &past) == ERR_OK;
        if (!is_there && clock_now_ns() > give_up_ns)
            *d = past;
        else if (!is_there)
            nanosleep(&(struct timespec){.tv_nsec = PAST_PAUSE_NS}, NULL);
    }
    client_free(c);
    return d->code;
}

/* Settles what only the servers know, the same for all. */
static enum err
ask_servers(struct session *s, struct diag *d)
{
    const struct family *const family = s->options.load.workload->family;
    const char *const question = family->question ? family->question(&s->options.load) : NULL;
    int64_t answers[TARGET_COUNT_MAX] = {0};
    const struct interrupt interrupt = {.is_wanted = is_interrupted, .context = s};

    if (family->past_sql && family->past_sql(&s->options.load, true))
        for (int t = 0; t < connection_target_count(&s->options.connection) && d->code == ERR_OK; t++)
            await_past(&s->targets[t], &s->options.load, &interrupt, d);
    if (!question)
        return d->code;
    for (int t = 0; t < connection_target_count(&s->options.connection) && d->code == ERR_OK; t++)
        ask_server(&s->targets[t], question, &answers[t], &interrupt, d);
    if (d->code == ERR_OK && connection_target_count(&s->options.connection) > 1 && answers[0] != answers[1]) {
        fail(d, ERR_TARGET, "the servers differ: \"%s\" is %lld on the first and %lld on the second", question,
             (long long)answers[0], (long long)answers[1]);
        fail_hint(d, "prepare both with the same options");
    }
    if (d->code == ERR_OK)
        family->take_answer(&s->options.load, answers[0]);
    return d->code;
}

/* The others. */

static enum err
run_cleanup(struct session *s, const struct interrupt *interrupt, struct diag *d)
{
    for (int t = 0; t < s->report.target_count && d->code == ERR_OK; t++)
        load_cleanup(&s->options, &s->targets[t], interrupt, d);
    return d->code;
}

static void
on_checked(void *context, int64_t done, int64_t total, const char *unit, const char *what)
{
    struct session *const s = context;

    s->report.ops->load_progress(&s->report, "check", done, total, unit, what, -1);
}

static enum err
run_check(struct session *s, const struct interrupt *interrupt, struct diag *d)
{
    const struct check_watch watch = {.on_step = on_checked, .context = s, .interrupt = interrupt};

    for (int t = 0; t < s->report.target_count && d->code == ERR_OK; t++)
        check_tables(&s->options.load, &s->targets[t], &watch, d);
    return d->code;
}

/* Runs it. Only the start shows that prepared statements are not kept: then all begins again, with text. */
static void
drive(struct session *s, struct engine **engine, const struct outcome **outcome, struct diag *d)
{
    engine_run(engine, &s->options, s->targets, report_observer(&s->report), s->signal_fd, outcome, d);
    if (!d->is_of_prepared || !*outcome || (*outcome)->is_measured || (*outcome)->is_interrupted)
        return;
    snprintf(s->text_reason, sizeof s->text_reason, "%s", d->text);
    s->options.load.text_reason = s->text_reason;
    s->options.load.ps_mode = PS_MODE_DISABLE;
    engine_free(*engine);
    *d = DIAG_NONE;
    engine_run(engine, &s->options, s->targets, report_observer(&s->report), s->signal_fd, outcome, d);
}

static void
run_capacity(struct session *s, struct diag *d)
{
    if (d->code == ERR_OK)
        capacity_run(&s->report, &s->options, s->targets, s->signal_fd, d);
    if (d->code != ERR_OK)
        s->report.ops->error(&s->report, d);
    s->report.ops->summary(&s->report, d->code, NULL, NULL, 0, NULL, 0);
}

/* The order of the lines is that of PROTOCOL.md: errors, blocks, summary. */
static void
run_run(struct session *s, struct diag *d)
{
    struct engine *engine = NULL;
    const struct outcome *outcome = NULL;
    struct report *const report = &s->report;

    if (d->code == ERR_OK)
        drive(s, &engine, &outcome, d);
    if (d->code == ERR_OK && !speaks_as_sysbench(&s->options))
        outcome_fail_empty(outcome, d);
    if (d->code != ERR_OK)
        report->ops->error(report, d);
    s->is_measured = outcome && outcome->is_measured;
    if (s->is_measured && (d->code == ERR_OK || d->code == ERR_INTERRUPTED || !speaks_as_sysbench(&s->options)))
        report->ops->outcome(report, outcome); /* After a FATAL sysbench reports nothing. */
    report->ops->summary(report, d->code, outcome, NULL, 0, outcome ? outcome->warnings : NULL,
                         outcome ? (size_t)outcome->warning_count : 0);
    engine_free(engine);
}

static void
run_other(struct session *s, struct diag *d)
{
    struct report *const report = &s->report;
    const enum command command = s->options.command;
    const bool loads = command == COMMAND_PREPARE || command == COMMAND_LOAD;
    const struct interrupt interrupt = {.is_wanted = is_interrupted, .context = s};

    if (command == COMMAND_CLEANUP)
        run_cleanup(s, &interrupt, d);
    else if (command == COMMAND_CHECK)
        run_check(s, &interrupt, d);
    else
        run_prepare(s, &interrupt, d);
    if (d->code != ERR_OK) {
        report->ops->error(report, d);
        report->ops->summary(report, d->code, NULL, NULL, 0, s->warnings, s->warning_count);
    } else if (loads) {
        tell_loaded(s);
    } else {
        report->ops->summary(report, ERR_OK, NULL, NULL, 0, s->warnings, s->warning_count);
    }
}

static enum err
run_command(struct session *s, struct diag *d)
{
    if (s->options.command == COMMAND_DESCRIBE) {
        if (describe_invocation(stdout, &s->options, d) != ERR_OK)
            return d->code;
        return fflush(stdout) == 0 ? ERR_OK : fail(d, ERR_INTERNAL, "standard output: %s", strerror(errno));
    }
    if (s->options.command == COMMAND_SQL)
        return report_sql(&s->options, d);
    for (int t = 0; t < connection_target_count(&s->options.connection); t++)
        if (target_init(&s->targets[t], &s->options.connection, s->options.load.dialect, s->options.run.thread_init_timeout_ns,
                        t, d) != ERR_OK)
            return d->code;
    for (int t = 0; t < connection_target_count(&s->options.connection); t++) {
        s->targets[t].stall_timeout_ns = s->options.run.stall_timeout_ns;
        s->targets[t].is_stall_final = s->options.run.is_stall_timeout_given;
    }
    if (!s->options.connection.pgsql_sslmode && s->targets[0].sslmode[0]) /* The report tells what there is. */
        s->options.connection.pgsql_sslmode = s->targets[0].sslmode;
    if (catch_signals(s, d) != ERR_OK)
        return d->code;
    const bool drives = s->options.command == COMMAND_RUN || s->options.command == COMMAND_CAPACITY;
    if (drives)
        ask_servers(s, d); /* A failure is told behind `hello`. */
    report_init(&s->report, &s->options);
    s->report.ops->hello(&s->report, s->targets);
    if (s->options.command == COMMAND_RUN)
        run_run(s, d);
    else if (s->options.command == COMMAND_CAPACITY)
        run_capacity(s, d);
    else
        run_other(s, d);
    if (!s->is_interrupted)
        report_explain_loss(&s->report, d);
    return d->code;
}

/* Exit code of commands that only print. */
static int
printed(void)
{
    if ((fflush(stdout) == 0 && !ferror(stdout)) ||
        errno == EPIPE) /* A reader that has read enough, such as `head`, gets no error. */
        return 0;
    fprintf(stderr, "plumbline-load: standard output does not take what is printed\n");
    return (int)ERR_INTERNAL;
}

/* Where one of the standard files is closed, the next file that is opened would be taken for it: a connection for standard output. */
static enum err
open_standard_files(struct diag *d)
{
    const bool has_output = fcntl(STDOUT_FILENO, F_GETFD) >= 0;

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) /* open() takes the lowest number that is free. */
            return fail(d, ERR_INTERNAL, "/dev/null cannot be opened: %s", strerror(errno));
    return has_output ? ERR_OK : fail(d, ERR_INTERNAL, "standard output is closed");
}

/* Wherever it stands, as in sysbench, whatever else is wrong; -V as pgbench has it. */
static bool
asks_for_version(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "--version=on") == 0 || strcmp(argv[i], "-V") == 0)
            return true;
    return false;
}

int
main(int argc, char **argv)
{
    static struct session s = {
        .signal_fd = -1}; /* Static: a worker that is left goes on with it until the process has ended. */
    struct diag d = DIAG_NONE;
    const char *help;

    if (open_standard_files(&d) != ERR_OK)
        return explain(&s, &d);
    signal(SIGPIPE, SIG_IGN); /* A reader that went away is seen when writing. */
    if (asks_for_version(argc, argv)) {
        fprintf(stdout, "plumbline-load %s (%s)\n", PLUMBLINE_VERSION, PLUMBLINE_PROFILE);
        return printed();
    }
    if (argc == 2 && strcmp(argv[1], "describe") == 0) {
        describe_catalog(stdout);
        return printed();
    }
    if (argc == 2 && strcmp(argv[1], "man") == 0) {
        help_print_man(stdout);
        return printed();
    }
    if (options_parse(&s.options, argc, argv, &help, &d) != ERR_OK)
        return explain(&s, &d);
    if (help) {
        help_print(stdout, help);
        return printed();
    }
    if (s.options.pgbench.shows) {
        report_pgbench_script(s.options.pgbench.shows, &d);
        return explain(&s, &d);
    }
    options_remark(stderr, &s.options);
    /* A program that reads our lines must not leave us behind; a person's nohup may. */
    if (s.options.report.output == OUTPUT_NDJSON)
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    run_command(&s, &d);
    return explain(&s, &d);
}
