import { describe, expect, it } from '@jest/globals';
import {
  ChangePhotos,
  DecideComments,
  DeleteComments,
  DeletePhotos,
  FindKnownPhotos,
  LIMITS,
  MAX_ID,
} from '../src/index.ts';
import { faults } from './faults.ts';

const counted = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe.each([
  ['photos to change', ChangePhotos, 'photo_ids', 'photo'],
  ['photos to delete', DeletePhotos, 'photo_ids', 'photo'],
  ['comments to decide on', DecideComments, 'comment_ids', 'comment'],
  ['comments to delete', DeleteComments, 'comment_ids', 'comment'],
] as const)('a list of %s', (_, type, field, thing) => {
  const judged = (ids: unknown) => faults<object>(type, { [field]: ids } as object);

  it('is of one to 500 ids', () => {
    expect(judged([MAX_ID])).toEqual({});
    expect(judged(counted(LIMITS.batch))).toEqual({});
    expect(judged(counted(LIMITS.batch + 1))).toEqual({ [field]: 'At most 500 can be selected at once' });
  });

  it.each([undefined, null, [], '', 1, {}])('is not %j', (ids) => {
    expect(judged(ids)).toEqual({ [field]: `Please select at least one ${thing}` });
  });

  it.each([[[1, 1]], [[0]], [[1, -1]], [[1.5]], [['1']], [[null]], [[[1]]], [[MAX_ID + 1]]])('has no %j', (ids) => {
    expect(judged(ids)).toEqual({ [field]: `One of the selected ${thing}s is not valid` });
  });
});

describe('a change of several photos', () => {
  const judged = (changes: object) => faults(ChangePhotos, { photo_ids: [1], ...changes });

  it('says what is given', () => {
    expect(judged({ is_for_sale: false, visibility: 'hidden', add_to_gallery_id: 2 })).toEqual({});
    expect(judged({ visibility: null })).toEqual({ visibility: 'Visibility must be public, unlisted or hidden' });
    expect(judged({ is_for_sale: null })).toEqual({ is_for_sale: 'For sale must be true or false' });
    expect(judged({ add_to_gallery_id: null })).toEqual({ add_to_gallery_id: 'Gallery is not valid' });
    expect(judged({ add_to_gallery_id: 0 })).toEqual({ add_to_gallery_id: 'Gallery is not valid' });
  });
});

describe('a decision on several comments', () => {
  const judged = (is_approved: unknown) => faults(DecideComments, { comment_ids: [1], is_approved });

  it('is as for one', () => {
    for (const decision of [undefined, null, true, false]) expect(judged(decision)).toEqual({});
    expect(judged('yes')).toEqual({ is_approved: 'is_approved must be true or false' });
  });
});

describe('a question about files', () => {
  const judged = (content_hashes: unknown) => faults(FindKnownPhotos, { content_hashes });
  const hash = 'a1'.repeat(32);

  it('is about one to 500 hashes, and about the same one twice where two files are the same', () => {
    expect(judged([hash, hash])).toEqual({});
    expect(judged([])).toEqual({ content_hashes: 'Give at least one content hash' });
    expect(judged(Array(LIMITS.batch + 1).fill(hash))).toEqual({
      content_hashes: 'At most 500 content hashes can be asked about at once',
    });
  });

  it.each([hash.toUpperCase(), hash.slice(1), `${hash}0`, `${hash}\n`, 'g'.repeat(64), 7, null, [hash]])(
    'is not about %j',
    (one) => {
      expect(judged([one])).toEqual({ content_hashes: 'A content hash is 64 hexadecimal digits' });
    },
  );
});
