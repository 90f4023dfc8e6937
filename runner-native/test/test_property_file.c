/*
 * --property-file: what the properties of YCSB's workload files come to as options, next to those that are given, and which line is
 * wrong.
 */

#include <stdlib.h>
#include <unistd.h>

#include "catalog/ycsb/ycsb.h"
#include "check_values.h"
#include "parse.h"

static char path[] = "/tmp/plumbline-properties-XXXXXX";
static struct options o;
static struct diag d;

static void
write_file(const char *text)
{
    FILE *const file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

static void
check_proportions(double read, double update, double insert, double scan, double rmw)
{
    const double expected[] = {read, update, insert, scan, rmw};

    for (int i = 0; i < YCSB_OPERATION_COUNT; i++)
        CHECK(ycsb(&o.load)->proportions[i] == expected[i], "proportion %d is %g", i, ycsb(&o.load)->proportions[i]);
}

static void
a_file_says_all_that_a_workload_is(void)
{
    write_file("# A comment\n! Another one\n\nrecordcount=5000\r\noperationcount = 700\n"
               "workload=site.ycsb.workloads.CoreWorkload\nreadallfields=true\nreadproportion: 0.5\nupdateproportion 0\n"
               "readmodifywriteproportion=0.5\nhdrhistogram.percentiles=95,99\nthreadcount=3\n");
    CHECK_INT(PARSE(&o, "-P", path, "ycsb_e", "run"), ERR_OK);
    CHECK_TEXT(d.text, "");
    CHECK_INT(ycsb(&o.load)->record_count, 5000);
    CHECK_INT(o.run.events, 700);
    CHECK_INT(o.run.time_ns, 0); /* The operations are all that ends it. */
    CHECK_INT(o.load.threads, 3);
    check_proportions(0.5, 0, 0, 0, 0.5); /* Those that it lacks are YCSB's defaults, not those of ycsb_e. */
    CHECK_INT(ycsb(&o.load)->requests, REQUESTS_UNIFORM);
    CHECK_INT(ycsb(&o.load)->max_scan_length, 1000);
}

static void
a_byte_order_mark_is_no_part_of_a_name(void)
{
    write_file("\xef\xbb\xbfrecordcount=5000\r\n");
    CHECK_INT(PARSE(&o, "-P", path, "ycsb_a", "run"), ERR_OK);
    CHECK_INT(ycsb(&o.load)->record_count, 5000);
}

static void
options_win_wherever_they_stand(void)
{
    write_file("recordcount=5000\nrequestdistribution=latest\nmaxexecutiontime=30\noperationcount=10\n");
    CHECK_INT(PARSE(&o, "--record-count=7", "-P", path, "--request-distribution=hotspot", "ycsb_a", "run"), ERR_OK);
    CHECK_INT(ycsb(&o.load)->record_count, 7);
    CHECK_INT(ycsb(&o.load)->requests, REQUESTS_HOTSPOT);
    CHECK_INT(o.run.time_ns, 30 * NS_PER_S);
    CHECK_INT(o.run.events, 10);
    CHECK_INT(PARSE(&o, "--time=5", "-P", path, "ycsb_a", "run"), ERR_OK);
    CHECK_INT(o.run.time_ns, 5 * NS_PER_S);
    CHECK_INT(o.run.events, 0); /* Who gives a time measures for as long. */
}

static void
what_is_not_supported_is_named_with_its_line(void)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"recordcount=5\nrecordcuont=6\n", " line 2: unknown property recordcuont"},
        {"\n\nfieldlengthdistribution=histogram\n", " line 3: --field-length-distribution=histogram: must be"},
        {"dataintegrity=true\n", " line 1: dataintegrity=true: values are random"},
        {"workload=site.ycsb.workloads.RestWorkload\n", " line 1: workload=site.ycsb.workloads.RestWorkload: only YCSB's core"},
        {"table=other\n", " line 1: table=other: the table is called usertable"},
        {"insertcount=10\n", " line 1: insertcount=10: prepare makes the records from insertstart"},
        {"recordcount=many\n", " line 1: --record-count=many: must be"},
        {"readproportion=0.5\\\nupdateproportion=0.5\n", " line 1: it goes on in the next line"},
        {"=5\n", " line 1: unknown property"},
        {"recordcount\n", " line 1: --record-count"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        write_file(cases[i].text);
        CHECK_INT(PARSE(&o, "--property-file", path, "ycsb_a", "run"), ERR_USAGE);
        char option[96];
        snprintf(option, sizeof option, "--property-file=%s", path);
        CHECK_INT(PARSE(&o, option, "ycsb_a", "run"), ERR_USAGE);
        CHECK_HAS(d.text, path);
        CHECK_HAS(d.text, cases[i].error);
        CHECK(d.hint[0], "%s has a remedy", d.text);
    }
}

static void
a_file_that_cannot_be_read_is_named(void)
{
    CHECK_INT(PARSE(&o, "-P", "/nonexistent/workloada", "ycsb_a", "run"), ERR_USAGE);
    CHECK_TEXT(d.text, "--property-file=/nonexistent/workloada cannot be read: No such file or directory");
    CHECK_INT(PARSE(&o, "-P", "/tmp", "ycsb_a", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "Is a directory");
    CHECK_INT(PARSE(&o, "-P", path, "kv", "run"), ERR_USAGE);
    CHECK_TEXT(d.text, "kv has no option --property-file");
}

int
main(void)
{
    const int fd = mkstemp(path);

    if (fd < 0)
        return 1;
    close(fd);
    a_file_says_all_that_a_workload_is();
    a_byte_order_mark_is_no_part_of_a_name();
    options_win_wherever_they_stand();
    what_is_not_supported_is_named_with_its_line();
    a_file_that_cannot_be_read_is_named();
    unlink(path);
    return check_result("property file");
}
