import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ACCESS_COOKIE, MAX_ID } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';

/** Seconds. */
const VALID_FOR = 7 * 24 * 60 * 60;

/** Grants of one cookie, the latest ones. */
const MAX_GRANTS = 10;

/** A signed permission to see one gallery. */
export interface Grant {
  galleryId: number;
  /** Seconds since 1970. */
  until: number;
  signature: string;
}

const GRANT = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.([\w-]{43})$/;
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${ACCESS_COOKIE}=([\\w.~-]{1,1500})(?:;|$)`);

/** Whether a response to the request may be personal. @param cookies `Cookie` header */
export const hasGrants = (cookies: string | undefined): boolean => cookies?.includes(`${ACCESS_COOKIE}=`) === true;

/**
 * Reads the grants that have not expired. Their signatures are unverified.
 *
 * @param cookies `Cookie` header
 */
export function readGrants(cookies: string | undefined, now = Date.now()): Grant[] {
  const [, value = ''] = COOKIE_VALUE.exec(cookies ?? '') ?? [];
  return value.split('~').flatMap((text) => {
    const [, galleryId, until, signature = ''] = GRANT.exec(text) ?? [];
    const grant = { galleryId: Number(galleryId), until: Number(until), signature };
    return grant.galleryId <= MAX_ID && grant.until * 1000 > now ? [grant] : [];
  });
}

/** Signs grants and makes their cookie. A grant is bound to a secret of its gallery: it ends when that changes. */
@Injectable()
export class GalleryGrants {
  constructor(private readonly env: ApiEnv) {}

  issue(galleryId: number, secret: string, now = Date.now()): Grant {
    const until = Math.floor(now / 1000) + VALID_FOR;
    return { galleryId, until, signature: this.sign(galleryId, until, secret) };
  }

  isValid({ galleryId, until, signature }: Grant, secret: string): boolean {
    const expected = this.sign(galleryId, until, secret);
    return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  }

  /** `Set-Cookie` header. @param cookies header of the request, whose grants of other galleries stay */
  cookie(grant: Grant, cookies: string | undefined, isSecure: boolean): string {
    const others = readGrants(cookies).filter(({ galleryId }) => galleryId !== grant.galleryId);
    const grants = [...others.slice(1 - MAX_GRANTS), grant];
    const value = grants.map(({ galleryId, until, signature }) => [galleryId, until, signature].join('.')).join('~');
    return `${ACCESS_COOKIE}=${value}; Max-Age=${VALID_FOR}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  private sign(galleryId: number, until: number, secret: string): string {
    // The prefix separates grants from sign-in tokens and media tickets, which the same secret signs.
    const signed = `gallery-access:${galleryId}:${until}:${secret}`;
    return createHmac('sha256', this.env.JWT_SECRET).update(signed).digest('base64url');
  }
}
