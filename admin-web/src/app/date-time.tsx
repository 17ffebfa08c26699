import { createContext, use } from 'react';

/** How the back office writes dates and prices: in English, since all of its own words are. */
export interface SiteFormats {
  /** BCP 47 tag: the site's, where the artist writes English, else that of English. */
  language: string;
  day: Intl.DateTimeFormat;
  longDay: Intl.DateTimeFormat;
  /** Names the time zone where the device is in another one. */
  minute: Intl.DateTimeFormat;
}

/**
 * Formats in the time zone of the site.
 *
 * @param site settings of the site; undefined where they could not be loaded
 */
export function siteFormats(site: { language: string; timeZone: string } | undefined): SiteFormats {
  const { language = 'en', timeZone = 'UTC' } = site ?? {};
  const english = /^en\b/.test(language) ? language : 'en';
  const write = (options: Intl.DateTimeFormatOptions) => {
    try {
      return new Intl.DateTimeFormat(english, { ...options, timeZone });
    } catch {
      // The browser is older than the time zone.
      return new Intl.DateTimeFormat(english, { ...options, timeZone: 'UTC' });
    }
  };
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const isElsewhere = write({}).resolvedOptions().timeZone !== deviceTimeZone();
  return {
    language: english,
    day: write(date),
    longDay: write({ dateStyle: 'long' }),
    minute: write({
      ...date,
      hour: 'numeric',
      minute: '2-digit',
      ...(isElsewhere && { timeZoneName: 'short' }),
    }),
  };
}

/** Name of the IANA database. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Null until the settings of the site are known. */
export const SiteFormatsContext = createContext<SiteFormats | null>(null);

export interface DateTimeProps {
  /** ISO 8601. */
  at: string;
  to?: 'day' | 'minute';
}

/** A moment by the clock of the site, to the day or to the minute. */
export function DateTime({ at, to = 'minute' }: DateTimeProps) {
  return <time dateTime={at}>{use(SiteFormatsContext)?.[to].format(new Date(at))}</time>;
}
