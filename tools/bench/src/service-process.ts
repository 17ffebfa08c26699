import { join } from 'node:path';
import { launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from './site.ts';

export interface ServiceProcess extends Pick<LaunchedProcess, 'child' | 'pid'> {
  /** Empty for the worker. */
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts a service without the memory settings of `npm start`.
 *
 * @param script with the options of Node before it; by default the build
 */
export async function startService(
  name: 'api' | 'worker',
  settings: Record<string, string>,
  script = [join(ROOT, name, 'dist/start.cjs')],
): Promise<ServiceProcess> {
  const launched = launchProcess({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', ...script],
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'error', ...settings },
  });
  const origin = (await launched.ready) ?? '';
  return { ...launched, origin, stop: async () => void (await stopProcess(launched)) };
}
