import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { PUBLIC } from '@portfolio/database';
import { GalleryGrants } from '../../src/access/gallery-grants.ts';
import { isFullLevel } from '@portfolio/testing';
import fc from 'fast-check';
import { ViewerClient } from './viewer-client.ts';
import { aChange, type ChangeContext, make } from './changes.ts';
import { PASSWORD_HASH, seedWorld, writeFiles } from './seed-world.ts';
import { expectedSite } from './model.ts';
import { THE_RULE, type Rule } from './rule.ts';
import { readSite } from './read-site.ts';
import { aWorld, goneBetween, someQuestions } from './world.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Random sites of a run; `PROPERTY_RUNS` overrides it. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? (isFullLevel ? 500 : 50));
/** `PROPERTY_SEED` repeats a run. */
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
/** Higher than any run needs. */
const MANY = 1_000_000;
const TIMEOUT_PER_RUN_MS = 12_000;

let api: TestApi;
let context: ChangeContext;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_COMMENTS: MANY, LIMIT_MESSAGES: MANY, LIMIT_POSTS_PER_MINUTE: MANY });
  const { email, password } = DEMO_ACCOUNT;
  const { body } = await api.visitor.post('/api/auth/login').send({ email, password }).expect(200);
  context = {
    api,
    visitor: new ViewerClient(api, 'visitor'),
    guest: new ViewerClient(api, 'guest', { cookie: cookieOfGuest() }),
    admin: new ViewerClient(api, 'administrator', { authorization: `Bearer ${body.token}` }),
  };
  await writeFiles(api);
});
afterAll(() => api.stop());

/** Opens the galleries 1 to 10: more than a world has after its changes. */
function cookieOfGuest(): string {
  const grants = api.app.get(GalleryGrants, { strict: false });
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  return ids
    .reduce((cookie, id) => grants.cookie(grants.issue({ galleryId: id, secret: PASSWORD_HASH }), cookie, false), '')
    .split(';')[0]!;
}

/** Creates a random site, changes it, and compares all surfaces with the model. */
const anySite = () =>
  fc.asyncProperty(aWorld, fc.array(aChange, { maxLength: 4 }), someQuestions, async (begin, changes, questions) => {
    await seedWorld(api, begin);
    let world = begin;
    for (const change of changes) world = await make(change, world, context);
    const requested = { ...questions, gone: goneBetween(begin, world) };
    for (const client of [context.visitor, context.guest, context.admin]) {
      const content = await readSite(client, world, requested);
      expect({ viewer: client.viewer, content }).toEqual({
        viewer: client.viewer,
        content: expectedSite(world, client.viewer, requested),
      });
    }
  });

describe('the publication rule', () => {
  it(
    'decides every surface of any site, and after any changes of it',
    async () => {
      await fc.assert(anySite(), { numRuns: RUNS, seed: SEED });
      if (isFullLevel) process.stdout.write(`${RUNS} random sites follow the rule (PROPERTY_SEED=${SEED})\n`);
    },
    RUNS * TIMEOUT_PER_RUN_MS,
  );
});

/** Faults of the product that the random sites must find. */
if (isFullLevel) {
  describe('the random sites', () => {
    const right = { ...PUBLIC };
    afterEach(() => void Object.assign(PUBLIC, right));

    it.each<[name: string, wrong: Partial<typeof PUBLIC>]>([
      ['the status', { photo: (photo) => right.photo(photo).replace(`${photo}.status = 'ready'`, 'true') }],
      ['the trash', { photo: (photo) => right.photo(photo).replace(`${photo}.deleted_at is null`, 'true') }],
      ['that photos can be hidden', { photo: (photo) => right.photo(photo).replace(/\S+ <> 'hidden'/, 'true') }],
      [
        'that photos can be unlisted',
        { listing: (listing) => `${right.listing(listing)} or ${listing}.visibility = 'unlisted'` },
      ],
      ['the photos in no gallery', { photo: (photo) => right.photo(photo).replace('), true)', '), false)') }],
      [
        'the galleries’ visibility',
        {
          photo: (photo, granted) =>
            right.photo(photo, granted).replace(/publication_gallery\.visibility in \('public', 'unlisted'\)/, 'true'),
        },
      ],
      ['the visitor’s cookie', { photo: (photo) => right.photo(photo) }],
      ['the schedule', { gallery: (gallery) => `${gallery}.is_active` }],
      ['that galleries are opened one by one', { galleryPage: () => 'true' }],
      ['which photos an open gallery shows', { inGallery: () => 'true' }],
      ['the listings', { listing: () => 'true' }],
      ['that unlisted photos are in no gallery', { galleryOfPhoto: (_, gallery) => `${gallery}.is_active` }],
      ['that galleries can be hidden', { gallery: () => 'true' }],
      ['the approval of comments', { comment: () => 'true' }],
      ['that news can be hidden', { newsItem: () => 'true' }],
      ['the schedule of news', { newsItem: (item) => `(${item}.is_active and ${item}.deleted_at is null)` }],
    ])(
      'find queries that forget %s',
      async (_, wrong) => {
        Object.assign(PUBLIC, wrong);

        const { failed, errorInstance } = await fc.check(anySite(), { numRuns: 100, seed: 1, endOnFailure: true });

        expect(failed).toBe(true);
        // By wrong content, not by an invalid query.
        expect(String(errorInstance)).toMatch(/deep equality|Expected 404|A valid change was rejected|shows visitors/);
      },
      100 * TIMEOUT_PER_RUN_MS,
    );
  });
}

describe('the random sites detect', () => {
  it.each(Object.keys(THE_RULE) as (keyof Rule)[])('a site that forgets: %s', (part) => {
    const forgetful = { ...THE_RULE, [part]: false };
    const property = fc.property(aWorld, someQuestions, (world, questions) => {
      expect(expectedSite(world, 'visitor', questions, forgetful)).toEqual(expectedSite(world, 'visitor', questions));
    });

    // With the runs of the short form.
    expect(fc.check(property, { numRuns: RUNS, seed: 1 }).failed).toBe(true);
  });
});
