const FORMATS = {
  day: new Intl.DateTimeFormat('en', { dateStyle: 'medium' }),
  minute: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }),
};

export interface WhenProps {
  /** ISO 8601. */
  at: string;
  to?: keyof typeof FORMATS;
}

/** A moment as the artist's own clock has it, to the day or to the minute. */
export function When({ at, to = 'minute' }: WhenProps) {
  return <time dateTime={at}>{FORMATS[to].format(new Date(at))}</time>;
}
