import { act } from '@testing-library/react';
import type { StreamEvent } from '../src/app/data/site-events.ts';

/** Response body of the event stream, fed by the test. */
export class FakeEvents {
  private readonly pending: Uint8Array[] = [];
  private readonly isEnded: boolean;
  private resume = () => {};

  constructor({ ended = false } = {}) {
    this.isEnded = ended;
  }

  /** Sends an event and waits until the page has processed it. */
  emit(event: StreamEvent): Promise<void> {
    return act(async () => {
      this.send(event);
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  send({ type, ...details }: StreamEvent): void {
    this.pending.push(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(details)}\n\n`));
    this.resume();
  }

  /** Reader of the body; fails when the signal aborts. */
  getReader(signal?: AbortSignal | null) {
    return {
      read: async () => {
        while (this.pending.length === 0 && !this.isEnded) {
          await new Promise<void>((resolve, reject) => {
            this.resume = resolve;
            signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        }
        const value = this.pending.shift();
        return { done: value === undefined, value };
      },
    };
  }
}
