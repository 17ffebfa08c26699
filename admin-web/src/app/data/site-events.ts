import type { Api } from '@portfolio/api-client';
import type { SiteEvent } from '@portfolio/contracts';
import { createParser } from 'eventsource-parser';

/** Event of the stream. `open`: earlier events may have been missed. */
export type StreamEvent = SiteEvent | { type: 'open' };

export type Listener = (event: StreamEvent) => void;

/** Milliseconds before the first reconnection, and at most. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** Milliseconds without data until a stream times out; the API sends a keep-alive comment every 15 seconds. */
const TIMEOUT_MS = 45_000;

/**
 * Subscribes to server-sent events until the signal aborts, with reconnections. A 401 ends the session. `EventSource` cannot
 * send the token.
 */
export async function followSiteEvents(api: Api, onEvent: Listener, signal: AbortSignal): Promise<void> {
  for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    const publish: Listener = (event) => {
      delay = FIRST_DELAY_MS;
      onEvent(event);
    };
    const isRefused = await readStream(api, publish, signal);
    if (isRefused) return;
    await pause(delay, signal);
  }
}

/** Reads one stream to its end. @returns whether the API refused the current token */
async function readStream(api: Api, onEvent: Listener, closing: AbortSignal): Promise<boolean> {
  const credentials = api.credentials();
  const timeout = new AbortController();
  const signal = AbortSignal.any([closing, timeout.signal]);
  let timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      try {
        onEvent({ ...JSON.parse(data), type: event });
      } catch (error) {
        // Neither broken JSON nor an error in a listener may end the stream.
        reportError(error);
      }
    },
  });
  try {
    const response = await fetch(api.address('/admin/events'), {
      headers: { accept: 'text/event-stream', ...credentials },
      signal,
    });
    if (response.status === 401) {
      // A changed password replaces the token: only a 401 for the current one counts.
      // Compared first: `failure` ends the session and clears the token.
      const isCurrent = credentials.authorization === api.credentials().authorization;
      api.failure(response.status, undefined, undefined, credentials);
      return isCurrent;
    }
    if (!response.ok || !response.body) return false;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch {
    // Broken or aborted: the caller reconnects.
  } finally {
    clearTimeout(timer);
  }
  return false;
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
