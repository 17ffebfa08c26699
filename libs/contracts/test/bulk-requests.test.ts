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

const idsUpTo = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe.each([
  ['photos to update', ChangePhotos, 'photo_ids', 'photo'],
  ['photos to delete', DeletePhotos, 'photo_ids', 'photo'],
  ['comments to approve', DecideComments, 'comment_ids', 'comment'],
  ['comments to delete', DeleteComments, 'comment_ids', 'comment'],
] as const)('a list of %s', (_, type, field, noun) => {
  const faultsOf = (ids: unknown) => faults<object>(type, { [field]: ids } as object);

  it('accepts 1 to 500 ids', () => {
    expect(faultsOf([MAX_ID])).toEqual({});
    expect(faultsOf(idsUpTo(LIMITS.batch))).toEqual({});
    expect(faultsOf(idsUpTo(LIMITS.batch + 1))).toEqual({ [field]: 'At most 500 can be selected at once' });
  });

  it.each([undefined, null, [], '', 1, {}])('rejects %j as empty', (ids) => {
    expect(faultsOf(ids)).toEqual({ [field]: `Please select at least one ${noun}` });
  });

  it.each([[[1, 1]], [[0]], [[1, -1]], [[1.5]], [['1']], [[null]], [[[1]]], [[MAX_ID + 1]]])(
    'rejects the ids %j',
    (ids) => {
      expect(faultsOf(ids)).toEqual({ [field]: `One of the selected ${noun}s is not valid` });
    },
  );
});

describe('ChangePhotos', () => {
  const faultsOf = (changes: object) => faults(ChangePhotos, { photo_ids: [1], ...changes });

  it('accepts absent fields and rejects null', () => {
    expect(faultsOf({ is_for_sale: false, visibility: 'hidden', add_to_gallery_id: 2 })).toEqual({});
    expect(faultsOf({ visibility: null })).toEqual({ visibility: 'Visibility must be public, unlisted or hidden' });
    expect(faultsOf({ is_for_sale: null })).toEqual({ is_for_sale: 'For sale must be true or false' });
    expect(faultsOf({ add_to_gallery_id: null })).toEqual({ add_to_gallery_id: 'Gallery is not valid' });
    expect(faultsOf({ add_to_gallery_id: 0 })).toEqual({ add_to_gallery_id: 'Gallery is not valid' });
  });
});

describe('DecideComments', () => {
  const faultsOf = (is_approved: unknown) => faults(DecideComments, { comment_ids: [1], is_approved });

  it('accepts true, false, null or nothing', () => {
    for (const decision of [undefined, null, true, false]) expect(faultsOf(decision)).toEqual({});
    expect(faultsOf('yes')).toEqual({ is_approved: 'is_approved must be true or false' });
  });
});

describe('FindKnownPhotos', () => {
  const faultsOf = (content_hashes: unknown) => faults(FindKnownPhotos, { content_hashes });
  const hash = 'a1'.repeat(32);

  it('accepts 1 to 500 hashes, also equal ones', () => {
    expect(faultsOf([hash, hash])).toEqual({});
    expect(faultsOf([])).toEqual({ content_hashes: 'Give at least one content hash' });
    expect(faultsOf(Array(LIMITS.batch + 1).fill(hash))).toEqual({
      content_hashes: 'At most 500 content hashes are allowed at once',
    });
  });

  it.each([hash.toUpperCase(), hash.slice(1), `${hash}0`, `${hash}\n`, 'g'.repeat(64), 7, null, [hash]])(
    'rejects the hash %j',
    (value) => {
      expect(faultsOf([value])).toEqual({ content_hashes: 'A content hash is 64 hexadecimal digits' });
    },
  );
});
