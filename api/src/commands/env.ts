const isRunByNpm = process.env.npm_lifecycle_event !== undefined;

/** Start of a command line in messages: images have no npm scripts. */
export const commandLine = (name: 'admin' | 'backup' | 'restore') =>
  isRunByNpm ? `npm run ${name} --` : `node api/dist/${name}.js`;
