import { UnrecoverableError, WaitingError, type Job } from 'bullmq';

/** The request that a job belongs to, stored beside its payload. */
export interface JobTraceContext {
  /** Id in all log lines of that request. */
  requestId?: string | undefined;
  /** W3C trace context. */
  traceparent?: string | undefined;
}

/** One run of a job, for metrics and logs. */
export interface JobRun extends JobTraceContext {
  name: string;
  isLastAttempt: boolean;
}

export type JobRunOutcome = 'completed' | 'retried' | 'failed' | 'handed-back';

/** The trace context in BullMQ's option for telemetry metadata; no option for an empty one. */
export function traceContextOption({ requestId, traceparent }: JobTraceContext) {
  if (requestId === undefined && traceparent === undefined) return {};
  return { telemetry: { metadata: JSON.stringify({ requestId, traceparent }) } };
}

/** @returns an empty one for repeating jobs and those of older releases */
export function traceContextOf({ opts }: Pick<Job, 'opts'>): JobTraceContext {
  try {
    const { requestId, traceparent } = JSON.parse(opts.telemetry?.metadata ?? '{}') as Record<string, unknown>;
    const fields = Object.entries({ requestId, traceparent });
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** Outcome of a run. @param thrown undefined where the run succeeded */
export function outcomeOf(thrown: unknown, { isLastAttempt }: Pick<JobRun, 'isLastAttempt'>): JobRunOutcome {
  if (thrown === undefined) return 'completed';
  if (thrown instanceof WaitingError) return 'handed-back';
  return isLastAttempt || thrown instanceof UnrecoverableError ? 'failed' : 'retried';
}
