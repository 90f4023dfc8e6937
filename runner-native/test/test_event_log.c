/* The lines of --log, and what happens where the disk takes none. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check_values.h"
#include "machine/event_log.h"
#include "parse.h"

static char folder[] = "/tmp/plumbline-log-XXXXXX";

/* The file of a worker, as text. */
static char *
text_of(const char *prefix, int worker)
{
    static char text[4096];
    char path[256];
    size_t length = 0;

    snprintf(path, sizeof path, worker == 0 ? "%s.%d" : "%s.%d.%d", prefix, (int)getpid(), worker);
    FILE *const file = fopen(path, "r");
    CHECK(file != NULL, "%s: %s", path, strerror(errno));
    if (file) {
        length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        unlink(path);
    }
    text[length] = '\0';
    return text;
}

static const char *
prefix_of(const char *name)
{
    static char prefix[128];

    snprintf(prefix, sizeof prefix, "%s/%s", folder, name);
    return prefix;
}

/* Columns 5 and 6 are the wall clock. */
static void
cut_clock(char *text)
{
    char *out = text;
    int column = 1;

    for (const char *in = text; *in; in++) {
        column += *in == ' ';
        column = *in == '\n' ? 1 : column;
        if (column != 5 && column != 6)
            *out++ = *in;
    }
    *out = '\0';
}

static void
test_lines(void)
{
    struct options o;
    struct diag d = DIAG_NONE;
    CHECK(PARSE(&o, "script", "run", "--log=on", "--max-tries=3", "--rate=10", "--output=pgbench") == ERR_OK, "%s", d.text);
    o.run.log.prefix = prefix_of("lines");
    const struct log_entry entries[] = {
        {.client = 3, .number = 1, .script = 2, .ended_ns = 9999, .latency_ns = 1234567, .lag_ns = 1499, .tries = 1},
        {.client = 3, .number = 2, .is_failed = true, .failure = FAILURE_DEADLOCK, .tries = 3},
        {.client = 0, .number = 1, .is_skipped = true},
    };
    struct event_log *log = event_log_open(&o, 0, &d);
    for (size_t i = 0; log && i < ARRAY_LENGTH(entries); i++)
        CHECK(event_log_add(log, &entries[i], 0, &d), "%s", d.text);
    CHECK(event_log_close(log, &d), "%s", d.text);
    char *text = text_of(o.run.log.prefix, 0);
    cut_clock(text);
    CHECK_TEXT(text, "3 1 1235 2 1 0\n3 2 failed 0 0 2\n0 1 skipped 0 0 0\n");

    o.run.log.is_detailed = true;
    o.run.rate_per_s = 0;
    o.run.max_tries = 1;
    log = event_log_open(&o, 2, &d);
    for (size_t i = 0; log && i < 2; i++)
        CHECK(event_log_add(log, &entries[i], 0, &d), "%s", d.text);
    CHECK(event_log_close(log, &d), "%s", d.text);
    text = text_of(o.run.log.prefix, 2);
    cut_clock(text);
    CHECK_TEXT(text, "3 1 1235 2\n3 2 deadlock 0\n");
}

/* The first column is the wall clock in seconds: shown is how much later each line is. */
static void
test_intervals(void)
{
    struct options o;
    struct diag d = DIAG_NONE;
    CHECK(PARSE(&o, "script", "run", "--log=on", "--aggregate-interval=1", "--max-tries=2", "--output=pgbench") == ERR_OK, "%s",
          d.text);
    o.run.log.prefix = prefix_of("intervals");
    const int64_t since_ns = 5 * NS_PER_S;
    const struct log_entry entries[] = {
        {.ended_ns = since_ns + 1, .latency_ns = 2 * NS_PER_MS, .tries = 1},
        {.ended_ns = since_ns + 2, .latency_ns = 4 * NS_PER_MS, .tries = 2},
        {.ended_ns = since_ns + 3, .is_failed = true, .failure = FAILURE_SERIALIZATION, .tries = 2},
        {.ended_ns = since_ns + 2 * NS_PER_S, .latency_ns = NS_PER_MS, .tries = 1}, /* One second has none. */
        {.ended_ns = since_ns + 2 * NS_PER_S, .is_skipped = true},
        {.ended_ns = since_ns + 2 * NS_PER_S, .is_failed = true, .failure = FAILURE_DEADLOCK, .tries = 1},
    };
    struct event_log *const log = event_log_open(&o, 0, &d);
    for (size_t i = 0; log && i < ARRAY_LENGTH(entries); i++)
        CHECK(event_log_add(log, &entries[i], since_ns, &d), "%s", d.text);
    CHECK(event_log_close(log, &d), "%s", d.text);
    static const char *const lines[] = {
        "2 6000 20000000 2000 4000 0 0 0 0 0 2 2 1 0",
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "1 1000 1000000 1000 1000 0 0 0 0 1 0 0 0 1",
    };
    char *rest = text_of(o.run.log.prefix, 0);
    long first = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        const long second = strtol(rest, &rest, 10);
        first = i == 0 ? second : first;
        CHECK(second == first + (long)i, "line %zu is of second %ld after %ld", i, second, first);
        const size_t length = strcspn(rest, "\n");
        CHECK(length > 0 && strncmp(rest + 1, lines[i], length - 1) == 0 && strlen(lines[i]) == length - 1, "%s", rest);
        rest += length + (rest[length] == '\n');
    }
    CHECK(*rest == '\0', "%s", rest);
}

static void
test_sampling(void)
{
    struct options o;
    struct diag d = DIAG_NONE;
    CHECK(PARSE(&o, "script", "run", "--log=on", "--sampling-rate=0.1", "--output=pgbench") == ERR_OK, "%s", d.text);
    o.run.log.prefix = prefix_of("sampling");
    const struct log_entry entry = {.client = 1, .number = 1, .tries = 1};
    struct event_log *const log = event_log_open(&o, 0, &d);
    for (int i = 0; log && i < 1000; i++)
        CHECK(event_log_add(log, &entry, 0, &d), "%s", d.text);
    CHECK(event_log_close(log, &d), "%s", d.text);
    int count = 0;
    for (const char *c = text_of(o.run.log.prefix, 0); *c; c++)
        count += *c == '\n';
    CHECK(count > 50 && count < 200, "%d of 1000 lines", count);
}

/* At the latest when it is closed, and once: a full disk is no reason to write the same again. */
static void
test_full_disk(int entry_count)
{
    struct options o;
    struct diag d = DIAG_NONE;
    char path[256];
    int refused = 0;
    CHECK(PARSE(&o, "script", "run", "--log=on", "--output=pgbench") == ERR_OK, "%s", d.text);
    o.run.log.prefix = prefix_of("full");
    snprintf(path, sizeof path, "%s.%d", o.run.log.prefix, (int)getpid());
    CHECK(symlink("/dev/full", path) == 0, "%s", strerror(errno));
    const struct log_entry entry = {.tries = 1};
    struct event_log *const log = event_log_open(&o, 0, &d);
    for (int i = 0; log && i < entry_count; i++)
        refused += !event_log_add(log, &entry, 0, &d);
    CHECK((refused > 0) == (entry_count > 10000), "%d refused", refused);
    event_log_close(log, &d);
    CHECK(d.code == ERR_INTERNAL, "code %d", d.code);
    CHECK(strstr(d.text, path) && strstr(d.text, "cannot be written: No space left on device"), "%s", d.text);
    CHECK(strstr(d.hint, "--sampling-rate"), "%s", d.hint);
    unlink(path);
}

static void
test_no_folder(void)
{
    struct options o;
    struct diag d = DIAG_NONE;
    CHECK(PARSE(&o, "script", "run", "--log=on", "--log-prefix=/nowhere/log", "--output=pgbench") == ERR_OK, "%s", d.text);
    CHECK(event_log_open(&o, 0, &d) == NULL, "opened");
    CHECK(strstr(d.text, "/nowhere/log.") && strstr(d.text, "cannot be opened: No such file or directory"), "%s", d.text);
    CHECK(event_log_close(NULL, &d), "nothing to close");
}

int
main(void)
{
    CHECK(mkdtemp(folder) != NULL, "%s", strerror(errno));
    test_lines();
    test_intervals();
    test_sampling();
    test_full_disk(1);
    test_full_disk(20000);
    test_no_folder();
    rmdir(folder);
    return check_result("event log");
}
