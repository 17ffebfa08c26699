import { describe, expect, it } from '@jest/globals';
import { ResponseCache } from './response-cache.ts';

const MEGABYTE = 1024 * 1024;
const answer = (bytes = 1) => ({ type: 'application/json', body: Buffer.alloc(bytes) });

describe('kept answers', () => {
  it('are forgotten with the mark that they were true under', () => {
    const answers = new ResponseCache();
    answers.get('/a', 'one');
    answers.set('/a', 'one', answer());

    expect(answers.get('/a', 'one')).toBeDefined();
    expect(answers.get('/a', 'two')).toBeUndefined();
    expect(answers.get('/a', 'one')).toBeUndefined();
  });

  it('are not kept under a mark that is no longer the last', () => {
    const answers = new ResponseCache();
    answers.get('/a', 'one');
    answers.get('/a', 'two');
    answers.set('/a', 'one', answer());

    expect(answers.get('/a', 'two')).toBeUndefined();
    expect(answers.get('/a', 'one')).toBeUndefined();
  });

  it('have 16 MB, from which the one goes that was asked for the longest ago', () => {
    const answers = new ResponseCache();
    answers.get('', 'one');
    for (let count = 0; count < 15; count += 1) answers.set(`/${count}`, 'one', answer(MEGABYTE));
    answers.get('/0', 'one');
    answers.set('/15', 'one', answer(MEGABYTE));

    expect(answers.get('/0', 'one')).toBeDefined();
    expect(answers.get('/1', 'one')).toBeUndefined();
    expect(answers.get('/15', 'one')).toBeDefined();
  });

  it('have it with their addresses, which anybody can make up', () => {
    const answers = new ResponseCache();
    const address = (count: number) => `/?${String(count).padStart(500, '0')}`;
    answers.get('', 'one');
    for (let count = 0; count < 20_000; count += 1) answers.set(address(count), 'one', answer());

    expect(answers.get(address(19_999), 'one')).toBeDefined();
    expect(answers.get(address(19_999 - (16 * MEGABYTE) / 1_300), 'one')).toBeUndefined();
    expect(answers.get(address(5_000), 'one')).toBeUndefined();
  });

  it('are of a megabyte at most', () => {
    const answers = new ResponseCache();
    answers.get('/a', 'one');
    answers.set('/a', 'one', answer(MEGABYTE + 1));

    expect(answers.get('/a', 'one')).toBeUndefined();
  });
});
