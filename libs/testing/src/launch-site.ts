import { join } from 'node:path';
import { freePort, launchProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { npmScript, userEnv } from './env.ts';
import { ROOT } from './repository.ts';

/** Last line that `npm start` prints when the site is ready. */
export const SITE_READY = 'Stop with Ctrl-C.';

export interface SiteOptions {
  dataDir: string;
  settings?: Record<string, string>;
  /** Runs npm, as a user does, rather than the script of `npm start`. */
  throughNpm?: boolean;
}

export interface LaunchedSite extends LaunchedProcess {
  url: string;
  /** Address of admin-web. */
  adminUrl: string;
}

/** Starts the whole site on free ports. */
export async function launchSite({ dataDir, settings, throughNpm = false }: SiteOptions): Promise<LaunchedSite> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const npm = throughNpm ? npmScript : undefined;
  const launched = launchProcess({
    name: 'The site',
    command: process.execPath,
    args: npm ? [npm, 'start'] : [join(ROOT, 'tools/start.mjs')],
    cwd: ROOT,
    env: {
      ...userEnv(),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATA_DIR: dataDir,
      // The site ends when this process does, like under npm.
      ...(npm ? {} : { npm_lifecycle_event: 'start' }),
      ...settings,
    },
    isReady: (output) => output.includes(SITE_READY),
    // The first start builds, and renders the demo content.
    startTimeoutMs: 600_000,
  });
  return { ...launched, url: `http://localhost:${port}`, adminUrl: `http://localhost:${adminPort}` };
}
