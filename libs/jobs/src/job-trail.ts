import { UnrecoverableError, WaitingError, type Job } from 'bullmq';

/** For which request a job was asked for: it travels beside the payload, and changes nothing about the job. */
export interface JobTrail {
  /** Under which all lines of that request are found. */
  requestId?: string | undefined;
  /** Its place in a trace, as W3C has it. */
  traceparent?: string | undefined;
}

/** One run of a job, as those see it who measure and log. */
export interface JobRun extends JobTrail {
  name: string;
  isLastAttempt: boolean;
}

export type JobRunOutcome = 'completed' | 'retried' | 'failed' | 'handed-back';

/**
 * The trail as BullMQ carries it: in the option that it has for this, which neither deduplication nor payload knows of.
 *
 * @returns nothing where there is none
 */
export function trailOption({ requestId, traceparent }: JobTrail = {}) {
  if (requestId === undefined && traceparent === undefined) return {};
  return { telemetry: { metadata: JSON.stringify({ requestId, traceparent }) } };
}

/** @returns nothing for a job that came round by itself, or was queued by a version that knew no trails */
export function trailOf({ opts }: Pick<Job, 'opts'>): JobTrail {
  try {
    const { requestId, traceparent } = JSON.parse(opts.telemetry?.metadata ?? '{}') as Record<string, unknown>;
    return { ...text({ requestId }), ...text({ traceparent }) };
  } catch {
    return {};
  }
}

/** What came of a run, by what it threw: undefined where it threw nothing. */
export function outcomeOf(thrown: unknown, { isLastAttempt }: Pick<JobRun, 'isLastAttempt'>): JobRunOutcome {
  if (thrown === undefined) return 'completed';
  if (thrown instanceof WaitingError) return 'handed-back';
  return isLastAttempt || thrown instanceof UnrecoverableError ? 'failed' : 'retried';
}

const text = (field: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => typeof value === 'string'));
