import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import type { Connections } from '@portfolio/lifecycle';
import { UpstreamSlots } from './upstream-slots.ts';

const connections = { unreadTimeout: 30_000, stalledFor: () => 0 } as unknown as Connections;

/** Runs all pending promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Slots whose requests have names. */
function start(limits: { total: number; perClient: number; waiting: number }) {
  const slots = new UpstreamSlots(connections, limits);
  const responses = new Map<string, EventEmitter>();
  let started: string[] = [];
  let refused: unknown[] = [];
  return {
    async request(ip: string, ...names: string[]) {
      for (const name of names) {
        const response = new EventEmitter();
        responses.set(name, response);
        const raw = { socket: {} } as IncomingMessage;
        slots.wait({ ip, raw }, { raw: response as ServerResponse }).then(
          () => started.push(name),
          ({ statusCode }) => refused.push([name, statusCode]),
        );
      }
      await settled();
    },
    end: (name: string) => responses.get(name)?.emit('close'),
    /** The requests that have started or were refused since the last call. */
    async outcome() {
      await settled();
      const outcome = { started, refused };
      [started, refused] = [[], []];
      return outcome;
    },
  };
}

it('prefers the client with the fewest slots, and its newest request', async () => {
  const { request, end, outcome } = start({ total: 4, perClient: 3, waiting: 2 });
  await request('203.0.113.1', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  await request('2001:db8:1:2::1', 'b1', 'b2', 'b3');
  // The same /64 network.
  await request('2001:db8:1:2::2', 'b4');
  expect(await outcome()).toEqual({
    started: ['a1', 'a2', 'a3', 'b1'],
    refused: [
      ['a6', 429],
      ['b4', 429],
    ],
  });

  const next = [];
  for (const name of ['a1', 'b1', 'a2', 'a3', 'b3', 'b2']) {
    end(name);
    next.push((await outcome()).started);
  }

  expect(next).toEqual([['b3'], ['b2'], ['a5'], ['a4'], [], []]);
});

it('drops a queued request when its client disconnects', async () => {
  const { request, end, outcome } = start({ total: 1, perClient: 1, waiting: 9 });
  await request('203.0.113.1', 'first', 'second', 'third');
  end('third');
  end('first');

  expect((await outcome()).started).toEqual(['first', 'second']);
  // All slots are free again.
  end('second');
  await request('203.0.113.1', 'fourth');
  expect((await outcome()).started).toEqual(['fourth']);
});
