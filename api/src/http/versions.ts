import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fromRequest } from './from-request.ts';

/** Response body with its entity tag, if any. */
export class Versioned<T> {
  constructor(
    readonly body: T,
    readonly etag: string | undefined,
  ) {}
}

/**
 * Strong entity tag: a digest of the fields that a PUT can change (decision 60).
 *
 * @param state serialised as JSON, so the order of values counts
 */
export const entityTagOf = (state: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;

/** Sends the body of versioned responses, with their `ETag`. A Nest interceptor would cost each request 25 µs. */
export function sendEntityTags(server: FastifyInstance): void {
  server.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!(payload instanceof Versioned)) return done(null, payload);
    if (payload.etag !== undefined) reply.header('etag', payload.etag);
    done(null, payload.body);
  });
}

/** Whether a resource with this entity tag may be changed. */
export type Precondition = (tag: string) => boolean;

/** The precondition of the request's `If-Match`; undefined without this header. */
export const IfMatch = fromRequest(({ headers }) => parseIfMatch(headers['if-match']));

const LIST_OF_TAGS = /^[\t ,]*(?:(?:W\/)?"[^"]*"[\t ]*(?:,[\t ,]*|$))+$/;

/** Parses the value of `If-Match` (RFC 9110, 13.1.1): `*` matches any tag; weak tags and malformed values match none. */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags: string[] = LIST_OF_TAGS.test(header) ? (header.match(/(?:W\/)?"[^"]*"/g) ?? []) : [];
  return (tag) => tags.includes(tag);
}
