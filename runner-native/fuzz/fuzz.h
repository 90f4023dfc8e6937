#ifndef PLUMBLINE_FUZZ_H
#define PLUMBLINE_FUZZ_H

/* What the fuzz targets share: libFuzzer's entry point, and a check that ends the process so that any engine sees it. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(holds)                                                                                                      \
    do {                                                                                                                       \
        if (!(holds)) {                                                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds);                                         \
            abort();                                                                                                           \
        }                                                                                                                      \
    } while (0)

#endif
