#include "cli/stages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/value.h"

#define RATE_MAX 1e7 /* As --rate. */
#define STAGE_NS_MAX (1e7 * (double)NS_PER_S) /* As --time. */

/* Moves *text behind a word and the space around it. */
static bool
take_word(const char **text, const char *word)
{
    const char *const at = *text + strspn(*text, " ");
    const size_t length = strlen(word);

    if (at == *text || strncmp(at, word, length) != 0 || at[length] != ' ')
        return false;
    *text = at + length + strspn(at + length, " ");
    return true;
}

/* "100 for 10s". False: it is none. */
static bool
take_stage(const char **text, double before_per_s, struct rate_stage *out)
{
    char duration[32];
    double rate_per_s, ns;

    *text += strspn(*text, " ");
    if (!value_parse_number(*text, &rate_per_s, text) || !(rate_per_s >= 0 && rate_per_s <= RATE_MAX))
        return false;
    const bool is_level = take_word(text, "for");
    if (!is_level && !take_word(text, "in"))
        return false;
    const size_t length = strcspn(*text, ", ");
    snprintf(duration, sizeof duration, "%.*s", (int)(length < sizeof duration ? length : 0), *text);
    if (!value_parse_duration(duration, NS_PER_S, &ns) || !(ns >= 1 && ns <= STAGE_NS_MAX))
        return false;
    *text += length + strspn(*text + length, " ");
    *out = (struct rate_stage){
        .from_per_s = is_level ? rate_per_s : before_per_s, .to_per_s = rate_per_s, .duration_ns = llround(ns)};
    return true;
}

static bool
read_stages(void *field, const char *text)
{
    struct rate_plan plan = {0};
    double before_per_s = 0;

    for (bool is_more = true; is_more; text += is_more) {
        if (plan.count == RATE_STAGE_MAX || !take_stage(&text, before_per_s, &plan.stages[plan.count]))
            return false;
        before_per_s = plan.stages[plan.count++].to_per_s;
        is_more = *text == ',';
    }
    if (*text != '\0' || rate_plan_events(&plan, (double)rate_plan_duration_ns(&plan)) <= 0)
        return false;
    *(struct rate_plan *)field = plan;
    return true;
}

/* As it may be typed. */
static void
write_stages(const void *field, char *json, size_t json_size)
{
    const struct rate_plan *const plan = field;
    size_t used = (size_t)snprintf(json, json_size, plan->count > 0 ? "\"" : "null");

    for (int i = 0; i < plan->count && used < json_size; i++) {
        const struct rate_stage *const s = &plan->stages[i];
        used += (size_t)snprintf(json + used, json_size - used, "%s%.10g %s %.10gs", i == 0 ? "" : ", ", s->to_per_s,
                                 s->from_per_s == s->to_per_s ? "for" : "in", (double)s->duration_ns / (double)NS_PER_S);
    }
    if (plan->count > 0 && used < json_size)
        snprintf(json + used, json_size - used, "\"");
}

const struct option_kind stages_kind = {
    "text", "rates with their times, at most 32 and not all 0, for example \"100 for 10s, 500 in 20s\"", read_stages,
    write_stages};

enum err
stages_settle(struct run_options *run, struct option_table *given, struct diag *d)
{
    const int64_t all_ns = rate_plan_duration_ns(&run->stages);

    if (run->stages.count == 0)
        return ERR_OK;
    if (option_table_is_given(given, "rate")) {
        fail(d, ERR_USAGE, "--stages and --rate both plan the starts of events");
        fail_hint(d, "leave one of them out; --stages=\"100 for 10s\" is --rate=100 for 10 s");
        return d->code;
    }
    if (!option_table_is_given(given, "time"))
        run->time_ns = all_ns;
    if (run->time_ns > 0 && run->time_ns < all_ns) {
        fail(d, ERR_USAGE, "--stages last %s s, and --time=%s is shorter",
             plain_number((double)all_ns / (double)NS_PER_S, 6).text,
             plain_number((double)run->time_ns / (double)NS_PER_S, 6).text);
        fail_hint(d, "shorten the stages, or raise --time: what is left after them keeps their last rate");
        return d->code;
    }
    run->rate_per_s = rate_plan_events(&run->stages, (double)all_ns) * (double)NS_PER_S / (double)all_ns;
    return ERR_OK;
}

const char *
stages_write_name(const struct rate_plan *plan, int number, char *out, size_t out_size)
{
    const struct rate_stage *const s = &plan->stages[number];
    const struct plain_number from = plain_number(s->from_per_s, 6), to = plain_number(s->to_per_s, 6),
                              seconds = plain_number((double)s->duration_ns / (double)NS_PER_S, 6);

    if (s->from_per_s == s->to_per_s)
        snprintf(out, out_size, "%d: %s/s for %s s", number + 1, to.text, seconds.text);
    else
        snprintf(out, out_size, "%d: %s to %s/s in %s s", number + 1, from.text, to.text, seconds.text);
    return out;
}
