#include "program/params.h"

#include <endian.h>
#include <string.h>

enum { OID_INT8 = 20 };

void
params_init(struct params *params, uint32_t integer_oid)
{
    *params = (struct params){.integer_size = integer_oid == OID_INT8 ? 8 : 4};
    for (size_t i = 0; i < PARAM_COUNT_MAX; i++)
        params->formats[i] = 1;
}

void
params_put_bigint(struct params *params, int index, int64_t value)
{
    const uint64_t wide = htobe64((uint64_t)value);

    memcpy(params->integers[index], &wide, sizeof wide);
    params->values[index] = params->integers[index];
    params->lengths[index] = sizeof wide;
}

void
params_put_int(struct params *params, int index, int64_t value)
{
    if (params->integer_size == 8) {
        params_put_bigint(params, index, value);
        return;
    }
    const uint32_t narrow = htobe32((uint32_t)value);
    memcpy(params->integers[index], &narrow, sizeof narrow);
    params->values[index] = params->integers[index];
    params->lengths[index] = sizeof narrow;
}

void
params_put_text(struct params *params, int index, const char *text, int length)
{
    params->values[index] = text;
    params->lengths[index] = length;
}
