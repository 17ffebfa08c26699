/**
 * What PostgreSQL's programs and the keeper are told: the way to `unshare`, and nothing that would change the
 * language, the time zone or the server that they speak to.
 */
export const childEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };
