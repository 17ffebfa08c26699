const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A moment as the day that it was in UTC, so that server and browser write the same. */
export const showDate = (iso: string): string => DATE.format(new Date(iso));

/** `1 photo`, `4 photos`. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
