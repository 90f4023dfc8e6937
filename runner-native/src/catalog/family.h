#ifndef PLUMBLINE_CATALOG_FAMILY_H
#define PLUMBLINE_CATALOG_FAMILY_H

/*
 * A family of workloads, and a workload, as tables (docs/workloads.md, section 1). A family has a folder of its own with its
 * options, tables, statements and workloads; the rest of the program knows it by these two structs alone.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"
#include "catalog/options.h"
#include "math/hist.h"
#include "program/program.h"

struct schema;

/* One line of a workload: `statements` in turn, as often as an option says. */
struct workload_group {
    const struct statement *statements[2];
    int statement_count;                                 /* 1 or 2. */
    int64_t (*rounds)(const struct workload_options *o); /* How often in one event. */
    int script;                                          /* The kind of event that it belongs to, from 0. */
};

/* Defines such a function of one expression of the options, `o`. */
#define COUNT_OF(name, count)                                                                                                  \
    static int64_t name(const struct workload_options *o)                                                                      \
    {                                                                                                                          \
        return count;                                                                                                          \
    }

enum { WORKLOAD_GROUP_MAX = 12 };

struct family;

struct workload {
    const char *name;
    const char *summary;   /* One line for --help. */
    const char *details;   /* Text of --help NAME: what one event does, and what differs from its source. */
    const struct family *family;
    bool is_table_per_connection; /* Table N is that of connection N. */
    unsigned traits;              /* Bits that its family alone knows. */
    const struct option_default *defaults; /* Defaults that differ from those of the rows of options. NULL: none. */
    const char *const *events; /* The names of its kinds of events, by script, NULL after the last. NULL: one, named as it. */
    struct workload_group groups[WORKLOAD_GROUP_MAX + 1]; /* One without statements after the last. */
    /* Chooses the kind of the next event. NULL: there is one kind. */
    int (*choose)(const struct program *p, struct generator *g);
    /* Reason why a run changes the tables for good, such as "grows with each INSERT". It answers NULL if a run leaves them as they
     * were, so that the next run does not depend on it. NULL: no run changes them. */
    const char *(*drift)(const struct workload_options *o);
};

/* Condition that the tables meet after prepare and after any run. */
struct condition {
    const char *name;
    const char *says;
    const char *broken; /* A query of the places where it does not hold, as texts called place. NULL: write_broken writes it. */
    size_t (*write_broken)(const struct workload_options *o, char *out, size_t out_size);
    const char *applies; /* A query whose one value says whether it has to hold now; NULL: always. */
};

/* Figures of a run on one server, from which a family makes its results. */
struct measured_event {
    int64_t count; /* Events that succeeded. */
    const struct hist *latency; /* NULL where there is a single kind of events. */
};

struct measured {
    int64_t duration_ns; /* Time in which the server was driven. */
    bool shares_time; /* Another server was driven in turn with it. */
    const struct measured_event *events; /* Events by the kinds of the program. */
    const int64_t *counters; /* Counters by the counter_names of the program. */
};

enum bound { UNBOUNDED, AT_LEAST, AT_MOST };

/* A number of a run, in the words of its workload. */
struct result {
    const char *name; /* Name in JSON. */
    const char *label; /* Label in text. */
    double value; /* NAN: there is none. */
    const char *unit;
    int digits; /* Digits after the point, in text. */
    enum bound bound;
    double limit; /* Limit of a bound. */
    bool is_of_capacity; /* A load that breaks this bound is too large. */
};

/* Terms of the search for the largest load that keeps its limits. */
struct capacity_terms {
    int64_t most; /* Largest size; 0: the search varies --rate. */
    int64_t start; /* First size to try; 0: not given. */
    int64_t trials;
    double precision; /* Relative precision at which the search ends: 0.05 is 5 %. */
};

enum { RESULT_COUNT_MAX = 32 };

static inline bool
result_holds(const struct result *r)
{
    return r->bound == UNBOUNDED || (r->bound == AT_LEAST ? r->value >= r->limit : r->value <= r->limit);
}

/* The workloads on one kind of tables. A member that is NULL means that the family has none. */
struct family {
    const char *name;
    const char *loader; /* The workload whose prepare makes all of the tables, in every dialect. */
    const struct workload *workloads; /* A nameless one at the end. They may be of another family of the folder. */
    const struct statement
        *statements; /* A nameless one at the end. NULL: another family of the folder has them, or build() adds them. */
    const struct schema *schema;

    const struct option_group *option_groups; /* Options of its own struct, which stands in workload_options.family. */
    size_t option_group_count;
    const struct absent_option *absent_options;
    const struct property *properties; /* Properties of the file that the option "property-file" names. */
    const char *way_to_text; /* The option with which its statements go as text. NULL: --db-ps-mode=disable. */
    /* Settles what follows from other options, once all are known. */
    void (*settle)(struct workload_options *o);
    /* ERR_USAGE with the reason and the way out when the options do not go together, or the dialect cannot do what they ask. */
    enum err (*check)(const struct workload_options *o, struct diag *d);

    /* Source of draws and rows besides the options (distributions, pools of bytes); the functions of the family know its
     * type. NULL: out of memory. */
    void *(*make_source)(const struct workload_options *o);
    void (*free_source)(void *source);
    /* Makes the empty program of the workload, whose events are no lists. ERR_USAGE or ERR_INTERNAL with the reason. NULL: they are
     * lists of its groups. */
    enum err (*build)(struct program *p, const struct workload_options *o, struct diag *d);
    /* Question of a run to its servers before it begins: a statement whose one row has one number. It may answer NULL. */
    const char *(*question)(const struct workload_options *o);
    void (*take_answer)(struct workload_options *o, int64_t answer);
    /* Statement about its past that a server must be able to answer before a run, which waits for it as long as the server can say it of
     * the present. It may answer NULL. */
    const char *(*past_sql)(const struct workload_options *o, bool is_past);
    /* Statement `i`, from 0, of what each connection says before its first event, SESSION_STATEMENT_MAX at most; NULL after the
     * last. */
    const char *(*session_sql)(const struct workload_options *o, int i);
    /* Number `index`, from 0, of what `check` looks for besides the rows; NULL after the last. */
    const struct condition *(*condition)(const struct workload_options *o, size_t index);
    /* Meaning of a run: fills `out`, which has room for `out_count`, and returns how many there are. */
    size_t (*results)(const struct workload_options *o, const struct measured *m, struct result *out, size_t out_count);
    /* How many texts a statement that is one for each table has, which are drawn from alike. NULL: one for each table. */
    int (*text_count)(const struct workload_options *o);
    /* Search of families whose results tell what is too much; and how a size (warehouses that have terminals) becomes a load. */
    struct capacity_terms (*capacity)(const struct workload_options *o);
    void (*set_size)(struct workload_options *o, int64_t size);
    /* The longest value of a parameter of text or bytes, where it may be longer than PARAM_TEXT_SIZE. */
    size_t (*value_size_max)(const struct workload_options *o);
};

/* The families in their order of --help; NULL after the last. */
const struct family *family_at(size_t index);

#endif
