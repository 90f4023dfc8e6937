#ifndef PLUMBLINE_CATALOG_OPTIONS_H
#define PLUMBLINE_CATALOG_OPTIONS_H

/*
 * The options that decide which statements are sent and what the tables hold: what was chosen of the catalogue, what all
 * families share, and the options of the workload's family. How a run is driven and where the servers are is no concern of the
 * catalogue (cli/).
 */

#include "base/base.h"
#include "catalog/dialect.h"
#include "math/dist.h"
#include "program/params.h"

struct workload;

enum ps_mode {
    PS_MODE_AUTO,    /* Statements are prepared on the server. */
    PS_MODE_DISABLE, /* The values are written into the text, sent by the simple protocol. */
};

enum integer_type { INTEGER_AUTO, INTEGER_INT4, INTEGER_INT8 };

/* This process is number `index`, from 0, of `count` that run the same plan on several machines. */
struct shard {
    int64_t index;
    int64_t count;
};

/* Bytes for the options of a family. */
enum { FAMILY_OPTIONS_SIZE = 4096 };

struct workload_options {
    const struct workload *workload;
    const struct dialect *dialect;
    unsigned dialect_number; /* Number of dialect_at(); what --dialect is read into. */

    int64_t threads; /* Connections to each target. */
    struct shard shard;

    enum integer_type integer_type; /* Never INTEGER_AUTO after options_parse(). */
    const char *retry;              /* SQLSTATEs with commas; NULL: the dialect's. Never NULL after options_parse(). */
    enum ps_mode ps_mode;
    const char *text_reason; /* Why statements go as text that were to be prepared; NULL: they are not. No option. */
    bool pipeline;                  /* All statements of an event in one go. */
    enum load_method load_method;   /* Never LOAD_AUTO after options_parse(). */

    struct dist_options dist;
    int64_t
        rand_seed; /* After options_parse() 0 only by pgbench's --random-seed=0, or where nothing is drawn: sql, describe. */

    /* The struct of options that the workload's family has: see sbtest() and its like. */
    _Alignas(max_align_t) char family[FAMILY_OPTIONS_SIZE];
};

/* How many connections drive each server, those of other machines included: they share rows and keys out as lanes. */
int64_t options_lane_count(const struct workload_options *o);

/* 23 or 20: what PARAM_INT is bound as. */
uint32_t options_integer_oid(const struct workload_options *o);

/* The name of the type that a parameter is bound as: "int8". */
const char *options_param_type_name(const struct workload_options *o, enum param_type type);

/* Is an event that ended in this SQLSTATE to be tried again, whatever its statement was? */
bool options_is_retryable(const struct workload_options *o, const char *sqlstate);

#endif
