import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import type { Connections } from '@portfolio/lifecycle';
import { UpstreamSlots } from './upstream-slots.ts';

const connections = { unreadTimeout: 30_000, stalledFor: () => 0 } as unknown as Connections;

it('lets the client with the fewest slots come first, and of its requests the newest', () => {
  const slots = new UpstreamSlots(connections, { total: 4, perClient: 3, waiting: 2 });
  const begun: string[] = [];
  const responses = new Map<string, EventEmitter>();
  const take = (ip: string, name: string) => {
    const response = new EventEmitter();
    responses.set(name, response);
    const raw = { socket: {} } as IncomingMessage;
    return slots.take({ ip, raw }, { raw: response as ServerResponse }, () => begun.push(name));
  };
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) expect(take('203.0.113.1', name)).toBe(true);
  expect(take('203.0.113.1', 'a6')).toBe(false);
  for (const name of ['b1', 'b2', 'b3']) expect(take('2001:db8:1:2::1', name)).toBe(true);
  // Of the same network.
  expect(take('2001:db8:1:2::2', 'b4')).toBe(false);
  expect(begun.splice(0)).toEqual(['a1', 'a2', 'a3', 'b1']);

  const ended = ['a1', 'b1', 'a2', 'a3', 'b3', 'b2'];
  const next = ended.map((name) => {
    responses.get(name)?.emit('close');
    return begun.splice(0);
  });

  expect(next).toEqual([['b3'], ['b2'], ['a5'], ['a4'], [], []]);
});

it('forgets a request that waits when its client leaves', () => {
  const slots = new UpstreamSlots(connections, { total: 1, perClient: 1, waiting: 9 });
  const begun: number[] = [];
  const responses = [0, 1, 2].map((index) => {
    const response = new EventEmitter();
    const raw = { socket: {} } as IncomingMessage;
    slots.take({ ip: '203.0.113.1', raw }, { raw: response as ServerResponse }, () => begun.push(index));
    return response;
  });
  responses[2]?.emit('close');
  responses[0]?.emit('close');

  expect(begun).toEqual([0, 1]);
  // All are free again.
  responses[1]?.emit('close');
  expect(
    slots.take({ ip: '203.0.113.1', raw: {} as IncomingMessage }, { raw: responses[0] as ServerResponse }, () =>
      begun.push(3),
    ),
  ).toBe(true);
  expect(begun).toEqual([0, 1, 3]);
});
