import { join } from 'node:path';
import { launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from './site.ts';

export interface ServiceProcess extends Pick<LaunchedProcess, 'child' | 'pid'> {
  /** Empty for the worker. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts a built service as `npm start` does. */
export async function startService(
  name: 'api' | 'worker',
  settings: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<ServiceProcess> {
  const launched = launchProcess({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', ...nodeOptions, join(ROOT, name, 'dist/start.cjs')],
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'error', ...settings },
  });
  const origin = (await launched.ready) ?? '';
  return { ...launched, origin, stop: async () => void (await stopProcess(launched)) };
}
