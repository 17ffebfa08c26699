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

/** A response with the entity tag of what it shows; none is sent without one. */
export class Versioned<T> {
  constructor(
    readonly body: T,
    readonly tag: string | undefined,
  ) {}
}

/**
 * Strong entity tag: a digest of all that a PUT can change of a resource (decision 60).
 *
 * @param state the same values in the same order have the same tag
 */
export const tagOf = (state: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;

/** Sends the `ETag` of versioned responses. */
@Injectable()
export class EntityTags implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof Versioned)) return answer;
        if (answer.tag !== undefined) reply.header('etag', answer.tag);
        return answer.body;
      }),
    );
  }
}

/** Whether a resource with this tag may be changed. */
export type Precondition = (tag: string) => boolean;

/** The request's `If-Match` as a condition; undefined where the request has none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  preconditionOf(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

const LIST_OF_TAGS = /^[\t ,]*(?:(?:W\/)?"[^"]*"[\t ]*(?:,[\t ,]*|$))+$/;

/**
 * RFC 9110, 13.1.1: `*` matches whatever exists, a weak tag nothing, and a value that is no list of tags nothing either.
 *
 * @param header the value of `If-Match`
 */
export function preconditionOf(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags: string[] = LIST_OF_TAGS.test(header) ? (header.match(/(?:W\/)?"[^"]*"/g) ?? []) : [];
  return (tag) => tags.includes(tag);
}
