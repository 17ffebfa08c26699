import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import type { Connections } from '@portfolio/lifecycle';
import { UpstreamSlots } from './upstream-slots.ts';

const connections = { unreadTimeout: 30_000, stalledFor: () => 0 } as unknown as Connections;

it('prefers the client with the fewest slots, and its newest request', () => {
  const slots = new UpstreamSlots(connections, { total: 4, perClient: 3, waiting: 2 });
  const started: string[] = [];
  const responses = new Map<string, EventEmitter>();
  const acquire = (ip: string, name: string) => {
    const response = new EventEmitter();
    responses.set(name, response);
    const raw = { socket: {} } as IncomingMessage;
    return slots.acquire({ ip, raw }, { raw: response as ServerResponse }, () => started.push(name));
  };
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) expect(acquire('203.0.113.1', name)).toBe(true);
  expect(acquire('203.0.113.1', 'a6')).toBe(false);
  for (const name of ['b1', 'b2', 'b3']) expect(acquire('2001:db8:1:2::1', name)).toBe(true);
  // The same /64 network.
  expect(acquire('2001:db8:1:2::2', 'b4')).toBe(false);
  expect(started.splice(0)).toEqual(['a1', 'a2', 'a3', 'b1']);

  const ended = ['a1', 'b1', 'a2', 'a3', 'b3', 'b2'];
  const next = ended.map((name) => {
    responses.get(name)?.emit('close');
    return started.splice(0);
  });

  expect(next).toEqual([['b3'], ['b2'], ['a5'], ['a4'], [], []]);
});

it('drops a queued request when its client disconnects', () => {
  const slots = new UpstreamSlots(connections, { total: 1, perClient: 1, waiting: 9 });
  const started: number[] = [];
  const responses = [0, 1, 2].map((index) => {
    const response = new EventEmitter();
    const raw = { socket: {} } as IncomingMessage;
    slots.acquire({ ip: '203.0.113.1', raw }, { raw: response as ServerResponse }, () => started.push(index));
    return response;
  });
  responses[2]?.emit('close');
  responses[0]?.emit('close');

  expect(started).toEqual([0, 1]);
  // All slots are free again.
  responses[1]?.emit('close');
  expect(
    slots.acquire({ ip: '203.0.113.1', raw: {} as IncomingMessage }, { raw: responses[0] as ServerResponse }, () =>
      started.push(3),
    ),
  ).toBe(true);
  expect(started).toEqual([0, 1, 3]);
});
