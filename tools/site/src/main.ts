export { runSite } from './run-site.ts';
export { runAdmin, runBackup, runRestore } from './site-commands.ts';
