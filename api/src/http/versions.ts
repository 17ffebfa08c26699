import { createHash } from 'node:crypto';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Response body with its entity tag, if any. */
export class Versioned<T> {
  constructor(
    readonly body: T,
    readonly tag: string | undefined,
  ) {}
}

/**
 * Strong entity tag: a digest of all that a PUT can change (decision 60).
 *
 * @param state serialised as JSON, so the order of values counts
 */
export const tagOf = (state: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;

/** Sets the `ETag` of versioned responses. */
@Injectable()
export class EntityTags implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((response: unknown) => {
        if (!(response instanceof Versioned)) return response;
        if (response.tag !== undefined) reply.header('etag', response.tag);
        return response.body;
      }),
    );
  }
}

/** Whether a resource with this tag may be changed. */
export type Precondition = (tag: string) => boolean;

/** The request's `If-Match`; undefined without one. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  preconditionOf(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

const LIST_OF_TAGS = /^[\t ,]*(?:(?:W\/)?"[^"]*"[\t ]*(?:,[\t ,]*|$))+$/;

/**
 * Parses `If-Match` (RFC 9110, 13.1.1): `*` matches any tag; weak tags and malformed values match none.
 *
 * @param header the value of `If-Match`
 */
export function preconditionOf(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags: string[] = LIST_OF_TAGS.test(header) ? (header.match(/(?:W\/)?"[^"]*"/g) ?? []) : [];
  return (tag) => tags.includes(tag);
}
