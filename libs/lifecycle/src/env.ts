export const searchPath = () => process.env.PATH ?? '/usr/bin:/bin';

/** Environment for programs whose output must not depend on language or time zone. */
export const plainEnv = () => ({ PATH: searchPath(), LC_ALL: 'C', TZ: 'UTC' });
