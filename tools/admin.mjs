// npm run admin: installs and builds what is missing, then runs the admin command of the site.
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
