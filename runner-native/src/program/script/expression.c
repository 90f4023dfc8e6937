#include "program/script/expression.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "program/script/function.h"

/* How deep operations stand in each other, in parentheses or because operators follow each other: reading and evaluating go down there,
 * on a stack that is small in some C libraries. And how many parts an expression has, which is all that one evaluation can cost. */
enum { DEPTH_MAX = 200, NODE_MAX = 1000 };

/* Reading. */

enum token_type { TOKEN_END, TOKEN_NUMBER, TOKEN_VARIABLE, TOKEN_WORD, TOKEN_SIGN };

struct token {
    enum token_type type;
    size_t at, length;
    struct scalar number;
    bool is_least; /* A number that is an integer behind a minus alone: 9223372036854775808. */
};

struct reader {
    struct script_set *set;
    const struct script_text *script;
    size_t at, end;
    struct token token; /* The one that comes next. */
    int depth, first_node; /* Where reading is; the first node of the expression. */
    const struct expression_place *place;
    struct diag *diag;
};

#define REFUSE(reader, place, ...) (script_fail((reader)->script, (place), ERR_USAGE, (reader)->diag, __VA_ARGS__), -1)

static void
skip_space(struct reader *r)
{
    const char *const text = r->script->text;

    while (r->at < r->end) {
        const size_t continued = script_continuation(text + r->at);
        if (!isspace((unsigned char)text[r->at]) && continued == 0)
            return;
        r->at += continued > 0 ? continued : 1;
    }
}

/* Length of an operator such as "<=" in "<= 3". */
static size_t
sign_length(const char *text, size_t left)
{
    static const char *const two[] = {"<=", ">=", "<>", "!=", "<<", ">>"};

    for (size_t i = 0; left >= 2 && i < ARRAY_LENGTH(two); i++)
        if (strncmp(text, two[i], 2) == 0)
            return 2;
    return 1;
}

static size_t
digits(const char *text, size_t left)
{
    const size_t length = strspn(text, "0123456789");

    return length < left ? length : left;
}

/* How long the number is that begins here: digits, a fraction, an exponent. */
static size_t
number_length(const char *text, size_t left)
{
    size_t length = digits(text, left);

    if (length < left && text[length] == '.')
        length += 1 + digits(text + length + 1, left - length - 1);
    if (length < left && (text[length] == 'e' || text[length] == 'E')) {
        const size_t sign = length + 1 < left && (text[length + 1] == '-' || text[length + 1] == '+');
        const size_t exponent = digits(text + length + 1 + sign, left - length - 1 - sign);
        length += exponent > 0 ? 1 + sign + exponent : 0;
    }
    return length;
}

static bool
read_number(struct reader *r, struct token *t)
{
    const char *const text = r->script->text + t->at;

    t->type = TOKEN_NUMBER;
    t->length = number_length(text, r->end - t->at);
    if (digits(text, t->length) == t->length) {
        t->number.type = SCALAR_INTEGER;
        if (scalar_read_integer(text, t->length, &t->number.is.integer))
            return true;
        t->is_least = t->length == 19 && strncmp(text, "9223372036854775808", 19) == 0;
        return t->is_least || REFUSE(r, t->at, "bigint constant overflow: an integer is at most 9223372036854775807") >= 0;
    }
    t->number.type = SCALAR_DOUBLE;
    errno = 0;
    t->number.is.real = strtod(text, NULL);
    return errno == 0 || REFUSE(r, t->at, "double constant overflow: it does not fit") >= 0;
}

static size_t
word_length(const char *text, size_t left)
{
    size_t length = 0;

    while (length < left && script_is_name(text + length, 1))
        length++;
    return length;
}

/* Reads the next token. False with a diag. */
static bool
advance(struct reader *r)
{
    skip_space(r);
    const char *const text = r->script->text + r->at;
    const size_t left = r->end - r->at;
    struct token *const t = &r->token;

    *t = (struct token){.type = left > 0 ? TOKEN_SIGN : TOKEN_END, .at = r->at};
    if (left == 0)
        return true;
    if (isdigit((unsigned char)*text) || (*text == '.' && digits(text + 1, left - 1) > 0)) {
        if (!read_number(r, t))
            return false;
    } else if (*text == ':' && left > 1 && word_length(text + 1, left - 1) > 0) {
        t->type = TOKEN_VARIABLE;
        t->length = 1 + word_length(text + 1, left - 1);
    } else if (script_is_name(text, 1)) {
        t->type = TOKEN_WORD;
        t->length = word_length(text, left);
    } else if (isprint((unsigned char)*text) && !strchr("+-*/%=<>!|&#~(),", *text)) {
        return REFUSE(r, t->at, "unexpected character \"%c\"", *text) >= 0;
    } else {
        t->length = sign_length(text, left);
    }
    r->at += t->length;
    return true;
}

static bool
is_token(const struct reader *r, const char *text)
{
    const struct token *const t = &r->token;

    return (t->type == TOKEN_WORD || t->type == TOKEN_SIGN) && t->length == strlen(text) &&
           strncasecmp(r->script->text + t->at, text, t->length) == 0;
}

/* If it comes next, reads past it. */
static bool
take(struct reader *r, const char *text)
{
    return is_token(r, text) && advance(r);
}

static int
refuse_token(struct reader *r, const char *wanted)
{
    const struct token *const t = &r->token;
    const bool is_end = t->type == TOKEN_END;

    return REFUSE(r, t->at, "syntax error in command \"%.*s\": %s%.*s%s where %s should be", r->place->command_length,
                  r->place->command, is_end ? "the expression ends" : "\"", (int)t->length, r->script->text + t->at,
                  is_end ? "" : "\" stands", wanted);
}

static int
add_node(struct reader *r, struct script_node node)
{
    struct script_set *const set = r->set;

    if (set->node_count - r->first_node == NODE_MAX)
        return REFUSE(r, node.at, "an expression has more than %d values, variables, operators and functions", NODE_MAX);
    if (set->node_count == set->node_room) {
        const int room = set->node_room > 0 ? set->node_room * 2 : 64;
        struct script_node *const grown = reallocarray(set->nodes, (size_t)room, sizeof *grown);
        if (!grown) {
            fail(r->diag, ERR_INTERNAL, "out of memory for an expression");
            return -1;
        }
        set->nodes = grown;
        set->node_room = room;
    }
    node.next = -1;
    set->nodes[set->node_count] = node;
    return set->node_count++;
}

static int
add_value(struct reader *r, struct scalar value)
{
    return add_node(r, (struct script_node){.type = NODE_VALUE, .at = (uint32_t)r->token.at, .first = -1, .value = value});
}

static int read_expression(struct reader *r, int level);

/* Puts an argument behind those that a call has; `last` is the last of these, or -1. */
static void
append_argument(struct script_node *nodes, int call, int last, int argument)
{
    if (last < 0)
        nodes[call].first = argument;
    else
        nodes[last].next = argument;
    nodes[call].argument_count++;
    if (nodes[call].height <= nodes[argument].height)
        nodes[call].height = nodes[argument].height + 1;
}

/* A call of the function, without arguments so far. */
static int
add_empty_call(struct reader *r, size_t at, int function)
{
    return add_node(r, (struct script_node){.type = NODE_CALL, .at = (uint32_t)at, .function = function, .first = -1});
}

/* A call of the function with these arguments, the second -1 where it takes one alone; the first -1 is an error already told. */
static int
add_call(struct reader *r, size_t at, const char *name, int first, int second)
{
    const int call = first < 0 ? -1 : add_empty_call(r, at, function_find(name, strlen(name)));

    if (call < 0)
        return -1;
    append_argument(r->set->nodes, call, -1, first);
    if (second >= 0)
        append_argument(r->set->nodes, call, first, second);
    return call;
}

/* Arguments up to the closing parenthesis. False with a diag. */
static bool
read_arguments(struct reader *r, int call)
{
    int last = -1;

    if (take(r, ")"))
        return true;
    do {
        const int argument = read_expression(r, 0);
        if (argument < 0)
            return false;
        append_argument(r->set->nodes, call, last, argument);
        if (r->set->nodes[call].argument_count > FUNCTION_ARGUMENT_MAX)
            return REFUSE(r, r->token.at, "too many function arguments: at most %d", FUNCTION_ARGUMENT_MAX) >= 0;
        last = argument;
    } while (take(r, ","));
    return r->diag->code == ERR_OK && (take(r, ")") || (r->diag->code == ERR_OK && refuse_token(r, "\",\" or \")\"") >= 0));
}

static int
read_call(struct reader *r)
{
    const struct token name = r->token;
    const char *const text = r->script->text + name.at;
    const int number = function_find(text, name.length);

    if (!advance(r))
        return -1;
    if (!is_token(r, "("))
        return REFUSE(r, name.at, "\"%.*s\" is neither a function nor a variable: those are written :%.*s", (int)name.length,
                      text, (int)name.length, text);
    if (number < 0)
        return REFUSE(r, name.at, "unexpected function name: there is no %.*s", (int)name.length, text);
    const int call = add_empty_call(r, name.at, number);
    if (call < 0 || !advance(r) || !read_arguments(r, call))
        return -1;
    const struct function *const f = function_at(number);
    const int count = r->set->nodes[call].argument_count;
    const bool is_short = count < f->argument_min;
    const int wanted = is_short ? f->argument_min : f->argument_max;
    if (count == 0 && f->argument_max == FUNCTION_ARGUMENT_MAX)
        return REFUSE(r, name.at, "at least one argument expected (%s)", f->name);
    if (is_short || count > wanted)
        return REFUSE(r, name.at, "unexpected number of arguments (%s): it takes %s%d, and %d %s given", f->name,
                      is_short ? "at least " : "at most ", wanted, count, count == 1 ? "is" : "are");
    return call;
}

/* A part of a CASE: its word, and an expression behind it. `*last` is the part before, or -1. False with a diag. */
static bool
read_case_part(struct reader *r, const char *word, int call, int *last)
{
    int part = -1;

    if (!is_token(r, word))
        refuse_token(r, word);
    else if (advance(r))
        part = read_expression(r, 0);
    if (part >= 0)
        append_argument(r->set->nodes, call, *last, part);
    *last = part;
    return part >= 0;
}

/* CASE WHEN c THEN v ... [ELSE v] END: pairs, then the value of ELSE. */
static int
read_case(struct reader *r)
{
    const int call = add_empty_call(r, r->token.at, function_find("!case", 5));
    int last = -1;

    if (call < 0 || !advance(r))
        return -1;
    do {
        if (!read_case_part(r, "WHEN", call, &last) || !read_case_part(r, "THEN", call, &last))
            return -1;
    } while (is_token(r, "when"));
    const bool has_else = is_token(r, "else");
    if (has_else && !read_case_part(r, "ELSE", call, &last))
        return -1;
    if (!is_token(r, "end"))
        return refuse_token(r, has_else ? "END" : "WHEN, ELSE or END");
    return advance(r) ? call : -1;
}

static int
read_variable(struct reader *r)
{
    const struct token t = r->token;
    const int variable = script_variable(r->set, r->script->text + t.at + 1, t.length - 1);

    if (variable < 0)
        return REFUSE(r, t.at, "there are more than %d variables", SCRIPT_VARIABLE_MAX);
    if (!advance(r))
        return -1;
    return add_node(r, (struct script_node){.type = NODE_VARIABLE, .at = (uint32_t)t.at, .first = -1, .variable = variable});
}

static int
read_word(struct reader *r)
{
    static const struct {
        const char *word;
        struct scalar value;
    } constants[] = {{"null", {.type = SCALAR_NULL}},
                     {"true", {.type = SCALAR_BOOLEAN, .is.boolean = true}},
                     {"false", {.type = SCALAR_BOOLEAN, .is.boolean = false}}};

    for (size_t i = 0; i < ARRAY_LENGTH(constants); i++) {
        if (!is_token(r, constants[i].word))
            continue;
        const int node = add_value(r, constants[i].value);
        return advance(r) ? node : -1;
    }
    return is_token(r, "case") ? read_case(r) : read_call(r);
}

/* The operators that stand between two operands, or behind one, by how closely they bind. */
enum { LEVEL_OR = 1, LEVEL_AND, LEVEL_NOT, LEVEL_IS, LEVEL_COMPARE, LEVEL_BITS, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN };

static const struct {
    const char *text;
    int level;
    const char *function;
} operators[] = {
    {"or", LEVEL_OR, "!or"},     {"and", LEVEL_AND, "!and"}, {"=", LEVEL_COMPARE, "="},   {"<>", LEVEL_COMPARE, "<>"},
    {"!=", LEVEL_COMPARE, "!="}, {"<", LEVEL_COMPARE, "<"},  {"<=", LEVEL_COMPARE, "<="}, {">", LEVEL_COMPARE, ">"},
    {">=", LEVEL_COMPARE, ">="}, {"|", LEVEL_BITS, "|"},     {"&", LEVEL_BITS, "&"},      {"#", LEVEL_BITS, "#"},
    {"<<", LEVEL_BITS, "<<"},    {">>", LEVEL_BITS, ">>"},   {"+", LEVEL_SUM, "+"},       {"-", LEVEL_SUM, "-"},
    {"*", LEVEL_PRODUCT, "*"},   {"/", LEVEL_PRODUCT, "/"},  {"%", LEVEL_PRODUCT, "%"}};

static int
read_minus(struct reader *r, size_t at)
{
    if (r->token.type == TOKEN_NUMBER && r->token.is_least) {
        const int node = add_value(r, (struct scalar){.type = SCALAR_INTEGER, .is.integer = INT64_MIN});
        return advance(r) ? node : -1;
    }
    return add_call(r, at, "!negate", read_expression(r, LEVEL_SIGN), -1);
}

/* Reads the beginning of an expression. */
static int
read_operand(struct reader *r)
{
    const size_t at = r->token.at;
    int node;

    if (take(r, "-"))
        return read_minus(r, at);
    if (take(r, "+"))
        return read_expression(r, LEVEL_SIGN);
    if (take(r, "~"))
        return add_call(r, at, "~", read_expression(r, LEVEL_SUM), -1);
    if (take(r, "not"))
        return add_call(r, at, "!not", read_expression(r, LEVEL_NOT), -1);
    if (take(r, "(")) {
        node = read_expression(r, 0);
        if (node >= 0 && !take(r, ")"))
            return r->diag->code == ERR_OK ? refuse_token(r, "an operator or \")\"") : -1;
        return node;
    }
    if (r->diag->code != ERR_OK)
        return -1;
    switch (r->token.type) {
    case TOKEN_WORD: return read_word(r);
    case TOKEN_VARIABLE: return read_variable(r);
    case TOKEN_NUMBER:
        if (r->token.is_least)
            return REFUSE(r, at, "bigint constant overflow: an integer is at most 9223372036854775807");
        node = add_value(r, r->token.number);
        return advance(r) ? node : -1;
    case TOKEN_SIGN:
    case TOKEN_END: break;
    }
    return refuse_token(r, "a value");
}

/* Reads what follows `operand`: IS [NOT] NULL, TRUE or FALSE, ISNULL, NOTNULL. */
static int
read_is(struct reader *r, int operand)
{
    const size_t at = r->token.at;
    const bool is_one_word = is_token(r, "isnull") || is_token(r, "notnull");
    bool is_not = is_token(r, "notnull");
    struct scalar value = {.type = SCALAR_NULL};

    if (!advance(r))
        return -1;
    if (!is_one_word) {
        is_not = take(r, "not");
        if (is_token(r, "true") || is_token(r, "false"))
            value = (struct scalar){.type = SCALAR_BOOLEAN, .is.boolean = is_token(r, "true")};
        else if (!is_token(r, "null"))
            return refuse_token(r, "NULL, TRUE or FALSE");
    }
    const int what = add_value(r, value);
    if (what < 0 || (!is_one_word && !advance(r)))
        return -1;
    const int node = add_call(r, at, "!is", operand, what);
    return is_not ? add_call(r, at, "!not", node, -1) : node;
}

/* Operators of at least this level, behind an operand. */
static int
read_operators(struct reader *r, int left, int level)
{
    bool is_compared = false;

    while (left >= 0) {
        size_t i = 0;
        if (level <= LEVEL_IS && (is_token(r, "is") || is_token(r, "isnull") || is_token(r, "notnull"))) {
            left = read_is(r, left);
            is_compared = false;
            continue;
        }
        while (i < ARRAY_LENGTH(operators) && !is_token(r, operators[i].text))
            i++;
        if (i == ARRAY_LENGTH(operators) || operators[i].level < level)
            return r->diag->code == ERR_OK ? left : -1;
        if (operators[i].level == LEVEL_COMPARE && is_compared)
            return REFUSE(r, r->token.at, "comparisons do not follow each other: use parentheses, or AND");
        is_compared = operators[i].level == LEVEL_COMPARE;
        const size_t at = r->token.at;
        if (!advance(r))
            return -1;
        const int right = read_expression(r, operators[i].level + 1);
        left = right < 0 ? -1 : add_call(r, at, operators[i].function, left, right);
    }
    return left;
}

/* An expression whose operators bind at least as closely as `level` says. */
static int
read_expression(struct reader *r, int level)
{
    if (r->depth == DEPTH_MAX)
        return REFUSE(r, r->token.at, "expressions stand in each other more than %d deep", DEPTH_MAX);
    r->depth++;
    const int node = read_operators(r, read_operand(r), level);
    r->depth--;
    if (node >= 0 && r->set->nodes[node].height > DEPTH_MAX)
        return REFUSE(r, r->set->nodes[node].at, "operations stand in each other more than %d deep", DEPTH_MAX);
    return node;
}

int
expression_read(struct script_set *set, const struct script_text *script, const struct expression_place *place, struct diag *d)
{
    struct reader r = {.set = set, .script = script, .place = place, .at = place->at, .end = place->end, .diag = d};

    r.first_node = set->node_count;
    if (!advance(&r))
        return -1;
    const int node = read_expression(&r, 0);
    if (node >= 0 && r.token.type != TOKEN_END)
        return refuse_token(&r, "an operator or the end of the line");
    return node;
}
