import type { Api } from '@portfolio/api-client';
import type { SiteEvent } from '@portfolio/contracts';
import { createParser } from 'eventsource-parser';

/** What the stream tells: something that happened, or that from here on nothing is missed while earlier things may have been. */
export type StreamEvent = SiteEvent | { type: 'open' };

/** Milliseconds before the stream is asked for again: the first time, and at most. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Milliseconds without a sign of life, which the API gives every 15 seconds, until a stream counts as dead. */
const SILENCE = 45_000;

/**
 * Follows what happens on the site until the signal ends it. A stream that breaks is asked for again, each time a little
 * later; one that is refused with 401 ends the session, as any call does.
 *
 * The browser's own EventSource cannot send the token.
 */
export async function followSiteEvents(
  api: Api,
  tell: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const asked = api.credentials();
    const hear = (event: StreamEvent) => {
      wait = FIRST_WAIT;
      tell(event);
    };
    const isRefused = await readStream(api, asked, hear, signal);
    if (isRefused) return;
    await pause(wait, signal);
  }
}

/** Reads one stream to its end. @returns whether the API refused the token that is still the one to ask with */
async function readStream(
  api: Api,
  asked: Record<string, string>,
  tell: (event: StreamEvent) => void,
  leaving: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([leaving, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      try {
        tell({ ...JSON.parse(data), type: event });
      } catch (fault) {
        // A fault of who hears it: the stream goes on.
        reportError(fault);
      }
    },
  });
  try {
    const response = await fetch(api.address('/admin/events'), {
      headers: { accept: 'text/event-stream', ...asked },
      signal,
    });
    if (response.status === 401) {
      // Unless the token has been replaced since, as it is with a new password. To be seen before the failure clears it.
      const isCurrent = asked.authorization === api.credentials().authorization;
      api.failure(response.status, undefined, undefined, asked);
      return isCurrent;
    }
    if (!response.ok || !response.body) return false;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch {
    // It broke off, or was ended: the caller sees to either.
  } finally {
    clearTimeout(timer);
  }
  return false;
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
