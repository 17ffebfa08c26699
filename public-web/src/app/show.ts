const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const PRICE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A moment as the day that it was in UTC, so that server and browser write the same. */
export const showDate = (iso: string): string => DATE.format(new Date(iso));

/** Dollars with 2 decimals. */
export const showPrice = (dollars: number): string => PRICE.format(dollars);

/** `1 photo`, `4 photos`. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
