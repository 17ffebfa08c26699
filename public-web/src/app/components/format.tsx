import type { PublicSettingsView } from '@portfolio/contracts';
import { formatPrice } from '@portfolio/ui/price';
import { useSettings } from '../data/settings.ts';

/** By language and time zone, since one takes longer to make than a hundred dates to write. */
const formats: Record<string, Intl.DateTimeFormat> = {};

const dateFormat = ({ language, timeZone }: PublicSettingsView) =>
  (formats[language + timeZone] ??= newFormat(language, timeZone));

/** A browser may be older than a time zone. */
function newFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  } catch {
    return newFormat('en', 'UTC');
  }
}

/**
 * A moment as a day in the language and the time zone of the site. What the server wrote stays on the page: a browser may
 * have another release of the language's data.
 *
 * @param at ISO 8601
 */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} dir="auto" suppressHydrationWarning>
    {dateFormat(useSettings()).format(new Date(at))}
  </time>
);

/** A price in dollars, as the language of the site writes it. */
export const Price = ({ price }: { price: number }) => (
  <bdi suppressHydrationWarning>{formatPrice(price, useSettings().language)}</bdi>
);

/** `1 photo`, `4 photos`. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
