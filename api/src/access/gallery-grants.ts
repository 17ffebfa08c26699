import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ACCESS_COOKIE, MAX_ID } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';

const VALID_FOR_S = 7 * 24 * 60 * 60;

/** Grants in one cookie; older ones are dropped. */
const MAX_GRANTS = 10;

/** A signed permission to see one gallery. */
export interface Grant {
  galleryId: number;
  /** Preview link that gave it; 0 for the password. */
  previewId: number;
  /** Seconds since 1970. */
  until: number;
  signature: string;
}

/** What a grant is for, and the hash to which it is bound. */
export interface GrantSource {
  galleryId: number;
  previewId?: number;
  secret: string;
}

const GRANT = /^([1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.([1-9]\d{0,9})\.([\w-]{43})$/;
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${ACCESS_COOKIE}=([\\w.~-]{1,1500})(?:;|$)`);

/** Whether a response to the request may be personal. @param cookies `Cookie` header */
export const hasGrants = (cookies: string | undefined): boolean => cookies?.includes(`${ACCESS_COOKIE}=`) === true;

/**
 * Reads the grants that have not expired. Their signatures are unverified.
 *
 * @param cookies `Cookie` header
 */
export function readGrants(cookies: string | undefined): Grant[] {
  const [, value = ''] = COOKIE_VALUE.exec(cookies ?? '') ?? [];
  return value.split('~').flatMap((text) => {
    const [, galleryId, previewId, until, signature = ''] = GRANT.exec(text) ?? [];
    const grant = { galleryId: Number(galleryId), previewId: Number(previewId), until: Number(until), signature };
    const isInRange = grant.galleryId <= MAX_ID && grant.previewId <= MAX_ID;
    return isInRange && grant.until * 1000 > Date.now() ? [grant] : [];
  });
}

/** Signs grants and makes their cookie. A grant is bound to the hash of a password or token: it ends when that changes. */
@Injectable()
export class GalleryGrants {
  constructor(private readonly env: ApiEnv) {}

  issue({ galleryId, previewId = 0, secret }: GrantSource, now = Date.now()): Grant {
    const grant = { galleryId, previewId, until: Math.floor(now / 1000) + VALID_FOR_S };
    return { ...grant, signature: this.sign(grant, secret) };
  }

  isValid({ signature, ...grant }: Grant, secret: string): boolean {
    const expected = this.sign(grant, secret);
    return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  }

  /** `Set-Cookie` header. @param cookies header of the request, whose grants by other passwords and links stay */
  cookie(grant: Grant, cookies: string | undefined, isSecure: boolean): string {
    const others = readGrants(cookies).filter(
      ({ galleryId, previewId }) => galleryId !== grant.galleryId || previewId !== grant.previewId,
    );
    const grants = [...others.slice(1 - MAX_GRANTS), grant];
    const value = grants.map((one) => [one.galleryId, one.previewId, one.until, one.signature].join('.')).join('~');
    return `${ACCESS_COOKIE}=${value}; Max-Age=${VALID_FOR_S}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  private sign({ galleryId, previewId, until }: Omit<Grant, 'signature'>, secret: string): string {
    // The prefix separates grants from sign-in tokens and media tickets, which the same secret signs.
    const signed = `gallery-access:${galleryId}:${previewId}:${until}:${secret}`;
    return createHmac('sha256', this.env.JWT_SECRET).update(signed).digest('base64url');
  }
}
