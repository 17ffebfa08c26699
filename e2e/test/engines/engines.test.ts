import { beforeAll, it } from '@jest/globals';
import { JOURNEY_TIMEOUT_MS, describeEngines } from '../../src/engines/engines.ts';
import { visitorJourney } from '../../src/engines/journeys.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';

let site: Site | undefined;

describeEngines((openEngine) => {
  beforeAll(async () => {
    site ??= await Site.demo();
  }, FIRST_START_MS);

  it(
    'a visitor opens a photo and the viewer, then sends a comment and a message',
    async () => visitorJourney(await openEngine(site!.url)),
    JOURNEY_TIMEOUT_MS,
  );
});
