import { act } from '@testing-library/react';
import type { StreamEvent } from '../src/app/data/site-events.ts';

/** The stream of what happens on the site, as the body of an answer; a test says what happens. */
export class FakeEvents {
  private readonly waiting: Uint8Array[] = [];
  private readonly isEnded: boolean;
  private wake = () => {};

  constructor({ ended = false } = {}) {
    this.isEnded = ended;
  }

  /** Sends an event, and waits until the page has heard of it. */
  tell(event: StreamEvent): Promise<void> {
    return act(async () => {
      this.send(event);
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  send({ type, ...details }: StreamEvent): void {
    this.waiting.push(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(details)}\n\n`));
    this.wake();
  }

  /** As the body of an answer is read; a signal that aborts the request fails the reading. */
  getReader(signal?: AbortSignal | null) {
    return {
      read: async () => {
        while (this.waiting.length === 0 && !this.isEnded) {
          await new Promise<void>((resolve, reject) => {
            this.wake = resolve;
            signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        }
        const value = this.waiting.shift();
        return { done: value === undefined, value };
      },
    };
  }
}
