// npm run backup: see tools/site/src/site-commands.ts.
const { BootstrapError, ensureBuilt, ensureInstalled } = await import('./bootstrap.mjs');
try {
  await ensureInstalled();
  await ensureBuilt();
  const { runBackup } = await import('./site/dist/main.js');
  process.exitCode = await runBackup({ args: process.argv.slice(2) });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  if (error.output) console.error(error.output);
  console.error(error.message);
  process.exitCode = 1;
}
process.exit();
