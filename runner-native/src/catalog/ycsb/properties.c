/*
 * The properties of YCSB's workload files, with the values that YCSB gives those which a file does not have.
 */

#include "catalog/ycsb/ycsb.h"

#define IS(name_, option_, fallback_) {.name = name_, .option = option_, .fallback = fallback_}
#define ONLY(name_, only_, reason_) {.name = name_, .only = only_, .reason = reason_}
#define CHANGES_NOTHING(name_) {.name = name_}

const struct property ycsb_properties[] = {
    IS("recordcount", "record-count", NULL),
    IS("insertstart", "insert-start", "0"),
    IS("insertorder", "insert-order", "hashed"),
    IS("zeropadding", "zero-padding", "1"),
    IS("fieldcount", "field-count", "10"),
    IS("fieldlength", "field-length", "100"),
    IS("fieldlengthdistribution", "field-length-distribution", "constant"),
    IS("readproportion", "read-proportion", "0.95"),
    IS("updateproportion", "update-proportion", "0.05"),
    IS("insertproportion", "insert-proportion", "0"),
    IS("scanproportion", "scan-proportion", "0"),
    IS("readmodifywriteproportion", "readmodifywrite-proportion", "0"),
    IS("requestdistribution", "request-distribution", "uniform"),
    IS("hotspotdatafraction", "hotspot-data-fraction", "0.2"),
    IS("hotspotopnfraction", "hotspot-opn-fraction", "0.8"),
    IS("exponential.percentile", "exponential-percentile", "95"),
    IS("exponential.frac", "exponential-frac", "0.8571428571"),
    IS("writeallfields", "write-all-fields", "false"),
    IS("minscanlength", "min-scan-length", "1"),
    IS("maxscanlength", "max-scan-length", "1000"),
    IS("scanlengthdistribution", "scan-length-distribution", "uniform"),
    /* A time that is given, as a harness does, is how long a run is. */
    {.name = "operationcount", .option = "events", .unless = "time", .implied = {"time", "0"}},
    IS("maxexecutiontime", "time", NULL),
    IS("threadcount", "threads", NULL),
    IS("target", "rate", NULL),
    ONLY("workload", "site.ycsb.workloads.CoreWorkload|com.yahoo.ycsb.workloads.CoreWorkload",
         "only YCSB's core workload is driven"),
    ONLY("table", "usertable", "the table is called usertable"),
    ONLY("fieldnameprefix", "field", "the fields are called FIELD0, FIELD1 ..."),
    ONLY("minfieldlength", "1", "the shortest field has one character"),
    ONLY("dataintegrity", "false", "values are random, and `check` looks at their lengths"),
    ONLY("insertcount", "", "prepare makes the records from insertstart to recordcount: leave it out"),
    ONLY("core_workload_insertion_retry_limit", "0", "a failed event is counted: --max-tries says how often it is tried"),
    CHANGES_NOTHING("core_workload_insertion_retry_interval"),
    CHANGES_NOTHING("readallfields"), /* The JDBC binding reads all of them. */
    CHANGES_NOTHING("readallfieldsbyname"),
    CHANGES_NOTHING("maxscanrate"), /* These three are of another database, but in YCSB's template. */
    CHANGES_NOTHING("scanoptimelimit"),
    CHANGES_NOTHING("discardscannedrecord"),
    CHANGES_NOTHING("fieldlengthhistogram"), /* Property of a distribution that is refused. */
    CHANGES_NOTHING("columnfamily"),
    CHANGES_NOTHING("db"),
    CHANGES_NOTHING("db."),
    CHANGES_NOTHING("jdbc."),
    /* How it reports. */
    CHANGES_NOTHING("exporter"),
    CHANGES_NOTHING("exportfile"),
    CHANGES_NOTHING("label"),
    CHANGES_NOTHING("latencytrackederrors"),
    CHANGES_NOTHING("reportlatencyforeacherror"),
    CHANGES_NOTHING("measurementtype"),
    CHANGES_NOTHING("measurement."),
    CHANGES_NOTHING("hdrhistogram."),
    CHANGES_NOTHING("histogram."),
    CHANGES_NOTHING("timeseries."),
    CHANGES_NOTHING("status."),
    {.name = NULL},
};
