/** Where programs are looked for. */
export const searchPath = () => process.env.PATH ?? '/usr/bin:/bin';

/** What a program needs that has nothing to do with the site; nothing of ours leaks into a member by accident. */
export const plainEnv = () => ({ PATH: searchPath(), LC_ALL: 'C.UTF-8', TZ: 'UTC' });
