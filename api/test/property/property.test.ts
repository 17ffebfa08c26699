import { describe, expect, it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing';
import fc from 'fast-check';
import { expectedSite } from './model.ts';
import { anySite, TIMEOUT_PER_RUN_MS, useViewers } from './random-sites.ts';
import { THE_RULE, type Rule } from './rule.ts';
import { aWorld, someQuestions } from './world.ts';

/** Random sites of a run; `PROPERTY_RUNS` overrides it. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? (isFullLevel ? 200 : 50));
/** `PROPERTY_SEED` repeats a run. */
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);

useViewers();

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
