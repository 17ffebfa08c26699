import { MAX_ID, type JobSubject } from '@portfolio/contracts';
import type { FailedJob } from '@portfolio/jobs';

/** Where a job's payload says what it is about. */
const ID_FIELDS = { photo: 'photoId', background: 'backgroundId', message: 'messageId' } as const;

/** What a job is about. */
export function subjectOf({ payload }: Pick<FailedJob, 'payload'>): { kind: JobSubject; id: number | null } {
  const fields = (payload ?? {}) as Record<string, unknown>;
  for (const kind of ['photo', 'background', 'message'] as const) {
    const id = Number(fields[ID_FIELDS[kind]]);
    if (Number.isInteger(id) && id >= 1 && id <= MAX_ID) return { kind, id };
  }
  return { kind: 'site', id: null };
}
