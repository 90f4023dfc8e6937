/*
 * The parser over tables that know nothing of this program: values of every type, defaults, names of several groups.
 */

#include <stdio.h>
#include <stdlib.h>

#include "check_values.h"
#include "cli/nearest.h"
#include "cli/option_table.h"
#include "cli/value.h"

enum colour { RED, GREEN };

struct shop {
    int64_t count;
    int32_t small;
    double share;
    bool is_open;
    const char *name;
    int64_t wait_ns;
    enum colour colour;
    char letter;
};

struct branch {
    int64_t count;
};

static bool
read_letter(void *field, const char *text)
{
    if (strlen(text) != 1)
        return false;
    *(char *)field = text[0];
    return true;
}

static void
write_letter(const void *field, char *json, size_t json_size)
{
    snprintf(json, json_size, "\"%c\"", *(const char *)field);
}

static const struct option_kind letter_kind = {"letter", "one letter", read_letter, write_letter};
static const char *const colours[] = {[RED] = "red", [GREEN] = "green", NULL};

#define FIELD(field) .offset = offsetof(struct shop, field)
/* clang-format off */
static const struct option_row shop_rows[] = {
    {.name = "item-count", .type = OPTION_INT, FIELD(count), .fallback = "3", .low = 0, .high = 9, .argument = "N"},
    {.name = "small", .type = OPTION_INT32, FIELD(small), .fallback = "1", .low = 1, .high = 5},
    {.name = "share", .type = OPTION_REAL, FIELD(share), .fallback = "0.5", .low = 0, .high = 1},
    {.name = "open", .type = OPTION_BOOL, FIELD(is_open), .fallback = "off"},
    {.name = "name", .type = OPTION_TEXT, FIELD(name)},
    {.name = "wait", .type = OPTION_DURATION, FIELD(wait_ns), .fallback = "2", .low = 0, .high = 60, .unit_ns = NS_PER_S},
    {.name = "colour", .type = OPTION_CHOICE, FIELD(colour), .fallback = "green", .choices = colours},
    {.name = "letter", .type = OPTION_OTHER, FIELD(letter), .fallback = "x", .kind = &letter_kind},
};
static const struct option_row branch_rows[] = {
    {.name = "item-count", .type = OPTION_INT, .offset = offsetof(struct branch, count), .fallback = "3", .low = 0, .high = 9},
};
/* clang-format on */
static const struct option_group shop_group = {"The shop", PLACE_PROGRAM, shop_rows, ARRAY_LENGTH(shop_rows)};
static const struct option_group branch_group = {"The branch", PLACE_EVENTS, branch_rows, ARRAY_LENGTH(branch_rows)};

static struct shop shop;
static struct branch branch;

static struct option_table
ready_table(void)
{
    struct option_table t = {.count = 0};

    shop = (struct shop){0};
    branch = (struct branch){0};
    option_table_add(&t, &shop_group, &shop);
    option_table_add(&t, &branch_group, &branch);
    option_table_reset(&t);
    return t;
}

static enum err
take(struct option_table *t, const char *name, const char *value, struct diag *d)
{
    *d = DIAG_NONE;
    return option_table_take(t, option_table_find(t, name, strlen(name)), value, d);
}

static const char *
json_of(struct option_table *t, const char *name)
{
    static char json[OPTION_ECHO_SIZE];
    const struct option_entry *const entry = option_table_find(t, name, strlen(name));

    value_write(entry->row, (const char *)entry->values + entry->row->offset, json);
    return json;
}

static void
values_of_every_type_are_read_and_told(void)
{
    static const struct {
        const char *name, *value, *before, *after;
    } cases[] = {
        {"item_count", "7", "3", "7"},
        {"small", "5", "1", "5"},
        {"share", "0.25", "0.5", "0.25"},
        {"open", NULL, "false", "true"},
        {"name", "a\"b", "null", "\"a\\\"b\""},
        {"wait", "500ms", "2", "0.5"},
        {"colour", "red", "\"green\"", "\"red\""},
        {"letter", "q", "\"x\"", "\"q\""},
    };
    static struct option_table t;
    struct diag d;

    t = ready_table();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_TEXT(json_of(&t, cases[i].name), cases[i].before);
        CHECK_INT(take(&t, cases[i].name, cases[i].value, &d), ERR_OK);
        CHECK_TEXT(json_of(&t, cases[i].name), cases[i].after);
    }
}

static void
what_is_wrong_is_refused_and_changes_nothing(void)
{
    static const struct {
        const char *name, *value, *text, *hint;
    } cases[] = {
        {"item-count", "10", "--item-count=10: must be a whole number from 0 to 9", "--item-count=3"},
        {"share", "x", "must be a number from 0 to 1", "--share=0.5"},
        {"open", "maybe", "must be on or off", "--open=off"},
        {"wait", "61", "0 to 60 seconds", "--wait=2"},
        {"colour", "gren", "must be red or green", "did you mean --colour=green?"},
        {"letter", "ab", "must be one letter", "--letter=x"},
        {"item-count", NULL, "--item-count needs a value", "--item-count=N"},
    };
    static struct option_table t;
    struct diag d;

    t = ready_table();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_INT(take(&t, cases[i].name, cases[i].value, &d), ERR_USAGE);
        CHECK_HAS(d.text, cases[i].text);
        CHECK_HAS(d.hint, cases[i].hint);
    }
    CHECK_INT(shop.count, 3);
    CHECK_INT(shop.colour, GREEN);
}

static void
a_name_of_several_groups_is_given_to_all(void)
{
    static const struct option_default values[] = {
        {"item-count", "5"}, {"wait", "4"}, {"of-another-family", "1"}, {NULL, NULL}};
    static struct option_table t;
    struct diag d;

    t = ready_table();
    CHECK(!option_table_is_given(&t, "item-count"), "nothing is given yet");
    take(&t, "item-count", "8", &d);
    CHECK(option_table_is_given(&t, "item-count"), "it is now");
    CHECK_INT(shop.count, 8);
    CHECK_INT(branch.count, 8);
    option_table_apply(&t, values); /* What was given stays. */
    CHECK_INT(branch.count, 8);
    CHECK_INT(shop.wait_ns, 4 * NS_PER_S);
    CHECK(option_table_is_first(&t, &t.entries[0]) && !option_table_is_first(&t, &t.entries[t.count - 1]),
          "it is told of once");
    CHECK(!option_table_find(&t, "item", 4), "a name is whole");
}

static void
the_nearest_name_is_a_slip_of_the_finger(void)
{
    static const char *const names[] = {"threads", "tables", "time", NULL};
    struct nearest near = nearest_to("treads");

    nearest_consider_all(&near, names);
    CHECK_TEXT(near.name, "threads");
    near = nearest_to("tabels");
    nearest_consider_all(&near, names);
    CHECK_TEXT(near.name, "tables");
    near = nearest_to("something else");
    nearest_consider_all(&near, names);
    CHECK(!near.name, "nothing is near");
}

int
main(void)
{
    values_of_every_type_are_read_and_told();
    what_is_wrong_is_refused_and_changes_nothing();
    a_name_of_several_groups_is_given_to_all();
    the_nearest_name_is_a_slip_of_the_finger();
    return check_result("option_table");
}
