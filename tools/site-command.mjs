// npm run admin, backup, restore: installs and builds what is missing, then runs the command of the site.
import { prepareOrExit } from './bootstrap.mjs';

await prepareOrExit();
const { runAdmin, runBackup, runRestore } = await import('./site/dist/main.js');
const [name, ...args] = process.argv.slice(2);
process.exitCode = await { admin: runAdmin, backup: runBackup, restore: runRestore }[name]({ args });
process.exit();
