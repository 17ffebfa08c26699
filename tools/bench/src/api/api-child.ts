import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
/** Milliseconds, for a machine that does much else. */
const START_WITHIN = 300_000;

export interface ApiOptions {
  databaseUrl: string;
  /** Where it keeps files; there are none in these databases. */
  folder: string;
  /** What it is told beside that. */
  settings?: Record<string, string>;
  /** What Node is told. */
  execArgv?: string[];
}

/** The built api as `npm start` runs it, a process of its own. */
export interface ApiChild {
  origin: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** @throws with its reason when it does not start */
export async function startApi({ databaseUrl, folder, settings, execArgv = [] }: ApiOptions): Promise<ApiChild> {
  const child = fork(join(ROOT, 'api/dist/start.cjs'), [], {
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
    execArgv: ['--enable-source-maps', ...execArgv],
  });
  const ended = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The api does not start in time')), START_WITHIN).unref();
    child.on('message', (message: { type?: string; url?: string; reason?: string }) => {
      if (message.type === 'ready' && message.url) resolve(message.url);
      if (message.type === 'failed') reject(new Error(`The api does not start: ${message.reason}`));
    });
    void ended.then(() => reject(new Error('The api has ended'))).finally(() => clearTimeout(late));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { origin, child, stop };
}

/** Brings an empty database to the schema that the built api knows. */
export async function runMigrations(databaseUrl: string): Promise<void> {
  const child = fork(join(ROOT, 'api/dist/migrate.js'), [], {
    cwd: ROOT,
    env: { DATABASE_URL: databaseUrl },
    execArgv: [],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error('The database cannot be prepared');
}
