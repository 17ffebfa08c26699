import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.ts';
import { cutPage, readPage } from './cursor.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const idOf = ({ id }: { id: number }) => id;

describe('a cursor', () => {
  it('continues after its page', () => {
    const { page, next_cursor } = cutPage('photos', rows(9, 8, 7), 2, idOf);

    expect(page).toEqual(rows(9, 8));
    expect(readPage('photos', { cursor: next_cursor ?? '' })).toEqual({ list: 'photos', after: 8, limit: 100 });
  });

  it.each([[[]], [[3]], [[3, 2]]])('is null at the end of the list: %j', (ids) => {
    expect(cutPage('photos', rows(...ids), 2, idOf)).toEqual({ page: rows(...ids), next_cursor: null });
  });

  it('is rejected by another list', () => {
    const { next_cursor } = cutPage('galleries', rows(2, 1), 1, idOf);

    expect(() => readPage('photos', { cursor: next_cursor ?? '' })).toThrow(AppError);
  });

  it.each(['', 'photos', 'photos:', 'photos:-1', 'photos:1.5', 'photos:99999999999', "photos:1' or 1=1"])(
    'is rejected when invented: %j',
    (text) => {
      expect(() => readPage('photos', { cursor: Buffer.from(text).toString('base64url') })).toThrow(AppError);
    },
  );

  it.each(['photos:5:1', 'photos:05', 'photos:5:'])('is rejected with extra content: %j', (text) => {
    expect(() => readPage('photos', { cursor: Buffer.from(text).toString('base64url') })).toThrow(AppError);
  });

  it('is rejected with extra characters', () => {
    const cursor = Buffer.from('photos:5').toString('base64url');

    expect(readPage('photos', { cursor }).after).toBe(5);
    for (const spoilt of [`${cursor}!`, ` ${cursor}`, `${cursor}=`, `${cursor}A`]) {
      expect(() => readPage('photos', { cursor: spoilt })).toThrow(AppError);
    }
  });

  it('contains the section of the last row', () => {
    const sections = ['unread-messages', 'read-messages'] as const;
    const { next_cursor } = cutPage(({ id }) => (id < 9 ? 'read-messages' : 'unread-messages'), rows(9, 8, 7), 2, idOf);

    expect(readPage(sections, { cursor: next_cursor ?? '' })).toEqual({ list: 'read-messages', after: 8, limit: 100 });
    expect(() => readPage('photos', { cursor: next_cursor ?? '' })).toThrow(AppError);
  });
});
