import { BootstrapError, ensureInstalled } from './bootstrap.mjs';

/** Installs missing packages. On a failure prints the reason and failed totals, and ends the process. */
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
