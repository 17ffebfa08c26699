/** What the worker's own words for a mail that failed are made of: nothing in them names an account, a machine or a file. */
const MAIL_REASON = /^The (mail|mail server|connection to the mail server)\b[\w ()]*\.$/;

/**
 * What an error says of its cause, from the most to the least exact. The error itself is in the worker's log: it may name
 * files, addresses and statements, and is no reading for an artist.
 */
const REASONS: [RegExp, string][] = [
  [/ENOSPC|EDQUOT|QuotaExceeded|disk full/i, 'The storage is full.'],
  [/EACCES|EPERM|EROFS|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/i, 'The storage refused access.'],
  [/ENOENT|NoSuchKey|NoSuchBucket/i, 'A file that is needed was not found in the storage.'],
  [/stalled/i, 'The worker stopped before it was done, several times.'],
  [/no handler/i, 'Unknown job. The worker may run another version than the rest of the site.'],
  [
    /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|time(d )?out|connection|does not answer|starting up|shutting down/i,
    'The database, the storage or the queue could not be reached.',
  ],
];

/** The reason of a failed job, for the artist: nothing of what the error gives away. */
export function reasonInWords(reason: string): string {
  if (MAIL_REASON.test(reason)) return reason;
  return (
    REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Something went wrong. The log of the worker says what.'
  );
}
