/** Whether tests that need what npm cannot bring must run, rather than be left out where it is absent. */
export const requiresRedis = process.env.REQUIRE_REDIS === '1';

/** Where programs are looked for. */
export const searchPath = process.env.PATH ?? '';
