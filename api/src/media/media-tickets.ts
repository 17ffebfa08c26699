import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiEnv } from '../env.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** The renditions of a photo, its original, or the original of a background image; by id. */
export type TicketPurpose = `${'photo' | 'original' | 'background'}:${number}`;

/**
 * Signed tickets for media that visitors may not see, since image elements send no bearer token. Tickets of renditions are
 * valid until the end of the next day, tickets of originals until the end of the next hour.
 */
@Injectable()
export class MediaTickets {
  constructor(private readonly env: ApiEnv) {}

  issue(purpose: TicketPurpose, now = Date.now()): string {
    // The same for a whole day, so that the browser's cache of renditions hits.
    const until = Math.floor(now / unitOf(purpose)) + 2;
    return `${until}.${this.sign(purpose, until)}`;
  }

  /** @param ticket untrusted, from the query */
  admits(purpose: TicketPurpose, ticket: unknown, now = Date.now()): boolean {
    const [, until = '', signature = ''] = /^(\d{1,8})\.([\w-]+)$/.exec(typeof ticket === 'string' ? ticket : '') ?? [];
    if (signature === '' || Number(until) * unitOf(purpose) <= now) return false;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(purpose, Number(until)))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private sign(purpose: TicketPurpose, until: number): string {
    // The prefix separates tickets from sign-in tokens, which the same secret signs.
    return createHmac('sha256', this.env.JWT_SECRET).update(`media-ticket:${purpose}:${until}`).digest('base64url');
  }
}

/** Granularity of expiry in milliseconds. Originals hold private metadata and are not cached, so their tickets are short. */
const unitOf = (purpose: TicketPurpose) => (purpose.startsWith('photo:') ? DAY : HOUR);
