import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { deviceTimeZone, siteFormats, SiteFormatsContext, DateTime } from './date-time.tsx';

/** March 14 in UTC, March 15 in Tokyo. */
const LATE = '2026-03-14T21:05:00.000Z';

function show(language: string, timeZone: string, precision?: 'day') {
  render(
    <SiteFormatsContext value={siteFormats({ language, timeZone })}>
      <DateTime at={LATE} {...(precision && { precision })} />
    </SiteFormatsContext>,
  );
  return screen.getByText(/2026/).textContent.replaceAll('\u202f', ' ');
}

describe('a date in the back office', () => {
  it.each([
    ['en', 'Asia/Tokyo', 'Mar 15, 2026'],
    ['en', 'America/Los_Angeles', 'Mar 14, 2026'],
    ['en-GB', 'Asia/Tokyo', '15 Mar 2026'],
  ])('uses the language %s and the time zone %s of the site', (language, timeZone, text) => {
    expect(show(language, timeZone, 'day')).toBe(text);
  });

  it('formats dates in English when the site is in another language', () => {
    expect(show('de', 'Asia/Tokyo', 'day')).toBe('Mar 15, 2026');
  });

  it('shows the time zone if the device is in a different one', () => {
    expect(show('en', 'Asia/Tokyo')).toBe('Mar 15, 2026, 6:05 AM GMT+9');
  });

  it('omits the time zone if the device is in the same one', () => {
    expect(show('en-GB', deviceTimeZone())).toMatch(/2026, \d\d:\d\d$/);
  });

  it('falls back to UTC for a time zone unknown to the browser', () => {
    expect(show('en', 'Mars/Olympus', 'day')).toBe('Mar 14, 2026');
    expect(siteFormats({ language: 'en', timeZone: 'Mars/Olympus' }).isFallback).toBe(true);
  });
});
