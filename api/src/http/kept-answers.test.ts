import { describe, expect, it } from '@jest/globals';
import { KeptAnswers } from './kept-answers.ts';

const MEGABYTE = 1024 * 1024;
const answer = (bytes = 1) => ({ type: 'application/json', body: Buffer.alloc(bytes) });

describe('kept answers', () => {
  it('are forgotten with the mark that they were true under', () => {
    const answers = new KeptAnswers();
    answers.find('/a', 'one');
    answers.keep('/a', 'one', answer());

    expect(answers.find('/a', 'one')).toBeDefined();
    expect(answers.find('/a', 'two')).toBeUndefined();
    expect(answers.find('/a', 'one')).toBeUndefined();
  });

  it('are not kept under a mark that is no longer the last', () => {
    const answers = new KeptAnswers();
    answers.find('/a', 'one');
    answers.find('/a', 'two');
    answers.keep('/a', 'one', answer());

    expect(answers.find('/a', 'two')).toBeUndefined();
    expect(answers.find('/a', 'one')).toBeUndefined();
  });

  it('have 16 MB, from which the one goes that was asked for the longest ago', () => {
    const answers = new KeptAnswers();
    answers.find('', 'one');
    for (let count = 0; count < 15; count += 1) answers.keep(`/${count}`, 'one', answer(MEGABYTE));
    answers.find('/0', 'one');
    answers.keep('/15', 'one', answer(MEGABYTE));

    expect(answers.find('/0', 'one')).toBeDefined();
    expect(answers.find('/1', 'one')).toBeUndefined();
    expect(answers.find('/15', 'one')).toBeDefined();
  });

  it('have it with their addresses, which anybody can make up', () => {
    const answers = new KeptAnswers();
    const address = (count: number) => `/?${String(count).padStart(500, '0')}`;
    answers.find('', 'one');
    for (let count = 0; count < 20_000; count += 1) answers.keep(address(count), 'one', answer());

    expect(answers.find(address(19_999), 'one')).toBeDefined();
    expect(answers.find(address(19_999 - (16 * MEGABYTE) / 1_300), 'one')).toBeUndefined();
    expect(answers.find(address(5_000), 'one')).toBeUndefined();
  });

  it('are of a megabyte at most', () => {
    const answers = new KeptAnswers();
    answers.find('/a', 'one');
    answers.keep('/a', 'one', answer(MEGABYTE + 1));

    expect(answers.find('/a', 'one')).toBeUndefined();
  });
});
