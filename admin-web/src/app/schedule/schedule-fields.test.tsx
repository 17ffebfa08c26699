import { expect, it } from '@jest/globals';
import { fromLocalInput, toLocalInput } from './schedule-fields.tsx';

it.each([
  ['2026-01-15T09:30', 'Europe/Berlin', '2026-01-15T08:30:00.000Z'],
  ['2026-07-15T00:30', 'Europe/Berlin', '2026-07-14T22:30:00.000Z'],
  // The hours around both clock changes.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ['2026-11-01T02:30', 'America/New_York', '2026-11-01T07:30:00.000Z'],
  ['2026-06-01T12:00', 'Asia/Kathmandu', '2026-06-01T06:15:00.000Z'],
  // While the year 2027 is typed.
  ['0002-04-01T09:00', 'Europe/Berlin', '0002-04-01T08:07:00.000Z'],
])('%s in %s is %s', (local, zone, utc) => {
  expect(fromLocalInput(local, zone)).toBe(utc);
  expect(toLocalInput(utc, zone)).toBe(local);
});
