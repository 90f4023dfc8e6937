#include "machine/conn_send.h"

#include <assert.h>

#include "machine/conn_link.h"

/* A statement that is parsed at each execution. */
static __attribute__((noinline, cold)) bool
send_unnamed(struct conn *c, struct conn_env *env, const struct program_statement *ps, int result_format)
{
    const struct params *const params = &env->params;

    statement_write(ps->statement, env->program->options, c->step.table, env->sql, env->program->text_size);
    return PQsendQueryParams(c->pg, env->sql, params->count, ps->oids, params->values, params->lengths, params->formats,
                             result_format) == 1;
}

bool
conn_queue_statement(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    const struct step *const step = &c->step;
    const struct program_statement *const ps = &p->statements[step->statement];

    if (__builtin_expect(ps->is_prepared && conn_is_unprepared(c, env), 0)) {
        c->is_preparing_one = true;
        return conn_send_prepare(c, env, step->statement, step->table);
    }
    program_draw(p, step->statement, &c->draws, &env->params);
    if (__builtin_expect(ps->is_text, 0)) {
        program_write_text(p, step, &c->draws, &env->params, env->sql);
        return (p->is_pipelined ? PQsendQueryParams(c->pg, env->sql, 0, NULL, NULL, NULL, NULL, 0)
                                : PQsendQuery(c->pg, env->sql)) == 1;
    }
    assert(env->params.count == ps->param_count);
    const int result_format = !ps->statement->is_text_answered;
    if (__builtin_expect(!ps->is_prepared, 0))
        return send_unnamed(c, env, ps, result_format);
    return PQsendQueryPrepared(c->pg, program_statement_name(p, step->statement, step->table), env->params.count,
                               env->params.values, env->params.lengths, env->params.formats, result_format) == 1;
}

/* Of a batch: PREPARE of the statement of c->step, before itself. What is queued twice is prepared once; if the server refuses, that
 * is taken back (conn_see_entry()). */
static bool
queue_prepare(struct conn *c, struct conn_env *env)
{
    c->batch[c->batch_count++] = ~c->step.statement;
    conn_note_prepared(c, env);
    return conn_send_prepare(c, env, c->step.statement, c->step.table);
}

bool
conn_queue_step(struct conn *c, struct conn_env *env)
{
    if (c->step.kind == STEP_FLUSH)
        return true;
    if (c->step.kind == STEP_SYNC) {
        c->sync_count++;
        return PQpipelineSync(c->pg) == 1;
    }
    assert(c->batch_count + 1 < env->program->batch_max * 2);
    if (env->program->statements[c->step.statement].is_prepared && conn_is_unprepared(c, env) && !queue_prepare(c, env))
        return false;
    c->batch[c->batch_count++] = c->step.statement;
    return conn_queue_statement(c, env);
}

void
conn_see_entry(struct conn *c)
{
    const int entry = c->batch[c->batch_at];

    c->is_preparing_one = entry < 0;
    c->step.statement = entry < 0 ? ~entry : entry;
}
