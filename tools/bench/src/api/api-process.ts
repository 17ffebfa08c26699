import { join } from 'node:path';
import { launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '../site.ts';

export interface ApiOptions {
  databaseUrl: string;
  /** For storage and uploads, which stay empty. */
  folder: string;
  settings?: Record<string, string>;
  nodeOptions?: string[];
}

export interface ApiProcess extends Pick<LaunchedProcess, 'child' | 'pid'> {
  origin: string;
  stop(): Promise<void>;
}

/** Starts the built API as `npm start` does. */
export async function startApi({ databaseUrl, folder, settings, nodeOptions = [] }: ApiOptions): Promise<ApiProcess> {
  const launched = launchProcess({
    name: 'api',
    command: process.execPath,
    args: ['--enable-source-maps', ...nodeOptions, join(ROOT, 'api/dist/start.cjs')],
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      HOST: '127.0.0.1',
      TRUST_PROXY: 'loopback',
      DATABASE_URL: databaseUrl,
      STORAGE_DIR: join(folder, 'storage'),
      UPLOAD_DIR: join(folder, 'uploads'),
      JWT_SECRET: '9e1c64f1b7a0d35c8e27f6b94a0d13587cbe2f90',
      ...settings,
    },
  });
  const origin = (await launched.ready)!;
  return { ...launched, origin, stop: async () => void (await stopProcess(launched)) };
}

/** Migrates an empty database. */
export function runMigrations(databaseUrl: string): Promise<void> {
  return launchProcess({
    name: 'migrate',
    command: process.execPath,
    args: [join(ROOT, 'api/dist/migrate.js')],
    cwd: ROOT,
    env: { DATABASE_URL: databaseUrl },
    startTimeoutMs: 0,
  }).finished();
}
