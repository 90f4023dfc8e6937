#include "detail.h"

#include <stdlib.h>

/* Every histogram there may be, so that all of them are created, merged and destroyed in one loop. */
enum { SLOT_COUNT = STATEMENT_KIND_COUNT + HOST_COUNT_MAX + 4 };

static struct hist **
slot_at(struct detail *d, int index)
{
    if (index < STATEMENT_KIND_COUNT)
        return &d->statements[index].latency;
    index -= STATEMENT_KIND_COUNT;
    if (index < HOST_COUNT_MAX)
        return &d->hosts[index].latency;
    struct hist **const rest[] = {&d->service, &d->lateness, &d->retried, &d->last_attempt};
    return rest[index - HOST_COUNT_MAX];
}

static bool
is_wanted(int index, const struct program *program, int host_count, bool is_open_loop, bool is_pipelined)
{
    if (index < STATEMENT_KIND_COUNT)
        return program->uses[index] && !is_pipelined;
    index -= STATEMENT_KIND_COUNT;
    if (index < HOST_COUNT_MAX)
        return host_count > 1 && index < host_count;
    const bool is_of_open_loop = index - HOST_COUNT_MAX < 2;
    return is_open_loop || !is_of_open_loop;
}

struct detail *
detail_create(const struct program *program, int host_count, bool is_open_loop, bool is_pipelined)
{
    struct detail *const d = calloc(1, sizeof *d);

    for (int i = 0; d && i < SLOT_COUNT; i++) {
        if (!is_wanted(i, program, host_count, is_open_loop, is_pipelined))
            continue;
        *slot_at(d, i) = hist_create();
        if (!*slot_at(d, i)) {
            detail_destroy(d);
            return NULL;
        }
    }
    return d;
}

void
detail_destroy(struct detail *d)
{
    for (int i = 0; d && i < SLOT_COUNT; i++)
        hist_destroy(*slot_at(d, i));
    free(d);
}

static void
part_merge(struct part *into, const struct part *from)
{
    into->count += from->count;
    into->errors += from->errors;
    into->misses += from->misses;
}

void
detail_merge(struct detail *into, const struct detail *from)
{
    struct detail *const source = (struct detail *)from; /* Only read. */

    for (int i = 0; i < STATEMENT_KIND_COUNT; i++)
        part_merge(&into->statements[i], &from->statements[i]);
    for (int i = 0; i < HOST_COUNT_MAX; i++)
        part_merge(&into->hosts[i], &from->hosts[i]);
    for (int i = 0; i < SLOT_COUNT; i++)
        if (*slot_at(into, i))
            hist_merge(*slot_at(into, i), *slot_at(source, i));
}
