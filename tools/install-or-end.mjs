import { BootstrapError, ensureInstalled } from './bootstrap.mjs';

/** Installs what is missing. Where that fails it says why and ends, with the totals of tests that could not run. */
export async function installOrEnd() {
  try {
    await ensureInstalled();
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    if (error.output) console.error(error.output);
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
