/*
 * Lists with commas: hosts, their ports, and percentiles. Any text gives hosts that can be connected to one by one and percentiles
 * that rise, or an error that says what is wrong and what to do.
 *
 * The input is four lines: hosts, ports, percentiles, and a libpq URL that stands for the first two where it is not empty.
 */

#include <stdlib.h>
#include <string.h>

#include "cli/command_line.h"
#include "fuzz.h"
#include "machine/target.h"

enum { LINE_COUNT = 4 };

/* The lines of `text`, which is cut up; empty ones where there are no more. */
static void
split_lines(char *text, const char *lines[LINE_COUNT])
{
    for (int i = 0; i < LINE_COUNT; i++) {
        const char *const line = strsep(&text, "\n");
        lines[i] = line ? line : "";
    }
}

/* `name`, `value` in memory of its own. */
static char *
join(const char *name, const char *value)
{
    const size_t size = strlen(name) + strlen(value) + 1;
    char *const joined = malloc(size);

    snprintf(joined, size, "%s%s", name, value);
    return joined;
}

static void
check_percentiles(const struct percentiles *list)
{
    FUZZ_CHECK(list->count >= 1 && list->count <= PERCENTILE_COUNT_MAX);
    for (int i = 0; i < list->count; i++) {
        FUZZ_CHECK(list->value[i] >= 0 && list->value[i] <= 100);
        FUZZ_CHECK(i == 0 || list->value[i] > list->value[i - 1]);
    }
}

static void
check_hosts(const struct target *t, bool are_ports_checked)
{
    char name[512];

    FUZZ_CHECK(t->host_count >= 1 && t->host_count <= HOST_COUNT_MAX);
    for (int i = 0; i < t->host_count; i++) {
        const char *const port = t->hosts[i].port;
        FUZZ_CHECK(port[0] != '\0');
        FUZZ_CHECK(!strchr(t->hosts[i].host, ',') && !strchr(t->hosts[i].hostaddr, ',') && !strchr(port, ','));
        if (are_ports_checked)
            FUZZ_CHECK(atoi(port) >= 1 && atoi(port) <= 65535 && strspn(port, "0123456789") == strlen(port));
        target_host_name(t, i, name, sizeof name);
        FUZZ_CHECK(strchr(name, ':') != NULL);
    }
}

static void
check_target(const struct options *o)
{
    static struct target t;
    struct diag d = DIAG_NONE;

    if (target_init(&t, &o->connection, o->load.dialect, o->run.thread_init_timeout_ns, 0, &d) == ERR_OK) {
        check_hosts(&t, !o->connection.pgsql_url);
    } else {
        FUZZ_CHECK(d.text[0] != '\0');
        FUZZ_CHECK(d.hint[0] != '\0');
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    const char *lines[LINE_COUNT];
    static struct options o;
    struct diag d = DIAG_NONE;

    memcpy(text, data, size);
    text[size] = '\0';
    split_lines(text, lines);
    char *const percentiles = join("--percentiles=", lines[2]);
    char *const hosts = lines[3][0] ? join("--pgsql-url=", lines[3]) : join("--pgsql-host=", lines[0]);
    char *const ports = lines[3][0] ? join("--percentile=", "95") : join("--pgsql-port=", lines[1]);
    char words[][32] = {"plumbline-load", "oltp_read_only", "run"};
    char *const argv[] = {words[0], percentiles, hosts, ports, words[1], words[2], NULL};

    if (options_parse(&o, 6, argv, NULL, &d) == ERR_OK) {
        check_percentiles(&o.report.percentiles);
        check_target(&o);
    } else {
        FUZZ_CHECK(d.text[0] != '\0');
        FUZZ_CHECK(d.hint[0] != '\0');
    }
    free(percentiles);
    free(hosts);
    free(ports);
    free(text);
    return 0;
}
