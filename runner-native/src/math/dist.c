#include "math/dist.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const kind_names[] = {
    [DIST_UNIFORM] = "uniform", [DIST_GAUSSIAN] = "gaussian", [DIST_SPECIAL] = "special",
    [DIST_PARETO] = "pareto",   [DIST_ZIPFIAN] = "zipfian",
};

enum { KIND_COUNT = sizeof kind_names / sizeof kind_names[0] };

const char *
dist_kind_name(enum dist_kind kind)
{
    return kind_names[kind];
}

bool
dist_kind_parse(const char *name, enum dist_kind *kind)
{
    for (int i = 0; i < KIND_COUNT; i++) {
        if (strcmp(name, kind_names[i]) == 0) {
            *kind = (enum dist_kind)i;
            return true;
        }
    }
    return false;
}

/* The conditions are written so that a NaN fails them. */
const char *
dist_options_fault(const struct dist_options *options)
{
    if (!(options->iterations >= 1))
        return "rand-spec-iter must be 1 or more";
    if (!(options->special_pct > 0 && options->special_pct <= 100))
        return "rand-spec-pct must be above 0 and at most 100";
    if (!(options->special_res >= 0 && options->special_res <= 100))
        return "rand-spec-res must be from 0 to 100";
    if (!(options->pareto_h > 0 && options->pareto_h < 1))
        return "rand-pareto-h must be between 0 and 1";
    if (!(options->zipfian_exponent >= 0 && options->zipfian_exponent <= 100))
        return "rand-zipfian-exp must be from 0 to 100";
    return NULL;
}

/*
 * Zipf by rejection-inversion (Hoermann and Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", 1996). Ranks are counted from 1 + shift. h(x) = x^-e is the weight, H(x) its integral, and H has the inverse that is drawn from.
 * H is taken as (x^(1-e) - 1) / (1 - e), which is ln x at e = 1; expm1 and log1p keep it exact near there.
 */

/* expm1(x) / x, and its limit at 0. */
static double
expm1_ratio(double x)
{
    return fabs(x) > 1e-8 ? expm1(x) / x : 1 + x / 2;
}

/* log1p(x) / x, and its limit at 0. */
static double
log1p_ratio(double x)
{
    return fabs(x) > 1e-8 ? log1p(x) / x : 1 - x / 2;
}

static double
zipf_weight(double exponent, double x)
{
    return exp(-exponent * log(x));
}

static double
zipf_area(double exponent, double x)
{
    const double log_x = log(x);
    return expm1_ratio((1 - exponent) * log_x) * log_x;
}

static double
zipf_area_inverse(double exponent, double area)
{
    double t = area * (1 - exponent);
    if (t < -1)
        t = -1; /* Rounding only: H is never below its limit. */
    return exp(log1p_ratio(t) * area);
}

/* The rank, from 1 to span. */
static double
zipf_draw(const struct dist *d, struct rng *r)
{
    const double exponent = d->options.zipfian_exponent, shift = d->options.zipfian_shift;

    for (;;) {
        const double area = d->zipf_area_high + rng_unit(r) * (d->zipf_area_low - d->zipf_area_high);
        const double x = zipf_area_inverse(exponent, area) - shift;
        double rank = floor(x + 0.5);
        if (rank < 1)
            rank = 1;
        if (rank > d->span)
            rank = d->span;
        if (rank - x <= d->zipf_shortcut ||
            area >= zipf_area(exponent, rank + shift + 0.5) - zipf_weight(exponent, rank + shift))
            return rank;
    }
}

void
dist_init(struct dist *d, const struct dist_options *options, int64_t low, int64_t high)
{
    assert(low <= high);
    assert(dist_options_fault(options) == NULL);
    *d = (struct dist){.options = *options, .low = low};
    d->pareto_power = log(options->pareto_h) / log(1 - options->pareto_h);

    const double exponent = options->zipfian_exponent, shift = options->zipfian_shift;
    d->zipf_area_low = zipf_area(exponent, shift + 1.5) - zipf_weight(exponent, shift + 1);
    d->zipf_shortcut = 2 + shift -
                       zipf_area_inverse(exponent, zipf_area(exponent, shift + 2.5) - zipf_weight(exponent, shift + 2));
    dist_set_high(d, high);
}

void
dist_set_high(struct dist *d, int64_t high)
{
    assert(d->low <= high);
    d->high = high;
    d->span = (double)((uint64_t)high - (uint64_t)d->low) + 1;
    d->zipf_area_high = zipf_area(d->options.zipfian_exponent, d->span + d->options.zipfian_shift + 0.5);
}

static double
mean_of_units(struct rng *r, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += rng_unit(r);
    return sum / count;
}

/*
 * One uniform number decides both whether the draw is hot and where in the hot zone it falls, as in sysbench: with res = 75
 * only numbers from 0.25 on get there, so the hot zone is the upper 75 % of the central 1 %.
 */
static double
special_offset(const struct dist *d, struct rng *r)
{
    const double width = d->span - 1;
    const double unit = rng_unit(r);

    if (unit * 100 < 100 - d->options.special_res)
        return width * mean_of_units(r, d->options.iterations);
    const double hot_width = width * d->options.special_pct / 100;
    return unit * (hot_width + 1) + (width - hot_width) / 2;
}

/* Apart from dist_draw(), so that a uniform draw, the most frequent, saves no registers for the others. */
static __attribute__((noinline)) double
draw_uneven_offset(const struct dist *d, struct rng *r)
{
    switch (d->options.kind) {
    case DIST_UNIFORM: break;
    case DIST_GAUSSIAN: return d->span * mean_of_units(r, d->options.iterations);
    case DIST_SPECIAL: return special_offset(d, r);
    case DIST_PARETO: return d->span * pow(rng_unit(r), d->pareto_power);
    case DIST_ZIPFIAN: return zipf_draw(d, r) - 1;
    }
    assert(false && "unreachable dist_kind");
    return 0;
}

int64_t
dist_draw(const struct dist *d, struct rng *r)
{
    if (d->options.kind == DIST_UNIFORM)
        return d->low + (int64_t)rng_below(r, (uint64_t)d->span);
    const int64_t value = d->low + (int64_t)draw_uneven_offset(d, r);
    assert(value >= d->low);
    /* Rounding of a product with a unit close to 1 may reach the value after the last. */
    return value <= d->high ? value : d->high;
}
