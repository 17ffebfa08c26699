// Entry point of npm run admin, backup and restore, which run on the local site.
// Missing packages and builds are made first.
import { prepareOrExit } from './bootstrap.mjs';

await prepareOrExit();
const { runAdmin, runBackup, runRestore } = await import('./site/dist/main.js');
const [name, ...args] = process.argv.slice(2);
process.exitCode = await { admin: runAdmin, backup: runBackup, restore: runRestore }[name]({ args });
// Open handles must not keep the command running.
process.exit();
