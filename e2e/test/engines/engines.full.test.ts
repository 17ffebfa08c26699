import { beforeAll, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTempFolder } from '@portfolio/testing/temp-folder';
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
    'a visitor without JavaScript opens a photo, then sends a comment and a message',
    async () => visitorJourney(await openEngine(site!.url, { javaScriptEnabled: false })),
    JOURNEY_TIMEOUT_MS,
  );

  it(
    'the artist uploads a photo and publishes it as the first of a new gallery',
    () =>
      withTempFolder('upload', async (folder) => {
        // A site at SITE_URL has the photos of the last run.
        const id = Date.now();
        const photo = { title: `Harbour ${id}`, altText: `Grain ${id}`, file: join(folder, 'harbour.jpg') };
        await writeFile(photo.file, await noisyPicture());
        await artistJourney(await openEngine(site!.url), photo, `First light in ${name} ${id}`);
      }),
    JOURNEY_TIMEOUT_MS,
  );
});
