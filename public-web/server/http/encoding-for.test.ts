import { expect, it } from '@jest/globals';
import { encodingFor } from './encoding-for.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['abracadabra', 'identity'],
  ['', 'identity'],
])('answers %j with %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
  expect(encodingFor(accepted)).toBe(encoding);
});

it('takes whoever says nothing for one who knows no encoding', () => expect(encodingFor(undefined)).toBe('identity'));
