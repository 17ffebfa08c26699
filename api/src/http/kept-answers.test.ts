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
    for (let count = 0; count < 16; count += 1) answers.keep(`/${count}`, 'one', answer(MEGABYTE));
    answers.find('/0', 'one');
    answers.keep('/16', 'one', answer(MEGABYTE));

    expect(answers.find('/0', 'one')).toBeDefined();
    expect(answers.find('/1', 'one')).toBeUndefined();
    expect(answers.find('/16', 'one')).toBeDefined();
  });

  it('are of a megabyte at most', () => {
    const answers = new KeptAnswers();
    answers.find('/a', 'one');
    answers.keep('/a', 'one', answer(MEGABYTE + 1));

    expect(answers.find('/a', 'one')).toBeUndefined();
  });
});
