#include "catalog/ycsb/ycsb.h"

#include <inttypes.h>

#include "catalog/table.h"

#define FIELD(field) .offset = offsetof(struct ycsb_options, field)

enum { FIELD_COUNT_LIMIT = COLUMN_COUNT_MAX - 1, FIELD_LENGTH_LIMIT = 1 << 16, SCAN_LENGTH_LIMIT = 1000000 };

static const char *const requests[] = {[REQUESTS_UNIFORM] = "uniform",
                                       [REQUESTS_ZIPFIAN] = "zipfian",
                                       [REQUESTS_ZIPFIAN_EXACT] = "zipfian-exact",
                                       [REQUESTS_LATEST] = "latest",
                                       [REQUESTS_SEQUENTIAL] = "sequential",
                                       [REQUESTS_HOTSPOT] = "hotspot",
                                       [REQUESTS_EXPONENTIAL] = "exponential",
                                       NULL};
static const char *const field_lengths[] = {
    [LENGTHS_CONSTANT] = "constant", [LENGTHS_UNIFORM] = "uniform", [LENGTHS_ZIPFIAN] = "zipfian", NULL};
static const char *const scan_lengths[] = {"uniform", "zipfian", NULL};
static const char *const insert_orders[] = {"hashed", "ordered", NULL};

#define PROPORTION(name_, operation, fallback_, help_)                                                                         \
    {.name = name_,                                                                                                            \
     .type = OPTION_REAL,                                                                                                      \
     FIELD(proportions[operation]),                                                                                            \
     .fallback = fallback_,                                                                                                    \
     .low = 0,                                                                                                                 \
     .high = 1e6,                                                                                                              \
     .argument = "P",                                                                                                          \
     .help = help_}

/* clang-format off */
static const struct option_row rows[] = {
    {.name = "record-count", .type = OPTION_INT, FIELD(record_count), .fallback = "1000", .low = 1, .high = 1e12,
     .argument = "N", .shapes = SHAPES_DATA, .help = "records that prepare makes"},
    {.name = "insert-start", .type = OPTION_INT, FIELD(insert_start), .fallback = "0", .low = 0, .high = 1e12,
     .argument = "N", .shapes = SHAPES_DATA,
     .help = "prepare makes records N to --record-count alone, and a run uses no others"},
    {.name = "insert-order", .type = OPTION_CHOICE, FIELD(insert_order), .fallback = "hashed", .choices = insert_orders,
     .shapes = SHAPES_DATA, .help = "keys are hashes of the records' numbers, or the numbers themselves"},
    {.name = "zero-padding", .type = OPTION_INT, FIELD(zero_padding), .fallback = "1", .low = 1, .high = 20,
     .argument = "N", .shapes = SHAPES_DATA, .help = "digits of a key, at least"},
    {.name = "field-count", .type = OPTION_INT, FIELD(field_count), .fallback = "10", .low = 1, .high = FIELD_COUNT_LIMIT,
     .argument = "N", .shapes = SHAPES_DATA, .help = "fields of a record, besides its key"},
    {.name = "field-length", .type = OPTION_INT, FIELD(field_length), .fallback = "100", .low = 1, .high = FIELD_LENGTH_LIMIT,
     .argument = "N", .shapes = SHAPES_DATA, .help = "characters of a field, at most"},
    {.name = "field-length-distribution", .type = OPTION_CHOICE, FIELD(field_lengths), .fallback = "constant",
     .choices = field_lengths, .shapes = SHAPES_DATA, .help = "all of --field-length, or from 1 to it"},
    PROPORTION("read-proportion", YCSB_READ, "0.95", "weight of events that read a record"),
    PROPORTION("update-proportion", YCSB_UPDATE, "0.05", "weight of events that update a record"),
    PROPORTION("insert-proportion", YCSB_INSERT, "0", "weight of events that insert a record"),
    PROPORTION("scan-proportion", YCSB_SCAN, "0", "weight of events that read records from a key on"),
    PROPORTION("readmodifywrite-proportion", YCSB_RMW, "0", "weight of events that read a record, then update it"),
    {.name = "request-distribution", .type = OPTION_CHOICE, FIELD(requests), .fallback = "zipfian", .choices = requests,
     .help = "distribution of the records used: zipfian as in YCSB, over 10^10 ranks; zipfian-exact: over the records"},
    {.name = "zipfian-theta", .type = OPTION_REAL, FIELD(zipfian_theta), .fallback = "0.99", .low = 0, .high = 100,
     .argument = "T", .help = "exponent of zipfian, zipfian-exact and latest: rank k has weight 1 / k^T"},
    {.name = "hotspot-data-fraction", .type = OPTION_REAL, FIELD(hotspot_data_fraction), .fallback = "0.2", .low = 0,
     .high = 1, .argument = "F", .help = "share of the records that are hot, of hotspot"},
    {.name = "hotspot-opn-fraction", .type = OPTION_REAL, FIELD(hotspot_operation_fraction), .fallback = "0.8", .low = 0,
     .high = 1, .argument = "F", .help = "share of the requests for hot records, of hotspot"},
    {.name = "exponential-percentile", .type = OPTION_REAL, FIELD(exponential_percentile), .fallback = "95", .low = 0.001,
     .high = 99.999, .argument = "P",
     .help = "per cent of the requests that are for the latest --exponential-frac of the records"},
    {.name = "exponential-frac", .type = OPTION_REAL, FIELD(exponential_fraction), .fallback = "0.8571428571", .low = 1e-6,
     .high = 1e6, .argument = "F", .help = "the latest records of exponential, as a share of --record-count"},
    {.name = "write-all-fields", .type = OPTION_BOOL, FIELD(write_all_fields), .fallback = "off",
     .help = "an update writes all fields of its record, instead of one that is drawn"},
    {.name = "min-scan-length", .type = OPTION_INT, FIELD(min_scan_length), .fallback = "1", .low = 1,
     .high = SCAN_LENGTH_LIMIT, .argument = "N", .help = "records of a scan, at least"},
    {.name = "max-scan-length", .type = OPTION_INT, FIELD(max_scan_length), .fallback = "1000", .low = 1,
     .high = SCAN_LENGTH_LIMIT, .argument = "N", .help = "records of a scan, at most"},
    {.name = "scan-length-distribution", .type = OPTION_CHOICE, FIELD(scan_lengths), .fallback = "uniform",
     .choices = scan_lengths, .help = "distribution of the lengths between them; zipfian: the shortest most often"},
    {.name = "rmw-transaction", .type = OPTION_BOOL, FIELD(rmw_transaction), .fallback = "off",
     .help = "the two statements of a read-modify-write are one transaction; YCSB's are none"},
    {.name = "range-key-partitioning", .type = OPTION_BOOL, FIELD(range_key_partitioning), .fallback = "off",
     .shapes = SHAPES_DATA, .help = OPTION_HELP_RANGES},
    {.name = "property-file", .letter = 'P', .type = OPTION_TEXT, FIELD(property_file), .argument = "FILE",
     .shapes = SHAPES_NOTHING,
     .help = "YCSB's workload file, for what no option says; -P FILE is the same"},
};
/* clang-format on */

const struct option_group ycsb_option_groups[1] = {
    {"The workloads ycsb_* (give prepare and run the same)", PLACE_EVENTS, rows, ARRAY_LENGTH(rows)}};

/* YCSB's own properties, from its workload files. */
#define IS_CALLED(name) "it is called --" name, "--" name
const struct absent_option ycsb_absent_options[] = {
    {"recordcount", IS_CALLED("record-count")},
    {"insertstart", IS_CALLED("insert-start")},
    {"insertorder", IS_CALLED("insert-order")},
    {"zeropadding", IS_CALLED("zero-padding")},
    {"fieldcount", IS_CALLED("field-count")},
    {"fieldlength", IS_CALLED("field-length")},
    {"fieldlengthdistribution", IS_CALLED("field-length-distribution")},
    {"readproportion", IS_CALLED("read-proportion")},
    {"updateproportion", IS_CALLED("update-proportion")},
    {"insertproportion", IS_CALLED("insert-proportion")},
    {"scanproportion", IS_CALLED("scan-proportion")},
    {"readmodifywriteproportion", IS_CALLED("readmodifywrite-proportion")},
    {"requestdistribution", IS_CALLED("request-distribution")},
    {"hotspotdatafraction", IS_CALLED("hotspot-data-fraction")},
    {"hotspotopnfraction", IS_CALLED("hotspot-opn-fraction")},
    {"writeallfields", IS_CALLED("write-all-fields")},
    {"minscanlength", IS_CALLED("min-scan-length")},
    {"maxscanlength", IS_CALLED("max-scan-length")},
    {"scanlengthdistribution", IS_CALLED("scan-length-distribution")},
    {"insertcount", "prepare makes all records from --insert-start on", "--insert-start=N --record-count=M makes N to M - 1"},
    {"operationcount", "it is called as in sysbench", "--events=N --time=0"},
    {"maxexecutiontime", "it is called as in sysbench", "--time=S"},
    {"threadcount", "it is called as in sysbench", "--threads=N"},
    {"target", "it is called as in sysbench", "--rate=N, with planned starts that latency counts from"},
    {"dataintegrity", "values are random, and `check` looks at their lengths", "leave it out"},
    {NULL, NULL, NULL},
};

static enum err
check_records(const struct ycsb_options *y, struct diag *d)
{
    if (y->insert_start >= y->record_count) {
        fail(d, ERR_USAGE, "--insert-start=%" PRId64 " leaves no record below --record-count=%" PRId64, y->insert_start,
             y->record_count);
        fail_hint(d, "raise --record-count; --insert-start=0 makes all of them");
    } else if (y->min_scan_length > y->max_scan_length) {
        fail(d, ERR_USAGE, "--min-scan-length=%" PRId64 " is above --max-scan-length=%" PRId64, y->min_scan_length,
             y->max_scan_length);
        fail_hint(d, "give both, for example --min-scan-length=1 --max-scan-length=100");
    }
    return d->code;
}

static enum err
check_proportions(const struct ycsb_options *y, struct diag *d)
{
    double sum = 0;

    for (int i = 0; i < YCSB_OPERATION_COUNT; i++)
        sum += y->proportions[i];
    if (sum <= 0) {
        fail(d, ERR_USAGE, "the proportions of all operations are 0: there is nothing to do");
        fail_hint(d, "raise one of them, for example --read-proportion=1");
    }
    return d->code;
}

enum err
ycsb_check(const struct workload_options *o, struct diag *d)
{
    const struct ycsb_options *const y = ycsb(o);

    if (check_records(y, d) != ERR_OK || check_proportions(y, d) != ERR_OK)
        return d->code;
    if (y->rmw_transaction && o->dialect->no_write_transactions) {
        fail(d, ERR_USAGE, "--rmw-transaction needs transactions that write, which %s does not have: %s", o->dialect->title,
             o->dialect->no_write_transactions);
        fail_hint(d, "leave it out: a read-modify-write is two statements then, as YCSB's are");
    } else if (y->range_key_partitioning && !o->dialect->has_hash_keys) {
        fail(d, ERR_USAGE, "--range-key-partitioning: %s has no keys that are sharded by a hash otherwise", o->dialect->title);
        fail_hint(d, "leave it out; it is for --dialect=yugabytedb");
    }
    return d->code;
}
