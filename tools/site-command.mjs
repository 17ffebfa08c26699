// Entry point of npm run admin, backup and restore: installs and builds what is missing, then runs the command on the
// local site.
import { prepareOrExit } from './bootstrap.mjs';

await prepareOrExit();
const { runAdmin, runBackup, runRestore } = await import('./site/dist/main.js');
const [name, ...args] = process.argv.slice(2);
process.exitCode = await { admin: runAdmin, backup: runBackup, restore: runRestore }[name]({ args });
// Open handles must not keep the command running.
process.exit();
