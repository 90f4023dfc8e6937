/*
 * The text of --config-file, and of YCSB's --property-file: any gives options whose values have no space around them, or an error that
 * names the file's line.
 *
 * The input is the file.
 */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "catalog/sbtest/sbtest.h"
#include "catalog/workload.h"
#include "cli/command_line.h"
#include "fuzz.h"

/* A file in memory, made at the first call, with these bytes. Returns how it can be opened. */
static const char *
file_of(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;

    if (fd < 0) {
        fd = memfd_create("config", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_CHECK(ftruncate(fd, 0) == 0);
    FUZZ_CHECK(pwrite(fd, data, size, 0) == (ssize_t)size);
    return path;
}

static void
check_text(const char *value)
{
    if (!value || value[0] == '\0')
        return;
    FUZZ_CHECK(!strchr(" \t\r", value[0]));
    FUZZ_CHECK(!strchr(" \t\r", value[strlen(value) - 1]));
    FUZZ_CHECK(!strchr(value, '\n'));
}

static void
check_options(const struct options *o)
{
    FUZZ_CHECK(o->load.threads >= 1);
    FUZZ_CHECK(o->report.percentiles.count >= 1);
    check_text(o->connection.pgsql_host);
    check_text(o->connection.pgsql_user);
    check_text(o->connection.pgsql_password);
    check_text(o->connection.pgsql_db);
    if (o->load.workload->family == &sbtest_family)
        check_text(sbtest(&o->load)->create_table_options);
}

static int
count_lines(const uint8_t *data, size_t size)
{
    int count = 1;

    for (size_t i = 0; i < size; i++)
        count += data[i] == '\n';
    return count;
}

/* Of a line that is there; options that do not go together are nobody's line. */
static void
check_error(const struct diag *d, const char *path, int line_count)
{
    const size_t length = strlen(path);
    int line;

    FUZZ_CHECK(d->text[0] != '\0');
    FUZZ_CHECK(d->hint[0] != '\0');
    if (strncmp(d->text, path, length) == 0 && sscanf(d->text + length, " line %d:", &line) == 1)
        FUZZ_CHECK(line >= 1 && line <= line_count);
}

static void
read_as(const char *option_name, char *workload, const char *path, int line_count)
{
    char option[96];
    char words[][16] = {"plumbline-load", "run"};
    char *const argv[] = {words[0], option, workload, words[1], NULL};
    static struct options o;
    struct diag d = DIAG_NONE;

    snprintf(option, sizeof option, "--%s=%s", option_name, path);
    if (options_parse(&o, 4, argv, NULL, &d) == ERR_OK)
        check_options(&o);
    else
        check_error(&d, path, line_count);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char sysbench[] = "oltp_read_only", ycsb[] = "ycsb_a";
    const char *const path = file_of(data, size);
    const int line_count = count_lines(data, size);

    read_as("config-file", sysbench, path, line_count);
    read_as("property-file", ycsb, path, line_count);
    return 0;
}
