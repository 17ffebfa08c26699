/** What `ps` is told: where programs are, and nothing that would change the language or the time zone it answers in. */
export const psEnv = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' });
