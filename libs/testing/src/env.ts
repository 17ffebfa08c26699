/** Whether the long forms of the tests run: `npm run test:full`. */
export const isFullLevel = process.env.TEST_LEVEL === 'full';

/** Whether tests that need Redis or nginx fail, rather than skip, without it: set in CI, where no test may be skipped. */
export const requiresRedis = process.env.REQUIRE_REDIS === '1';

/** Script of the npm that runs this process. */
export const npmScript = process.env.npm_execpath;

/** The environment without the variables of npm, Nx and Jest, which run this process. */
export function userEnv(): NodeJS.ProcessEnv {
  const isForeign = (name: string) => /^(npm_|NX_|JEST_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|FORCE_COLOR$)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
}
