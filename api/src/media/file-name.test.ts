import { expect, it } from '@jest/globals';
import { disposition, fileNameOf } from './file-name.ts';

it.each([
  ['Low Tide', 'low-tide-7.jpg'],
  ['  "Tide", 100% / part; two  ', 'tide-100-part-two-7.jpg'],
  ['../../etc/passwd', 'etc-passwd-7.jpg'],
  ['a\r\nSet-Cookie: x=1', 'a-set-cookie-x-1-7.jpg'],
  ['\u202Egpj.exe\u0000', 'gpj-exe-7.jpg'],
  ['Ebbe bei Büsum', 'ebbe-bei-büsum-7.jpg'],
  ['潮汐', '潮汐-7.jpg'],
  ['\uD800', 'photo-7.jpg'],
  ['🌊', 'photo-7.jpg'],
  ['x'.repeat(300), `${'x'.repeat(60)}-7.jpg`],
])('names the file of %j', (title, name) => {
  expect(fileNameOf(title, 7, 'jpg')).toBe(name);
});

it('writes an ASCII fallback before the full name', () => {
  expect(disposition('inline', 'photo-7.jpg')).toBe('inline; filename="photo-7.jpg"');
  expect(disposition('attachment', 'büsum-7.jpg')).toBe(
    `attachment; filename="busum-7.jpg"; filename*=UTF-8''b%C3%BCsum-7.jpg`,
  );
  expect(disposition('attachment', '潮汐-7.jpg')).toBe(
    `attachment; filename="7.jpg"; filename*=UTF-8''%E6%BD%AE%E6%B1%90-7.jpg`,
  );
});
