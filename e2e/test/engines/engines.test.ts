import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FIRST_START, startDemoSite } from '../../src/site/demo-site.ts';
import { JOURNEY_TIMEOUT_MS, describeEngines } from '../../src/engines/engines.ts';
import { visitorJourney } from '../../src/engines/journeys.ts';
import type { Site } from '../../src/site/site.ts';

let site: Site | undefined;

describeEngines((openEngine) => {
  beforeAll(async () => {
    site ??= await startDemoSite();
  }, FIRST_START);

  it(
    'takes a visitor from the home page to a photo, the viewer, a comment and a message',
    async () => visitorJourney(await openEngine(site!.url)),
    JOURNEY_TIMEOUT_MS,
  );
});

afterAll(async () => {
  if (site) expect(await site.stop()).toEqual({ status: 0, left: [] });
});
