import { describe, expect, it } from '@jest/globals';
import { ApiEnv } from '../env.ts';
import { MediaTickets } from './media-tickets.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 0, 10, 15);
const ticketsOf = (JWT_SECRET: string) => new MediaTickets(Object.assign(new ApiEnv(), { JWT_SECRET }));
const tickets = ticketsOf('a secret for tests, of more than 32 characters');

describe('a ticket', () => {
  it('admits to its photo until the end of the next day', () => {
    const ticket = tickets.issue('photo:7', now);

    expect(tickets.admits('photo:7', ticket, now)).toBe(true);
    expect(tickets.admits('photo:7', ticket, Date.UTC(2026, 0, 11, 23, 59))).toBe(true);
    expect(tickets.admits('photo:7', ticket, Date.UTC(2026, 0, 12))).toBe(false);
  });

  it.each(['original:7', 'background:7'] as const)(
    'admits to the original of %s until the end of the next hour',
    (purpose) => {
      const ticket = tickets.issue(purpose, now + 20 * 60_000);

      expect(tickets.admits(purpose, ticket, now + 20 * 60_000)).toBe(true);
      expect(tickets.admits(purpose, ticket, Date.UTC(2026, 0, 10, 16, 59))).toBe(true);
      expect(tickets.admits(purpose, ticket, Date.UTC(2026, 0, 10, 17))).toBe(false);
    },
  );

  it('is the same all day, for browser caches', () => {
    expect(tickets.issue('photo:7', now)).toBe(tickets.issue('photo:7', now + 60_000));
    expect(tickets.issue('photo:7', now)).not.toBe(tickets.issue('photo:7', now + DAY));
  });

  it('admits no other photo, kind, time or site', () => {
    const ticket = tickets.issue('photo:7', now);
    const [until = '', seal = ''] = ticket.split('.');

    expect(tickets.admits('photo:8', ticket, now)).toBe(false);
    expect(tickets.admits('original:7', ticket, now)).toBe(false);
    expect(tickets.admits('background:7', ticket, now)).toBe(false);
    expect(tickets.admits('photo:7', `${Number(until) + 1}.${seal}`, now)).toBe(false);
    expect(ticketsOf('another secret, of more than 32 characters too').admits('photo:7', ticket, now)).toBe(false);
  });

  it.each(['', '.', 'x', '20000', '20000.', '.abc', '20000.abc.def', '99999999.é', undefined, ['20000.abc']])(
    'is not %j',
    (ticket) => {
      expect(tickets.admits('photo:7', ticket, now)).toBe(false);
    },
  );
});
