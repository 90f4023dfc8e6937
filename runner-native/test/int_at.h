#ifndef PLUMBLINE_TEST_INT_AT_H
#define PLUMBLINE_TEST_INT_AT_H

#include <endian.h>
#include <string.h>

#include "check_values.h"
#include "program/params.h"

/* A parameter that was drawn as an integer of four bytes. */
static inline int64_t
int_at(const struct params *params, int index)
{
    uint32_t value;

    CHECK_INT(params->lengths[index], 4);
    memcpy(&value, params->values[index], sizeof value);
    return (int32_t)be32toh(value);
}

#endif
