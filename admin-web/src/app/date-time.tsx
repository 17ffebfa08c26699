import { createContext, use } from 'react';

/** Formats of dates, in English like the interface. */
export type SiteFormats = ReturnType<typeof siteFormats>;

/**
 * Formats in the time zone of the site.
 *
 * @param site settings of the site; undefined where they could not be loaded
 */
export function siteFormats(site: { language: string; timeZone: string } | undefined) {
  const { language = 'en', timeZone = 'UTC' } = site ?? {};
  const english = /^en\b/.test(language) ? language : 'en';
  const isKnown = isKnownTimeZone(timeZone);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(english, { ...options, timeZone: isKnown ? timeZone : 'UTC' });
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const isOtherZone = format({}).resolvedOptions().timeZone !== deviceTimeZone();
  return {
    /** Whether times are in UTC since the settings could not be loaded or the browser does not know the time zone. */
    isFallback: site === undefined || !isKnown,
    /** BCP 47 tag of the site if it is English, else `en`. */
    language: english,
    day: format(date),
    longDay: format({ dateStyle: 'long' }),
    /** Includes the time zone if it differs from the device's. */
    minute: format({
      ...date,
      hour: 'numeric',
      minute: '2-digit',
      ...(isOtherZone && { timeZoneName: 'short' }),
    }),
    camera: new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  };
}

/** Whether the browser knows the time zone; an older one may not. */
function isKnownTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/** IANA name. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Null while the settings of the site are loading; formats in UTC after a failure. */
export const SiteFormatsContext = createContext<SiteFormats | null>(null);

/** Date, or date and time, in the time zone of the site. @param props.at ISO 8601 */
export function DateTime({ at, precision = 'minute' }: { at: string; precision?: 'day' | 'minute' }) {
  return <time dateTime={at}>{use(SiteFormatsContext)?.[precision].format(new Date(at))}</time>;
}

/** Date and time of a camera, which has no time zone. @param props.at ISO 8601 without a zone */
export function CameraTime({ at }: { at: string }) {
  return <time dateTime={at}>{use(SiteFormatsContext)?.camera.format(new Date(`${at}Z`))}</time>;
}
