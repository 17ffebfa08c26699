import { expect, it } from '@jest/globals';
import { messageOf } from '../src/message-of.ts';

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:5432`);

it.each([
  ['its own', 'it failed', new Error('it failed')],
  ['its own before those of its parts', 'all failed', new AggregateError([refused('::1')], 'all failed')],
  [
    'that of the first part',
    'connect ECONNREFUSED ::1:5432',
    new AggregateError([refused('::1'), refused('127.0.0.1')]),
  ],
  ['none', '', new AggregateError([])],
  ['the value itself', 'text', 'text'],
])('the message of an error is %s', (_, message, error) => {
  expect(messageOf(error)).toBe(message);
});
