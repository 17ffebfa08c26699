import { expect, it } from '@jest/globals';
import { faultOfPassword } from '../src/index.ts';

it.each(['Password2024!', 'P@ssw0rd2024', 'p@ssword 123'])('faultOfPassword refuses %s', (password) => {
  expect(faultOfPassword(password)).toBe('is a common password');
});
