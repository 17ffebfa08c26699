/** Environment for programs whose output must not depend on language or time zone. */
export const plainEnv = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' });
