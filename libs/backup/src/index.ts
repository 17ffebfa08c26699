export * from './backup-error.ts';
export { BagWriter } from './bag-writer.ts';
export { checkBag } from './check-bag.ts';
export { dumpDatabase } from './dump-database.ts';
export { exportBag, exportName } from './export-bag.ts';
export { makeBackup } from './make-backup.ts';
export { type EnqueuedPicture, enqueueRerender, followRerender } from './rerender.ts';
export { restoreSite } from './restore-site.ts';
export { openSiteDatabase } from './site-database.ts';
