import { formatPrice } from '@portfolio/ui/price';
import { useSettings, type PageSettings } from '../data/settings.ts';
import text from './text.module.css';

/** Formats by language and time zone: creating one takes longer than formatting a hundred dates. */
const formats: Record<string, Intl.DateTimeFormat> = {};

const dateFormat = ({ language, timeZone }: PageSettings) =>
  (formats[language + timeZone] ??= newFormat(language, timeZone));

function newFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  } catch {
    // An old browser may not know the time zone.
    return newFormat('en', 'UTC');
  }
}

/**
 * Date in the site's language and time zone. Hydration leaves the server's text: the browser's locale data may differ.
 *
 * @param at ISO 8601
 * @param overrides `timeZone` in place of the site's
 */
export const FormattedDate = ({ at, ...overrides }: { at: string; timeZone?: string }) => (
  <time dateTime={at}>
    <bdi suppressHydrationWarning>{dateFormat({ ...useSettings(), ...overrides }).format(new Date(at))}</bdi>
  </time>
);

/** Dollars in the format of the site's language. */
export const Price = ({ price }: { price: number }) => (
  <bdi suppressHydrationWarning>{formatPrice(price, useSettings().language)}</bdi>
);

/** `1 photo`, `4 photos`. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Mail link. Characters with a meaning in `mailto:` are escaped. */
export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURI(email).replace(/[?#&]/g, encodeURIComponent)}`} className={text.reach}>
    {email}
  </a>
);
