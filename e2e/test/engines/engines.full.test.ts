import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNEY_TIMEOUT_MS, describeEngines } from '../../src/engines/engines.ts';
import { artistJourney, visitorJourney } from '../../src/engines/journeys.ts';
import { noisyPicture } from '../../src/test-pictures.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';

let site: Site | undefined;

describeEngines((openEngine, name) => {
  beforeAll(async () => {
    site ??= await Site.demo();
  }, FIRST_START_MS);

  it(
    'takes a visitor without JavaScript from the home page to a photo, a comment and a message',
    async () => visitorJourney(await openEngine(site!.url, { javaScriptEnabled: false })),
    JOURNEY_TIMEOUT_MS,
  );

  it(
    'lets the artist sign in, upload a photo, put it first in a gallery and publish that',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'portfolio-upload-'));
      // A site at SITE_URL has the photos of the last run.
      const id = Date.now();
      const photo = { title: `Harbour ${id}`, altText: `Grain ${id}`, file: join(folder, 'harbour.jpg') };
      try {
        await writeFile(photo.file, await noisyPicture());
        await artistJourney(await openEngine(site!.url), photo, `First light in ${name} ${id}`);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    JOURNEY_TIMEOUT_MS,
  );
});

afterAll(async () => {
  if (site) expect(await site.stop()).toEqual({ status: 0, left: [] });
});
