import { outcomeOf, type JobWorkerOptions } from '@portfolio/jobs';
import { withRequestContext, requestIdFrom } from '@portfolio/lifecycle';
import { traced, type JobMetrics } from '@portfolio/telemetry';

/**
 * Follows each job: whatever it logs and asks for is a part of the request that it was asked for by, and of its trace.
 * A job that came round by itself has an id of its own.
 *
 * @param metrics told of each run, where somebody measures
 */
export function observeJobs(metrics: JobMetrics | undefined): NonNullable<JobWorkerOptions['around']> {
  return (run, job) =>
    withRequestContext({ requestId: requestIdFrom(job.requestId) }, async () => {
      const began = performance.now();
      const end = (thrown?: unknown) =>
        metrics?.observe(job.name, outcomeOf(thrown, job), (performance.now() - began) / 1000);
      try {
        await traced(`job ${job.name}`, run, { kind: 'consumer', parent: job.traceparent });
      } catch (error) {
        end(error);
        throw error;
      }
      end();
    });
}
