export const searchPath = () => process.env.PATH ?? '/usr/bin:/bin';

/** Number of the Jest worker that runs this process; 0 outside of tests. */
export const jestWorker = () => Number(process.env.JEST_WORKER_ID ?? 0);

/** Environment for programs whose output must not depend on language or time zone. */
export const plainEnv = () => ({ PATH: searchPath(), LC_ALL: 'C', TZ: 'UTC' });
