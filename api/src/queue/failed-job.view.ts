import type { FailedJobView } from '@portfolio/contracts';
import type { FailedJob, JobName } from '@portfolio/jobs';
import { reasonInWords } from './failure-in-words.ts';
import { subjectOf } from './job-subject.ts';
import { keyOf, type KnownSubjects } from './job-subjects.repository.ts';

/** What each job is to do, as the artist would say it. */
const NAMES: Record<JobName, string> = {
  'photo.render': 'Prepare a photo',
  'photo.refresh': 'Prepare a photo again',
  'photo.rebuild': 'Make the files of a photo again',
  'photo.discard': 'Remove the files of a deleted photo',
  'background.render': 'Prepare the background image',
  'background.refresh': 'Prepare the background image again',
  'background.rebuild': 'Make the files of the background image again',
  'background.discard': 'Remove the files of an old background image',
  'message.mail': 'Mail a message to you',
  'housekeeping.requeue': 'Look for work that was left over',
  'housekeeping.discard-orphans': 'Remove files that nothing uses',
  'housekeeping.refresh-pictures': 'Look for pictures that are out of date',
  'housekeeping.read-capture-dates': 'Read when older photos were taken',
};

/** @param known what the database knows of it */
export function toFailedJobView(job: FailedJob, known: KnownSubjects): FailedJobView {
  const { kind, id } = subjectOf(job);
  const subject = known.get(keyOf(kind, id));
  return {
    id: job.id,
    name: (NAMES as Record<string, string>)[job.name] ?? 'Unknown job',
    about: { kind, id, title: subject?.title ?? null },
    reason: subject?.failure ?? reasonInWords(job.reason),
    attempts: job.attempts,
    failed_at: job.failedAt.toISOString(),
  };
}
