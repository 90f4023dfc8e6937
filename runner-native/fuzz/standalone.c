/*
 * Runs a fuzz target without libFuzzer, for machines without clang: replays a corpus, then random mutations of it.
 *
 *   TARGET CORPUS_FOLDER [SECONDS [SEED [LAST_INPUT_FILE]]]
 *
 * The same seed gives the same inputs, as many as the time allows. The input that is being tried stays in LAST_INPUT_FILE, so that after a crash it can be
 * looked at and moved into the corpus.
 */

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz.h"
#include "math/rng.h"

enum { INPUT_SIZE_MAX = 4096, INPUT_COUNT_MAX = 4096 };

struct input {
    size_t size;
    uint8_t *bytes;
};

static struct input corpus[INPUT_COUNT_MAX];
static size_t corpus_count;

static void
read_input(const char *folder, const char *name)
{
    char path[1024];
    uint8_t bytes[INPUT_SIZE_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "rb");
    if (!file || corpus_count == INPUT_COUNT_MAX)
        return;
    struct input *input = &corpus[corpus_count++];
    input->size = fread(bytes, 1, sizeof bytes, file);
    input->bytes = malloc(input->size + 1);
    memcpy(input->bytes, bytes, input->size);
    fclose(file);
}

static int
read_corpus(const char *folder)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.')
            read_input(folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count;
}

static void
try_input(int last_fd, const uint8_t *bytes, size_t size)
{
    /* A copy of exactly this size, so that the address sanitizer sees a read behind its end. */
    uint8_t *const copy = malloc(size > 0 ? size : 1);

    if (last_fd >= 0 && (ftruncate(last_fd, 0) != 0 || pwrite(last_fd, bytes, size, 0) != (ssize_t)size))
        fprintf(stderr, "cannot keep the last input\n");
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/* One small change: a byte, a bit, a piece that goes, doubles, or comes from another input. Returns the new size. */
static size_t
mutate(struct rng *r, uint8_t *bytes, size_t size)
{
    const size_t at = rng_below(r, size + 1);
    const size_t left = size - at;

    switch (rng_below(r, 5)) {
    case 0:
        if (left > 0)
            bytes[at] = (uint8_t)rng_u64(r);
        return size;
    case 1:
        if (left > 0)
            bytes[at] ^= (uint8_t)(1 << rng_below(r, 8));
        return size;
    case 2: {
        const size_t length = left > 0 ? rng_below(r, left + 1) : 0;
        memmove(bytes + at, bytes + at + length, left - length);
        return size - length;
    }
    case 3: {
        const size_t room = INPUT_SIZE_MAX - size, longest = left < room ? left : room;
        const size_t length = rng_below(r, longest + 1);
        memmove(bytes + at + length, bytes + at, left);
        return size + length;
    }
    default: {
        const struct input *other = &corpus[rng_below(r, corpus_count)];
        const size_t from = rng_below(r, other->size + 1);
        size_t length = rng_below(r, other->size - from + 1);
        length = at + length > INPUT_SIZE_MAX ? INPUT_SIZE_MAX - at : length;
        memcpy(bytes + at, other->bytes + from, length);
        return at + length > size ? at + length : size;
    }
    }
}

int
main(int argc, char **argv)
{
    const int64_t duration_ns = (argc > 2 ? strtoll(argv[2], NULL, 10) : 5) * NS_PER_S;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const int last_fd = argc > 4 ? open(argv[4], O_WRONLY | O_CREAT | O_CLOEXEC, 0644) : -1;
    int64_t mutation_count = 0;
    struct rng r;

    if (argc < 2 || read_corpus(argv[1]) < 0 || corpus_count == 0) {
        fprintf(stderr, "usage: %s CORPUS_FOLDER [SECONDS [SEED [LAST_INPUT_FILE]]], with a file in the folder\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < corpus_count; i++)
        try_input(last_fd, corpus[i].bytes, corpus[i].size);
    rng_init(&r, seed, 0);
    for (const int64_t end_ns = clock_now_ns() + duration_ns; clock_now_ns() < end_ns; mutation_count++) {
        uint8_t bytes[INPUT_SIZE_MAX];
        const struct input *start = &corpus[rng_below(&r, corpus_count)];
        size_t size = start->size;
        memcpy(bytes, start->bytes, size);
        for (uint64_t changes = 1 + rng_below(&r, 6); changes > 0; changes--)
            size = mutate(&r, bytes, size);
        try_input(last_fd, bytes, size);
    }
    printf("%s: %zu inputs and %lld mutations\n", argv[0], corpus_count, (long long)mutation_count);
    for (size_t i = 0; i < corpus_count; i++)
        free(corpus[i].bytes);
    return 0;
}
