import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { inherited, type SiteEnv } from './env.ts';
import type { PartPlan } from './part.ts';

export interface Ports {
  /** Of the public site. */
  site: number;
  admin: number;
  /** Of the api, which is reached through the public site. */
  api: number;
}

/** What each process of the site is told. */
export function planParts(
  root: string,
  env: SiteEnv,
  { data, databaseUrl, ports }: { data: DataFolder; databaseUrl: string; ports: Ports },
): Record<'migrate' | 'api' | 'worker' | 'adminWeb' | 'publicWeb', PartPlan> {
  const part = (name: string, script: string, own: NodeJS.ProcessEnv): PartPlan => ({
    name,
    script: join(root, script),
    cwd: root,
    logFile: join(data.logs, `${name}.log`),
    env: { ...inherited(), NODE_ENV: 'production', LOG_LEVEL: env.LOG_LEVEL, ...own },
  });
  const store = {
    DATABASE_URL: databaseUrl,
    STORAGE_DIR: data.storage,
    ...(env.REDIS_URL === undefined ? {} : { REDIS_URL: env.REDIS_URL }),
  };
  const site = localUrl(ports.site);
  const adminOrigins = [localUrl(ports.admin), `http://127.0.0.1:${ports.admin}`];
  return {
    migrate: part('migrate', 'api/dist/migrate.js', store),
    api: part('api', 'api/dist/main.js', {
      ...store,
      PORT: String(ports.api),
      HOST: '127.0.0.1',
      UPLOAD_DIR: data.uploads,
      JWT_SECRET: data.jwtSecret,
      DEMO: String(env.DEMO),
      ADMIN_ORIGINS: adminOrigins.join(','),
    }),
    // glibc gives each thread an arena of its own, which doubles the memory that rendering takes.
    worker: part('worker', 'worker/dist/main.js', { ...store, MALLOC_ARENA_MAX: '2' }),
    adminWeb: part('admin-web', 'admin-web/dist/server/main.js', {
      PORT: String(ports.admin),
      HOST: env.HOST,
      API_ORIGIN: site,
    }),
    publicWeb: part('public-web', 'public-web/dist/server/main.js', {
      PORT: String(ports.site),
      HOST: env.HOST,
      API_URL: `http://127.0.0.1:${ports.api}`,
      ADMIN_APP_URL: localUrl(ports.admin),
      PUBLIC_URL: site,
    }),
  };
}

export const localUrl = (port: number) => `http://localhost:${port}`;
