/** The environment of a child process: what it needs to run at all, and what it is told. */
export const childEnv = (told: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  ...told,
});
