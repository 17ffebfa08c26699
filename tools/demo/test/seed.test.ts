import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { comments, pieces } from '../src/catalogue.ts';
import { FakeSite } from './fake-site.ts';
import { seedDemo } from '../src/seed.ts';

let site: FakeSite;
let origin: string;

beforeEach(async () => {
  site = new FakeSite();
  origin = await site.start();
});
afterEach(() => site.stop());

const seed = () => seedDemo({ origin });
const NAMED = 'PUT /admin/settings/website';

describe('the artist’s name', () => {
  it('is set once, before the first picture, so that none is rendered twice', async () => {
    await seed();

    expect(site.settings.artist_name).toBe('Elin Marsh');
    expect(site.changes.filter((change) => change === NAMED)).toHaveLength(1);
    expect(site.changes[0]).toBe(NAMED);
    expect(site.changes.filter((change) => change.startsWith('upload'))).toHaveLength(pieces.length);
  });

  it.each(['Ruth Calder', ''])('that the artist changed to "%s" after an interrupted start stays', async (name) => {
    site.uploadsLeft = 3;
    await expect(seed()).rejects.toThrow();
    site.settings.artist_name = name;
    site.uploadsLeft = Infinity;

    await seed();

    expect(site.settings.artist_name).toBe(name);
    expect(site.changes.filter((change) => change === NAMED)).toHaveLength(1);
  });

  it('that the artist gave before the first picture stays', async () => {
    site.settings.artist_name = 'Ruth Calder';

    await seed();

    expect(site.settings.artist_name).toBe('Ruth Calder');
  });
});

it('sets about texts, contact data and imprint', async () => {
  await seed();

  expect(site.settings).toMatchObject({
    about_story: expect.stringMatching(/^I am Elin Marsh, a photographer/),
    about_moment: expect.stringContaining('Light'),
    contact_email: 'hello@example.com',
    contact_phone: '+1 555 0100',
    contact_address: '12 Harbour Street, Northport',
    imprint: '12 Harbour Street\nNorthport',
  });
});

it('goes on without a photo that the artist deletes meanwhile', async () => {
  site.deleted = comments[0]!.piece;

  await seed();

  const posted = site.changes.filter((change) => change === 'POST /comments');
  expect(posted).toHaveLength(comments.filter(({ piece }) => piece !== site.deleted).length);
  expect(site.changes.filter((change) => change === 'POST /galleries')).toHaveLength(3);
  expect(site.galleries.flatMap(({ photo_ids }) => photo_ids)).not.toContain(0);
});

it('completes an interrupted upload without duplicates', async () => {
  site.uploadsLeft = 3;
  await expect(seed()).rejects.toThrow();
  site.uploadsLeft = Infinity;

  await seed();
  const all = [...site.changes];
  await seed();

  expect(site.photos.map(({ title }) => title).sort()).toEqual(pieces.map(({ title }) => title).sort());
  expect(all.filter((change) => change === 'POST /galleries')).toHaveLength(3);
  expect(all.filter((change) => change === 'POST /comments')).toHaveLength(5);
  expect(site.changes).toEqual(all);
});
