import type { AttemptJob } from '../../jobs/index.ts';
import type { Tracing } from './tracing.ts';

/**
 * Puts each attempt at a job into a span below the request that submitted it, after one for the time in which it waited. An attempt
 * that fails is marked, also where the job only waits again.
 */
export function traceJobs(tracing: Tracing, attempt: AttemptJob): AttemptJob {
  return async (job, request, edges) => {
    const parent = job.traceparent ?? undefined;
    const facts = { 'platen.job': job.id, 'platen.request_id': job.request_id, 'platen.account': job.account };
    const startedAt = Date.parse(job.start_at ?? job.created_at) - performance.timeOrigin;
    tracing.begin('wait', { parent, facts, startedAt: Math.min(startedAt, performance.now()) }).end();
    const span = tracing.begin('job', { parent, facts: { ...facts, 'platen.attempt': job.attempts } });
    try {
      const outcome = await span.run(() => attempt(job, request, edges));
      span.end({}, outcome === 'not_now' ? { code: outcome } : (outcome.end.facts.error ?? undefined));
      return outcome;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  };
}
