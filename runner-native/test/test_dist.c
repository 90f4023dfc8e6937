/* Each distribution against its definition: exact probabilities of small ranges, and the ends of large ones. */

#include "chi_square.h"
#include "math/dist.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { DRAW_COUNT = 400000, SPAN_MAX = 1000 };

/* Draws from low..low+span-1 and compares with `probability` of each value. */
static void
check_against(const char *what, const struct dist_options *options, int64_t low, int span, const double *probability)
{
    static long observed[SPAN_MAX];
    static double expected[SPAN_MAX];
    struct dist d;
    struct rng r;
    double total = 0;

    memset(observed, 0, sizeof observed);
    dist_init(&d, options, low, low + span - 1);
    rng_init(&r, 2026, (uint64_t)span);
    for (int i = 0; i < DRAW_COUNT; i++) {
        const int64_t value = dist_draw(&d, &r);
        if (!CHECK(value >= low && value < low + span, "%s: %lld is outside", what, (long long)value))
            return;
        observed[value - low]++;
    }
    for (int i = 0; i < span; i++) {
        expected[i] = probability[i] * (double)DRAW_COUNT;
        total += probability[i];
    }
    CHECK(fabs(total - 1) < 1e-9, "%s: the expected probabilities add up to %.12f", what, total);
    check_chi_square(what, observed, expected, span);
}

static void
test_uniform(void)
{
    const struct dist_options options = DIST_OPTIONS_DEFAULT;
    double probability[100];

    for (int i = 0; i < 100; i++)
        probability[i] = 0.01;
    check_against("uniform", &options, -50, 100, probability);
}

/* The distribution function of a sum of n uniforms (Irwin-Hall), by the shorter side so that its terms do not cancel. */
static double
irwin_hall(int n, double x)
{
    double sum = 0, binomial = 1, factorial = 1;

    if (x <= 0)
        return 0;
    if (x >= n)
        return 1;
    if (x > n / 2.0)
        return 1 - irwin_hall(n, n - x);
    for (int k = 1; k <= n; k++)
        factorial *= k;
    for (int k = 0; k <= (int)x; k++) {
        sum += (k % 2 ? -1 : 1) * binomial * pow(x - k, n);
        binomial *= (double)(n - k) / (k + 1);
    }
    return sum / factorial;
}

/* The probability that floor(width * mean of n uniforms) is i. */
static double
bell_cell(int n, double width, int i)
{
    return irwin_hall(n, n * (i + 1) / width) - irwin_hall(n, n * i / width);
}

static void
test_gaussian(void)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    double probability[200];

    options.kind = DIST_GAUSSIAN;
    for (int iterations = 1; iterations <= 12; iterations += 11) {
        options.iterations = iterations;
        for (int i = 0; i < 200; i++)
            probability[i] = bell_cell(iterations, 200, i);
        check_against("gaussian", &options, 1, 200, probability);
    }
}

/* How much of [cell, cell + 1) lies between from and to. */
static double
overlap(double from, double to, int cell)
{
    const double low = fmax(from, cell), high = fmin(to, cell + 1);
    return high > low ? high - low : 0;
}

static void
test_special(double pct, double res, int span)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    double probability[SPAN_MAX];
    const double width = span - 1, hot_width = width * pct / 100;
    const double start = (width - hot_width) / 2, cold_share = 1 - res / 100;
    const double hot_from = start + cold_share * (hot_width + 1), hot_to = start + hot_width + 1;

    options.kind = DIST_SPECIAL;
    options.special_pct = pct;
    options.special_res = res;
    for (int i = 0; i < span; i++) {
        probability[i] = cold_share * bell_cell(12, width, i);
        if (res > 0)
            probability[i] += res / 100 * overlap(hot_from, hot_to, i) / (hot_to - hot_from);
    }
    check_against("special", &options, 1, span, probability);
}

/* What makes it special: at any size, three draws of four hit one percent of the rows. */
static void
test_special_concentrates_on_one_percent(void)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    struct dist d;
    struct rng r;
    long hot = 0;

    options.kind = DIST_SPECIAL;
    dist_init(&d, &options, 1, 1000000);
    rng_init(&r, 5, 0);
    for (int i = 0; i < DRAW_COUNT; i++) {
        const int64_t value = dist_draw(&d, &r);
        hot += value >= 495000 && value <= 505001;
    }
    const double share = (double)hot / (double)DRAW_COUNT;
    /* 75 % by design and a little of the bell's top: 25 % x about 2 %. */
    CHECK(share > 0.75 && share < 0.78, "one percent of the rows gets %.4f of the draws", share);
}

static void
test_pareto(double h)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    double probability[500];
    const double inverse_power = log(1 - h) / log(h);

    options.kind = DIST_PARETO;
    options.pareto_h = h;
    for (int i = 0; i < 500; i++)
        probability[i] = pow((i + 1) / 500.0, inverse_power) - pow(i / 500.0, inverse_power);
    check_against("pareto", &options, 1, 500, probability);
}

static void
test_zipfian(double exponent, double shift, int span)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    double probability[SPAN_MAX], total = 0;
    char what[64];

    options.kind = DIST_ZIPFIAN;
    options.zipfian_exponent = exponent;
    options.zipfian_shift = shift;
    for (int k = 1; k <= span; k++)
        total += pow(k + shift, -exponent);
    for (int k = 1; k <= span; k++)
        probability[k - 1] = pow(k + shift, -exponent) / total;
    snprintf(what, sizeof what, "zipfian %g from %g over %d", exponent, 1 + shift, span);
    check_against(what, &options, 7, span, probability);
}

/* Over the widest range that is allowed, no kind may leave it, and the share of the hottest value must be right. */
static void
test_wide_ranges(void)
{
    static const int64_t widths[] = {1, 2, 3, INT64_C(2000000000), INT64_C(1) << 53};

    for (int kind = DIST_UNIFORM; kind <= DIST_ZIPFIAN; kind++) {
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
            struct dist_options options = DIST_OPTIONS_DEFAULT;
            struct dist d;
            struct rng r;

            options.kind = (enum dist_kind)kind;
            dist_init(&d, &options, 1, widths[i]);
            rng_init(&r, 3, (uint64_t)kind);
            int64_t lowest = INT64_MAX, highest = INT64_MIN;
            for (int draw = 0; draw < 20000; draw++) {
                const int64_t value = dist_draw(&d, &r);
                lowest = value < lowest ? value : lowest;
                highest = value > highest ? value : highest;
            }
            CHECK(lowest >= 1 && highest <= widths[i], "%s over %lld: got %lld to %lld", dist_kind_name(options.kind),
                  (long long)widths[i], (long long)lowest, (long long)highest);
            if (widths[i] == 2 && kind != DIST_SPECIAL)
                CHECK(lowest == 1 && highest == 2, "%s over two values never gave one of them", dist_kind_name(options.kind));
        }
    }
}

static void
test_zipfian_head_of_a_large_range(void)
{
    struct dist_options options = DIST_OPTIONS_DEFAULT;
    const int64_t span = 10000000;
    struct dist d;
    struct rng r;
    double total = 0;
    long head = 0;

    options.kind = DIST_ZIPFIAN;
    for (int64_t k = 1; k <= span; k++)
        total += exp(-0.8 * log((double)k));
    dist_init(&d, &options, 1, span);
    rng_init(&r, 17, 0);
    for (int i = 0; i < DRAW_COUNT; i++)
        head += dist_draw(&d, &r) == 1;
    const double expected = (double)DRAW_COUNT / total;
    CHECK(fabs((double)head - expected) < 4 * sqrt(expected), "rank 1 of 10,000,000 came %ld times, expected %.0f", head,
          expected);
}

static void
test_names(void)
{
    enum dist_kind kind = DIST_PARETO;

    CHECK(!dist_kind_parse("Uniform", &kind), "names are lower case");
    CHECK(!dist_kind_parse("", &kind), "the empty name is no distribution");
    CHECK(kind == DIST_PARETO, "a name that fails must not change the kind");
    for (int i = DIST_UNIFORM; i <= DIST_ZIPFIAN; i++) {
        CHECK(dist_kind_parse(dist_kind_name((enum dist_kind)i), &kind) && (int)kind == i, "%s does not parse to itself",
              dist_kind_name((enum dist_kind)i));
    }
}

static void
test_faults_name_the_option(void)
{
    const struct dist_options good = DIST_OPTIONS_DEFAULT;
    struct dist_options bad;

    CHECK(dist_options_fault(&good) == NULL, "the defaults have a fault");
#define CHECK_FAULT(field, value, name)                                                                                        \
    bad = good;                                                                                                                \
    bad.field = (value);                                                                                                       \
    CHECK(dist_options_fault(&bad) && strstr(dist_options_fault(&bad), name), "%s = %g is taken", name, (double)(value))
    CHECK_FAULT(iterations, 0, "rand-spec-iter");
    CHECK_FAULT(special_pct, 0, "rand-spec-pct");
    CHECK_FAULT(special_pct, 100.5, "rand-spec-pct");
    CHECK_FAULT(special_res, -1, "rand-spec-res");
    CHECK_FAULT(special_res, NAN, "rand-spec-res");
    CHECK_FAULT(pareto_h, 0, "rand-pareto-h");
    CHECK_FAULT(pareto_h, 1, "rand-pareto-h");
    CHECK_FAULT(pareto_h, NAN, "rand-pareto-h");
    CHECK_FAULT(zipfian_exponent, -0.1, "rand-zipfian-exp");
    CHECK_FAULT(zipfian_exponent, INFINITY, "rand-zipfian-exp");
#undef CHECK_FAULT
}

int
main(void)
{
    static const double exponents[] = {0, 0.5, 0.8, 1, 1.2, 2};

    test_names();
    test_faults_name_the_option();
    test_uniform();
    test_gaussian();
    test_special(1, 75, 1000);
    test_special(10, 50, 101);
    test_special(1, 100, 1000);
    test_special(1, 0, 200);
    test_special_concentrates_on_one_percent();
    test_pareto(0.2);
    test_pareto(0.01);
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        test_zipfian(exponents[i], 0, 2);
        test_zipfian(exponents[i], 0, 100);
        test_zipfian(exponents[i], 0, SPAN_MAX);
        test_zipfian(exponents[i], 0.5, 100);
        test_zipfian(exponents[i], 9, SPAN_MAX);
    }
    test_zipfian_head_of_a_large_range();
    test_wide_ranges();
    return check_result("test_dist");
}
