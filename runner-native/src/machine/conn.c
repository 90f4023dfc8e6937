#include "machine/conn.h"

#include <stdlib.h>

#define HANGS_NS (1 * NS_PER_S)

bool
conn_init(struct conn *c, const struct conn_env *env, int target, int index, uint64_t seed)
{
    const struct program *const p = env->program;

    *c = (struct conn){.state = CONN_NEW, .target = target, .index = index, .draws = {.lane = index}};
    /* The stream does not depend on the target: both servers of --against get the same statements. */
    rng_init(&c->draws.rng, seed, (uint64_t)index);
    if (env->is_lazy)
        c->prepared = calloc(1, conn_prepared_size(p));
    if (p->is_pipelined)
        c->batch = calloc((size_t)p->batch_max * 2, sizeof *c->batch); /* Each may come with its PREPARE. */
    if (p->own_size > 0) {
        c->draws.own = calloc(1, p->own_size);
        c->own_at_start = calloc(1, p->own_size);
    }
    if (c->draws.own && p->start)
        p->start(p, &c->draws, target);
    return (!env->is_lazy || c->prepared) && (!p->is_pipelined || c->batch) &&
           (p->own_size == 0 || (c->draws.own && c->own_at_start));
}

void
conn_hang_up(struct conn *c)
{
    PQfinish(c->pg); /* Its socket leaves the epoll set by being closed. */
    c->pg = NULL;
    c->ssl = NULL;
    c->is_registered = false;
}

void
conn_close(struct conn *c)
{
    conn_hang_up(c);
    c->state = CONN_CLOSED;
}

void
conn_free(struct conn *c)
{
    conn_close(c);
    free(c->prepared);
    free(c->batch);
    free(c->draws.own);
    free(c->own_at_start);
    c->prepared = NULL;
    c->batch = NULL;
    c->draws.own = c->own_at_start = NULL;
}

void
conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    env->tally[c->target]->downtime_ns += now_ns - c->lost_ns;
    c->lost_ns = now_ns;
}

int64_t
conn_cut_off_ns(const struct conn *c, const struct conn_env *env, int64_t now_ns)
{
    const int64_t lost_for_ns = now_ns - (c->give_up_ns - env->reopen_timeout_ns); /* lost_ns moves on as it is counted. */

    if (c->lost_ns == 0 || (c->reopen_count <= 1 && lost_for_ns < HANGS_NS))
        return 0;
    return lost_for_ns > 0 ? lost_for_ns : 1;
}
