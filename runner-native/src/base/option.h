#ifndef PLUMBLINE_BASE_OPTION_H
#define PLUMBLINE_BASE_OPTION_H

/*
 * An option as a row of a table. A part that has options brings a struct with a field for each and groups of rows that say all there
 * is to say about them: the program for its own, each family of workloads for its own. The parser, --help and `describe` work over
 * groups and know none of them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_type {
    OPTION_INT,      /* int64_t */
    OPTION_INT32,    /* int */
    OPTION_REAL,     /* double */
    OPTION_BOOL,     /* bool; the bare name means on. */
    OPTION_TEXT,     /* const char *, as it was typed; with choices, one of them. */
    OPTION_DURATION, /* int64_t nanoseconds; a plain number has the row's unit. */
    OPTION_CHOICE,   /* unsigned, or an enum: the number of the choice. */
    OPTION_OTHER,    /* As the row's kind has it. */
};

/* Part of a value that may be shown. */
enum privacy {
    PRIVACY_NONE,   /* All of it. */
    PRIVACY_URL,    /* All but a password inside. */
    PRIVACY_SECRET, /* Nothing. */
};

/* Effect of an option's value. */
enum shapes {
    SHAPES_RUN,     /* How a run behaves: runs with other values are not to be compared. */
    SHAPES_DATA,    /* How a run behaves, and what the tables hold. */
    SHAPES_NOTHING, /* Places of servers, form of output, the asking program, or what each run draws again. */
};

/* Kinds of values that are none of the types above. */
struct option_kind {
    const char *name;    /* Name in describe: "shard". */
    const char *allowed; /* "must be ..." */
    /* Reads what was typed into the field. False: it is not allowed, and the field is as it was. */
    bool (*read)(void *field, const char *text);
    /* Writes the field as JSON. */
    void (*write)(const void *field, char *json, size_t json_size);
};

struct option_row {
    const char *name; /* Name with '-'. */
    char letter;      /* "-x VALUE" is the same; 0: nothing is. */
    enum option_type type;
    size_t offset;        /* Place of the field in the struct that the row belongs to. */
    const char *fallback; /* The default, as one would type it; NULL: unset. */
    double low, high;     /* Range of numbers and durations (in the row's unit). */
    double least;         /* Shortest duration besides 0, for those that may be 0; 0: low says all. */
    int64_t unit_ns;      /* Unit of durations. */
    const char *word;     /* Value of a duration that is no number, which the field has as 0; NULL: none. */
    const char *const *choices; /* NULL after the last. */
    const struct option_kind *kind; /* Kind of an OPTION_OTHER. */
    enum privacy privacy;
    enum shapes shapes;
    bool is_of_harness;   /* A harness around the program gives it, so that its users cannot. */
    const char *argument; /* Text that --help shows after '='. NULL: the choices, or on|off. */
    const char *help;
};

/* Place of a group in --help: the order of these. */
enum option_place { PLACE_PROGRAM, PLACE_TABLES, PLACE_PREPARE, PLACE_EVENTS, PLACE_RANDOM, PLACE_COUNT };

/* Rows under one heading of --help. Groups with the same title are one heading, where the first of them is. */
struct option_group {
    const char *title;
    enum option_place place;
    const struct option_row *rows;
    size_t row_count;
};

/* A default that differs from that of the row, as one would type it. A list ends with a NULL name. */
struct option_default {
    const char *name;
    const char *value;
};

/* An option of a program that people come from, which is not here for a reason. A list ends with a NULL name. */
struct absent_option {
    const char *name;
    const char *reason;
    const char *hint;
};

/* A property of a program that people come from, as its files have it. A list ends with a NULL name. */
struct property {
    const char *name; /* One that ends with a point is the beginning of several. */
    const char *option; /* Name of it here; NULL: it changes nothing. */
    const char *fallback; /* Its value where a file does not have it; NULL: the option's own default. */
    const char *only; /* The values that can be driven, with | between them; NULL: all. */
    const char *reason; /* Why there are no others. */
    const char *unless; /* An option that takes its place where it is given; NULL: none does. */
    struct option_default implied; /* Default of another option then. */
};

/* Heading of the options that say what the tables are, in every family. */
#define OPTION_TITLE_TABLES "The tables (give prepare and run the same)"

/* Texts of options that more than one family has: one name, one text. */
#define OPTION_HELP_RANGES "shard by ranges of the key: PRIMARY KEY (... ASC) of YugabyteDB"

/* A whole number of the field `field_` of `type_`, from 0 to 10,000: how often an event does something. */
#define OPTION_COUNT_ROW(name_, type_, field_, fallback_, help_)                                                               \
    {.name = name_,                                                                                                            \
     .type = OPTION_INT,                                                                                                       \
     .offset = offsetof(type_, field_),                                                                                        \
     .fallback = fallback_,                                                                                                    \
     .low = 0,                                                                                                                 \
     .high = 10000,                                                                                                            \
     .argument = "N",                                                                                                          \
     .help = help_}

#endif
