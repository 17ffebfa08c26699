/** Seconds in which a browser need not ask again what it may. */
const REMEMBERED = 600;

/**
 * Lets the back office call from origins beside our own. Pages of any other origin hear nothing of it, not even which
 * methods there are. Who asks is known by a token that they send, never by a cookie, so no credentials are allowed.
 *
 * @param origins a path behind an origin, such as a slash, is no part of it
 */
export function corsOptions(origins: string[]) {
  const known = new Set(origins.map((origin) => new URL(origin).origin));
  return {
    // Fastify's way to say that there are no headers at all for an origin, rather than all but one.
    origin: (origin: string | undefined, answer: (error: null, isKnown: boolean) => void) =>
      answer(null, origin !== undefined && known.has(origin)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['retry-after', 'content-disposition', 'etag', 'x-request-id'],
    credentials: false,
    maxAge: REMEMBERED,
  };
}
