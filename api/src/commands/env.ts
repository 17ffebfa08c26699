const isRunByNpm = process.env.npm_lifecycle_event !== undefined;

/** Start of the command in usage messages; container images have no npm scripts. */
export const commandPrefix = (name: 'admin' | 'backup' | 'restore') =>
  isRunByNpm ? `npm run ${name} --` : `node api/dist/${name}.js`;
