export { runSite, type RunSiteOptions } from './run-site.ts';
export { runAdmin, runBackup, runRestore, type SiteCommandOptions } from './site-commands.ts';
export type { Step } from './start-site.ts';
