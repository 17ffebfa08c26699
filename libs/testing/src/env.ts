/** Whether tests that need what npm cannot bring must run, rather than be left out where it is absent. */
export const requiresRedis = process.env.REQUIRE_REDIS === '1';

/** Whether the long forms of the tests run: `npm run test:full`. */
export const isFullLevel = process.env.TEST_LEVEL === 'full';

/** Where programs are looked for. */
export const searchPath = process.env.PATH ?? '';
