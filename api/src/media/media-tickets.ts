import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiEnv } from '../env.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Tickets to the pictures that visitors may not see. A page of the back office shows them in plain image elements,
 * which send no bearer token; so their addresses carry a ticket that opens one photo until the end of the next day.
 */
@Injectable()
export class MediaTickets {
  constructor(private readonly env: ApiEnv) {}

  issue(photoId: number, now = Date.now()): string {
    // The same all day, so that a browser's cache serves a page that is opened again.
    const until = Math.floor(now / DAY) + 2;
    return `${until}.${this.seal(photoId, until)}`;
  }

  admits(photoId: number, ticket: string, now = Date.now()): boolean {
    const [, until = '', seal = ''] = /^(\d{1,8})\.([\w-]+)$/.exec(ticket) ?? [];
    if (seal === '' || Number(until) * DAY <= now) return false;
    const [given, right] = [Buffer.from(seal), Buffer.from(this.seal(photoId, Number(until)))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private seal(photoId: number, until: number): string {
    // The purpose is part of what is sealed, since the same secret signs the sign-in tokens.
    return createHmac('sha256', this.env.JWT_SECRET).update(`media-ticket:${photoId}:${until}`).digest('base64url');
  }
}
