/** Names this site among those that share a Redis with it. */
export const SITE_ID = Symbol('site id');
