#ifndef PLUMBLINE_MATH_DIST_H
#define PLUMBLINE_MATH_DIST_H

/*
 * The distributions that row ids and the column k are drawn from: sysbench's --rand-type, defined in docs/workloads.md
 * section 1.2. Prepared once for a range, then drawn from with any stream; a prepared distribution is never written to, so
 * threads may share it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "math/rng.h"

enum dist_kind {
    DIST_UNIFORM,  /* Every value alike. */
    DIST_GAUSSIAN, /* Mean of `iterations` uniforms: a bell over the whole range. */
    DIST_SPECIAL,  /* sysbench 1.0: `special_res` % of the draws hit the central `special_pct` % of the values. */
    DIST_PARETO,   /* Low values are hot: a share of 1 - h of the draws hits the first share of h of the values. */
    DIST_ZIPFIAN,  /* The k-th value has weight 1 / k^exponent, not scrambled: `low` is the hottest. */
};

/* The --rand-* options, each with the name and the range of its option. */
struct dist_options {
    enum dist_kind kind;
    int iterations;          /* --rand-spec-iter, >= 1: for gaussian and special. */
    double special_pct;      /* --rand-spec-pct, 0 < .. <= 100. */
    double special_res;      /* --rand-spec-res, 0 <= .. <= 100. */
    double pareto_h;         /* --rand-pareto-h, 0 < .. < 1. */
    double zipfian_exponent; /* --rand-zipfian-exp, >= 0. */
    double zipfian_shift;    /* >= 0: the k-th value has weight 1 / (k + shift)^exponent. */
};

#define DIST_OPTIONS_DEFAULT                                                                                                   \
    {.kind = DIST_UNIFORM, .iterations = 12, .special_pct = 1, .special_res = 75, .pareto_h = 0.2, .zipfian_exponent = 0.8}

struct dist {
    struct dist_options options;
    int64_t low;
    int64_t high;
    double span;           /* high - low + 1 */
    double pareto_power;   /* ln h / ln (1 - h) */
    double zipf_area_low;  /* H(1.5) - h(1), with the shift */
    double zipf_area_high; /* H(span + 0.5), with the shift */
    double zipf_shortcut;  /* Accept without computing H when k - x is at most this. */
};

/* "uniform", "gaussian", ... */
const char *dist_kind_name(enum dist_kind kind);

/* Reads a --rand-type. False, and `kind` untouched, when there is no such distribution. */
bool dist_kind_parse(const char *name, enum dist_kind *kind);

/* NULL when the options are in range, otherwise a sentence that names the option and what it may be. */
const char *dist_options_fault(const struct dist_options *options);

/* Prepares `d` for values from `low` to `high`, both included. The options must have no fault, and `low` <= `high`, and the
 * range must be at most 2^53 values wide. */
void dist_init(struct dist *d, const struct dist_options *options, int64_t low, int64_t high);

/* The same distribution of values up to another `high`: cheaper than a new one. */
void dist_set_high(struct dist *d, int64_t high);

/* One value from low to high. Takes one number of the stream for uniform, special (when hot) and pareto, `iterations` for
 * gaussian, and a few for zipfian. */
int64_t dist_draw(const struct dist *d, struct rng *r);

#endif
