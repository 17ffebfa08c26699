import { afterAll, beforeAll, expect } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import fc from 'fast-check';
import { GalleryGrants } from '../../src/access/gallery-grants.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { aChange, type ChangeContext, make } from './changes.ts';
import { expectedSite } from './model.ts';
import { readSite } from './read-site.ts';
import { PASSWORD_HASH, seedWorld, writeFiles } from './seed-world.ts';
import { ViewerClient } from './viewer-client.ts';
import { aWorld, goneBetween, someQuestions } from './world.ts';

export const TIMEOUT_PER_RUN_MS = 12_000;

let api: TestApi;
let context: ChangeContext;

/** Starts the API, with a client for each viewer. */
export function useViewers(): void {
  beforeAll(async () => {
    api = await startTestApi();
    const { email, password } = DEMO_ACCOUNT;
    const { body } = await api.visitor.post('/api/auth/login').send({ email, password }).expect(200);
    context = {
      api,
      visitor: new ViewerClient(api, 'visitor'),
      guest: new ViewerClient(api, 'guest', { cookie: cookieOfGuest() }),
      admin: new ViewerClient(api, 'administrator', { authorization: `Bearer ${body.token}` }),
    };
    await writeFiles(api);
    await api.database.query(`insert into settings (name, value) values ('tag_pages', 'true')`);
  });
  afterAll(() => api.stop());
}

/** Opens the galleries 1 to 10: more than a world has after its changes. */
function cookieOfGuest(): string {
  const grants = api.app.get(GalleryGrants, { strict: false });
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  return ids
    .reduce((cookie, id) => grants.cookie(grants.issue({ galleryId: id, secret: PASSWORD_HASH }), cookie, false), '')
    .split(';')[0]!;
}

/** Creates a random site, changes it, and compares all surfaces with the model. */
export const anySite = () =>
  fc.asyncProperty(aWorld, fc.array(aChange, { maxLength: 4 }), someQuestions, async (begin, changes, questions) => {
    await seedWorld(api, begin);
    let world = begin;
    for (const change of changes) world = await make(change, world, context);
    const requested = { ...questions, gone: goneBetween(begin, world) };
    const { visitor, guest, admin } = context;
    await Promise.all(
      [visitor, guest, admin].map(async (client) => {
        const content = await readSite(client, world, requested);
        const expected = expectedSite(world, client.viewer, requested);
        expect({ viewer: client.viewer, content }).toEqual({ viewer: client.viewer, content: expected });
      }),
    );
  });
