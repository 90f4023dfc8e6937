#ifndef PLUMBLINE_PROGRAM_PARAMS_H
#define PLUMBLINE_PROGRAM_PARAMS_H

#include "base/base.h"

/* By letters, as struct statement has them. */
enum param_type {
    PARAM_INT = 'i',     /* --integer-type. */
    PARAM_BIGINT = 'b',  /* int8 (OID 20), whatever --integer-type says. */
    PARAM_TEXT = 't',    /* varchar (OID 1043). */
    PARAM_BYTES = 'y',   /* bytea (OID 17). */
    PARAM_UNTYPED = 'u', /* Text, of the type that the server finds. */
};

enum {
    PARAM_TEXT_SIZE = 8448, /* --value-size and what stands around it. */
};

/* The parameters of one statement, as libpq wants them: binary, in network order. One per worker, used again for each
 * statement: libpq has copied them when the send function returns. */
struct params {
    const char *values[PARAM_COUNT_MAX];
    int lengths[PARAM_COUNT_MAX];
    int formats[PARAM_COUNT_MAX]; /* 1: binary; 0: of PARAM_UNTYPED. */
    int count;
    int integer_size; /* 4 or 8 bytes, by --integer-type. */
    char integers[PARAM_COUNT_MAX][8];
    char c[128];
    char pad[64];
    char text[PARAM_TEXT_SIZE];
};

/* Readies `params`; `integer_oid` is what PARAM_INT is bound as: 23 (int4) or 20 (int8). */
void params_init(struct params *params, uint32_t integer_oid);

/* For the draws of a workload: parameter `index` is `value` as --integer-type has it, as int8, or `length` bytes of text that
 * stay where they are until the statement is sent. */
void params_put_int(struct params *params, int index, int64_t value);
void params_put_bigint(struct params *params, int index, int64_t value);
void params_put_text(struct params *params, int index, const char *text, int length);

/* Parameter `index` is a text that ends with a NUL, for PARAM_UNTYPED; NULL is null. */
static inline void
params_put_string(struct params *params, int index, const char *text)
{
    params->values[index] = text;
    params->formats[index] = 0;
}

#endif
