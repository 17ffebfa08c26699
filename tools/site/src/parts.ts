import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { DATA_SECRETS, inherited, type SiteEnv } from './env.ts';
import type { PartPlan } from './part.ts';
import { placeOf } from './site-command.ts';

export interface Ports {
  /** Of the public site. */
  site: number;
  admin: number;
  /** Of the api, which is reached through the public site. */
  api: number;
}

interface Places {
  data: DataFolder;
  ports: Ports;
}

/** The processes that need the database, and what each is told. */
export function backendParts(
  root: string,
  env: SiteEnv,
  { data, ports, databaseUrl }: Places & { databaseUrl: string },
): Record<'migrate' | 'api' | 'worker', PartPlan> {
  const store = {
    DATABASE_URL: databaseUrl,
    ...placeOf(root, env, data.path),
    ...(env.REDIS_URL === undefined ? {} : { REDIS_URL: env.REDIS_URL }),
  };
  const part = planner(root, env, data);
  return {
    migrate: part('migrate', 'api/dist/migrate.js', store),
    api: part('api', 'api/dist/start.cjs', {
      ...store,
      PORT: String(ports.api),
      HOST: '127.0.0.1',
      // Visitors come through public-web alone, whose own TRUST_PROXY says whom it believes in turn.
      TRUST_PROXY: 'loopback',
      UPLOAD_DIR: data.uploads,
      JWT_SECRET: data.jwtSecret,
      DEMO: String(env.DEMO),
      ADMIN_ORIGINS: (env.ADMIN_ORIGINS ?? [localUrl(env, ports.admin), `http://127.0.0.1:${ports.admin}`]).join(','),
    }),
    // glibc gives each thread an arena of its own, which doubles the memory that rendering takes.
    worker: part('worker', 'worker/dist/start.cjs', { ...store, MALLOC_ARENA_MAX: '2' }),
  };
}

/** The processes that serve pages, and what each is told. */
export function webParts(root: string, env: SiteEnv, { data, ports }: Places): PartPlan[] {
  const part = planner(root, env, data);
  const site = env.PUBLIC_URL ?? localUrl(env, ports.site);
  // Behind a gateway only its configuration knows where browsers find what listens here.
  const admin = env.ADMIN_ORIGINS?.[0] ?? (env.PUBLIC_URL === undefined ? localUrl(env, ports.admin) : undefined);
  return [
    part('admin-web', 'admin-web/dist/server/main.js', {
      PORT: String(ports.admin),
      HOST: env.HOST,
      API_ORIGIN: new URL(site).origin,
    }),
    part('public-web', 'public-web/dist/server/main.js', {
      PORT: String(ports.site),
      HOST: env.HOST,
      API_URL: `http://127.0.0.1:${ports.api}`,
      ADMIN_APP_URL: localUrl(env, ports.admin),
      ...(admin === undefined ? {} : { ADMIN_URL: `${admin}/admin-app/` }),
      PUBLIC_URL: site,
    }),
  ];
}

function planner(root: string, env: SiteEnv, data: DataFolder) {
  return (name: string, script: string, own: NodeJS.ProcessEnv): PartPlan => ({
    name,
    script: join(root, script),
    cwd: root,
    logFile: join(data.logs, `${name}.log`),
    env: {
      ...inherited(SECRETS[name] ?? []),
      NODE_ENV: 'production',
      LOG_LEVEL: env.LOG_LEVEL,
      ...metricsPort(name, env),
      ...own,
    },
    nodeOptions: THRIFTY.includes(name) ? ['--max-semi-space-size=2'] : [],
  });
}

/** What of the secrets each part needs; the others need none. */
const SECRETS: Record<string, string[]> = {
  migrate: DATA_SECRETS,
  api: [...DATA_SECRETS, 'ADMIN_PASSWORD'],
  worker: [...DATA_SECRETS, 'SMTP_URL'],
};

/**
 * What they do makes few objects: pixels and files lie elsewhere. Left to itself, Node keeps three times 16 MB for those that
 * one start has made.
 */
const THRIFTY = ['worker', 'admin-web'];

/** In this order, from METRICS_PORT on: they share this machine, and each tells its own metrics. */
const MEASURED = ['api', 'worker', 'public-web', 'admin-web'];

function metricsPort(name: string, { METRICS_PORT }: SiteEnv): NodeJS.ProcessEnv {
  const place = MEASURED.indexOf(name);
  return METRICS_PORT === undefined || place < 0 ? {} : { METRICS_PORT: String(METRICS_PORT && METRICS_PORT + place) };
}

/** Where this machine reaches what listens on HOST: nobody can call at 0.0.0.0, which stands for every address. */
export function localUrl({ HOST }: SiteEnv, port: number): string {
  if (['0.0.0.0', '::'].includes(HOST)) return `http://localhost:${port}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}
