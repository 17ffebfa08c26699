import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import fc from 'fast-check';
import { Asking } from './property/asking.ts';
import { aChange, type Hands, make } from './property/changes.ts';
import { install, writeFiles } from './property/install.ts';
import { expectedAnswers, type Rule, THE_RULE } from './property/model.ts';
import { readAnswers } from './property/read-answers.ts';
import { aWorld, someQuestions } from './property/world.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Worlds to try: a few, or as many as `npm run test:property` asks for. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 40);
const IS_FULL = process.env.PROPERTY_RUNS !== undefined;
/** `PROPERTY_SEED=<number>` makes the same worlds again. */
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
/** Milliseconds that the short form takes at most; what it has not tried by then it leaves to the full one. */
const SHORT = 12_000;
/** A limit that no run reaches. */
const MANY = 1_000_000;
const HOUR = 3_600_000;

let api: TestApi;
let hands: Hands;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_COMMENTS: MANY, LIMIT_MESSAGES: MANY, LIMIT_POSTS_PER_MINUTE: MANY });
  const { email, password } = DEMO_ACCOUNT;
  const { body } = await api.visitor.post('/api/auth/login').send({ email, password }).expect(200);
  hands = { api, visitor: new Asking(api, 'visitor', ''), admin: new Asking(api, 'administrator', body.token) };
  await writeFiles(api);
});
afterAll(() => api.stop());

describe('the publication rule', () => {
  it(
    'decides every surface of any site, and after any changes of it',
    async () => {
      let tried = 0;
      const property = fc.asyncProperty(
        aWorld,
        fc.array(aChange, { maxLength: 4 }),
        someQuestions,
        async (begin, changes, questions) => {
          await install(api, begin);
          let world = begin;
          for (const change of changes) world = await make(change, world, hands);
          for (const asking of [hands.visitor, hands.admin]) {
            const answers = await readAnswers(asking, world, questions);
            expect({ viewer: asking.viewer, answers }).toEqual({
              viewer: asking.viewer,
              answers: expectedAnswers(world, asking.viewer, questions),
            });
          }
          tried += 1;
        },
      );
      await fc.assert(property, {
        numRuns: RUNS,
        seed: SEED,
        ...(!IS_FULL && { interruptAfterTimeLimit: SHORT, markInterruptAsFailure: false }),
      });
      if (IS_FULL) process.stdout.write(`${tried} random sites are shown as the rule says (PROPERTY_SEED=${SEED})\n`);
      expect(tried).toBeGreaterThanOrEqual(IS_FULL ? RUNS : 1);
    },
    IS_FULL ? HOUR : SHORT * 2.5,
  );
});

describe('the worlds are such that they show', () => {
  it.each(Object.keys(THE_RULE) as (keyof Rule)[])('a site that forgets: %s', (part) => {
    const forgetful = { ...THE_RULE, [part]: false };
    const property = fc.property(aWorld, someQuestions, (world, questions) => {
      expect(expectedAnswers(world, 'visitor', questions, forgetful)).toEqual(
        expectedAnswers(world, 'visitor', questions),
      );
    });

    // As few as the short form tries, and each time: a rule that is broken does not get past it.
    expect(fc.check(property, { numRuns: RUNS, seed: 1 }).failed).toBe(true);
  });
});
