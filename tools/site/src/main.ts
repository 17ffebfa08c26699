export { runAdmin, type RunAdminOptions } from './run-admin.ts';
export { runBackup, runRestore, type RunBackupOptions } from './run-backup.ts';
export { runSite, type RunSiteOptions } from './run-site.ts';
export type { Step } from './start-site.ts';
