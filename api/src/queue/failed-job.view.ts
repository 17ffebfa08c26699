import type { FailedJobView } from '@portfolio/contracts';
import type { FailedJob, JobName } from '@portfolio/jobs';
import { keyOf, subjectOf, type KnownSubjects } from './job-subjects.repository.ts';

const TITLES: Record<JobName, string> = {
  'photo.render': 'Prepare a photo',
  'photo.refresh': 'Prepare a photo again',
  'photo.rebuild': 'Make the files of a photo again',
  'photo.discard': 'Remove the files of a deleted photo',
  'background.render': 'Prepare the background image',
  'background.refresh': 'Prepare the background image again',
  'background.rebuild': 'Make the files of the background image again',
  'background.discard': 'Remove the files of an old background image',
  'message.mail': 'Mail a message to you',
  export: 'Export the site',
  import: 'Import a site',
  'housekeeping.requeue': 'Look for work that was left over',
  'housekeeping.discard-orphans': 'Remove files that nothing uses',
  'housekeeping.discard-exports': 'Remove old archives',
  'housekeeping.empty-trash': 'Empty the trash',
  'housekeeping.refresh-pictures': 'Look for pictures that are out of date',
  'housekeeping.prune-views': 'Delete old numbers of views',
  'housekeeping.read-capture-dates': 'Read the files of older photos',
};

export function toFailedJobView(job: FailedJob, known: KnownSubjects): FailedJobView {
  const { kind, id } = subjectOf(job);
  const subject = known.get(keyOf(kind, id));
  return {
    id: job.id,
    name: (TITLES as Record<string, string>)[job.name] ?? 'Unknown job',
    about: { kind, id, title: subject?.title ?? null },
    reason: subject?.failure ?? failureMessage(job.reason),
    attempts: job.attempts,
    failed_at: job.failedAt.toISOString(),
  };
}

/** The worker's messages about mails: they name no account, machine or file. */
const MAIL_REASON = /^The (mail|mail server|connection to the mail server)\b[\w ()]*\.$/;

/** The worker's messages about pictures. */
const PICTURE_REASON =
  /^The (picture (has more than|could not be processed)|original file is missing|file is (damaged|not a))\b/;

/** The worker's message about an export. */
export const LOSS_REASON = /originals are missing or damaged/;

/** Beginning of import failures, whose text is safe to show. */
const IMPORT_REASON = /^(Nothing was imported|The import is incomplete)\. /;

/** Messages by error pattern, the most specific first. The worker's log has the error itself. */
const MESSAGES: [RegExp, string][] = [
  [LOSS_REASON, 'Some original files are missing or damaged. The log of the worker names the first ten.'],
  [/^Too little free space/, 'The storage has too little free space for an export.'],
  [/ENOSPC|EDQUOT|QuotaExceeded|disk full/i, 'The storage is full.'],
  [/EACCES|EPERM|EROFS|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/i, 'The storage refused access.'],
  [/NoSuchBucket/i, 'The bucket of the storage does not exist.'],
  [/ENOENT|NoSuchKey/i, 'A file that is needed was not found in the storage.'],
  [/^timeout: \d+% complete/, 'The picture took too long. The server may be busy.'],
  [/stalled/i, 'The worker stopped before it was done, several times.'],
  [/no handler/i, 'Unknown job. The worker may run another version than the rest of the site.'],
  [
    /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|time(d )?out|connection|does not answer|starting up|shutting down/i,
    'The database, the storage or the queue could not be reached.',
  ],
];

/** @param reason of a failed job, for logs. @returns a message for people */
export function failureMessage(reason: string): string {
  if ([MAIL_REASON, IMPORT_REASON, PICTURE_REASON].some((safe) => safe.test(reason))) return reason;
  return (
    MESSAGES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Something went wrong. The log of the worker says what.'
  );
}
