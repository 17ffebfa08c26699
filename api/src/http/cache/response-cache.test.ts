import { describe, expect, it } from '@jest/globals';
import { ResponseCache } from './response-cache.ts';

const MEGABYTE = 1024 * 1024;
const response = (bytes = 1) => ({ type: 'application/json', body: Buffer.alloc(bytes) });

describe('ResponseCache', () => {
  it('is cleared by another content version', () => {
    const cache = new ResponseCache();
    cache.get('/a', 'one');
    cache.set('/a', 'one', response());

    expect(cache.get('/a', 'one')).toBeDefined();
    expect(cache.get('/a', 'two')).toBeUndefined();
    expect(cache.get('/a', 'one')).toBeUndefined();
  });

  it('ignores responses of an earlier version', () => {
    const cache = new ResponseCache();
    cache.get('/a', 'one');
    cache.get('/a', 'two');
    cache.set('/a', 'one', response());

    expect(cache.get('/a', 'two')).toBeUndefined();
    expect(cache.get('/a', 'one')).toBeUndefined();
  });

  it('holds 16 MB and evicts the least recently used response', () => {
    const cache = new ResponseCache();
    cache.get('', 'one');
    for (let count = 0; count < 15; count += 1) cache.set(`/${count}`, 'one', response(MEGABYTE));
    cache.get('/0', 'one');
    cache.set('/15', 'one', response(MEGABYTE));

    expect(cache.get('/0', 'one')).toBeDefined();
    expect(cache.get('/1', 'one')).toBeUndefined();
    expect(cache.get('/15', 'one')).toBeDefined();
  });

  it('counts addresses too', () => {
    const cache = new ResponseCache();
    const address = (count: number) => `/?${String(count).padStart(500, '0')}`;
    cache.get('', 'one');
    for (let count = 0; count < 20_000; count += 1) cache.set(address(count), 'one', response());

    expect(cache.get(address(19_999), 'one')).toBeDefined();
    expect(cache.get(address(19_999 - Math.floor((16 * MEGABYTE) / 1_300)), 'one')).toBeUndefined();
    expect(cache.get(address(5_000), 'one')).toBeUndefined();
  });

  it('ignores responses beyond 1 MB', () => {
    const cache = new ResponseCache();
    cache.get('/a', 'one');
    cache.set('/a', 'one', response(MEGABYTE + 1));

    expect(cache.get('/a', 'one')).toBeUndefined();
  });
});
