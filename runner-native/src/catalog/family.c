#include "catalog/family.h"

/* The families, in their order of --help, each in a folder of its own. To add one, add its line. */
#define FAMILIES                                                                                                               \
    FAMILY(sbtest)                                                                                                             \
    FAMILY(bulk)                                                                                                               \
    FAMILY(kv)                                                                                                                 \
    FAMILY(sql_inserts)                                                                                                        \
    FAMILY(ycsb)                                                                                                               \
    FAMILY(tpcc)                                                                                                               \
    FAMILY(script)

#define FAMILY(name) extern const struct family name##_family;
FAMILIES
#undef FAMILY

static const struct family *const families[] = {
#define FAMILY(name) &name##_family,
    FAMILIES
#undef FAMILY
};

const struct family *
family_at(size_t index)
{
    return index < ARRAY_LENGTH(families) ? families[index] : NULL;
}
