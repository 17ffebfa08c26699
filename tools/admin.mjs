// npm run admin: from whatever state the clone is in to an administrator who can sign in.
const { BootstrapError, ensureBuilt, ensureInstalled } = await import('./bootstrap.mjs');
try {
  await ensureInstalled();
  await ensureBuilt();
  const { runAdmin } = await import('./site/dist/main.js');
  process.exitCode = await runAdmin({ args: process.argv.slice(2) });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  if (error.output) console.error(error.output);
  console.error(error.message);
  process.exitCode = 1;
}
process.exit();
