import { join } from 'node:path';
import type { ProcessPlan } from '@portfolio/lifecycle/supervisor';
import { storageSettings } from './data-folder.ts';
import { DATA_SECRETS, inherited, type SiteEnv } from './env.ts';
import type { SiteContext } from './start-site.ts';

export interface Ports {
  /** Port of public-web. */
  site: number;
  /** Port of admin-web. */
  admin: number;
  /** Port of the API, for public-web alone. */
  api: number;
}

type ServiceContext = Pick<SiteContext, 'root' | 'env' | 'data'> & { ports: Ports };

/** Plans of the processes that need the database. */
export function backendPlans(
  context: ServiceContext,
  databaseUrl: string,
): Record<'migrate' | 'api' | 'worker', ProcessPlan> {
  const { root, env, data, ports } = context;
  const store = {
    DATABASE_URL: databaseUrl,
    ...storageSettings(root, env, data.path),
    ...(env.REDIS_URL === undefined ? {} : { REDIS_URL: env.REDIS_URL }),
  };
  return {
    // A migration may take any time.
    migrate: { ...plan(context, 'migrate', 'api/dist/migrate.js', store), startTimeoutMs: 0 },
    api: plan(context, 'api', 'api/dist/start.cjs', {
      ...store,
      PORT: String(ports.api),
      HOST: '127.0.0.1',
      // All requests come through public-web, which has a TRUST_PROXY of its own.
      TRUST_PROXY: 'loopback',
      UPLOAD_DIR: data.inside('uploads'),
      JWT_SECRET: data.jwtSecret,
      DEMO: String(env.DEMO),
      ADMIN_ORIGINS: (env.ADMIN_ORIGINS ?? [localUrl(env, ports.admin), `http://127.0.0.1:${ports.admin}`]).join(','),
    }),
    worker: plan(context, 'worker', 'worker/dist/start.cjs', { ...store, PUBLIC_URL: publicUrl(context) }),
  };
}

/** Plans of the processes that serve pages. */
export function webPlans(context: ServiceContext): ProcessPlan[] {
  const { env, ports } = context;
  const site = publicUrl(context);
  // Behind a gateway, only ADMIN_ORIGINS has the address of admin-web.
  const admin = env.ADMIN_ORIGINS?.[0] ?? (env.PUBLIC_URL === undefined ? localUrl(env, ports.admin) : undefined);
  return [
    plan(context, 'admin-web', 'admin-web/dist/server/main.js', {
      PORT: String(ports.admin),
      HOST: env.HOST,
      API_ORIGIN: new URL(site).origin,
    }),
    plan(context, 'public-web', 'public-web/dist/server/main.js', {
      PORT: String(ports.site),
      HOST: env.HOST,
      API_URL: `http://127.0.0.1:${ports.api}`,
      ADMIN_APP_URL: localUrl(env, ports.admin),
      ...(admin === undefined ? {} : { ADMIN_URL: `${new URL(admin).origin}/admin-app/` }),
      PUBLIC_URL: site,
    }),
  ];
}

function plan(
  { root, env, data }: ServiceContext,
  name: string,
  script: string,
  settings: NodeJS.ProcessEnv,
): ProcessPlan {
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', `--max-semi-space-size=${SEMI_SPACE_MB[name] ?? 2}`, join(root, script)],
    cwd: root,
    logFile: join(data.inside('logs'), `${name}.log`),
    startTimeoutMs: 60_000,
    env: {
      ...inherited(SECRETS[name] ?? []),
      NODE_ENV: 'production',
      LOG_LEVEL: env.LOG_LEVEL,
      // glibc would give each thread an arena: twice the memory of rendering, and 12 MB of each idle server.
      MALLOC_ARENA_MAX: '2',
      ...metricsPort(name, env),
      ...settings,
    },
  };
}

/** Secrets that each process needs. */
const SECRETS: Record<string, string[]> = {
  migrate: ['DATABASE_URL', 'PGPASSWORD', 'REDIS_URL'],
  api: [...DATA_SECRETS, 'ADMIN_PASSWORD'],
  worker: [...DATA_SECRETS, 'SMTP_URL'],
};

/** Memory for young objects, of which Node keeps two or three times as much. Its default of 16 makes requests no cheaper. */
const SEMI_SPACE_MB: Record<string, number> = { api: 4, 'public-web': 4 };

/** Processes with metrics, in the order of their ports from METRICS_PORT on. */
const MEASURED = ['api', 'worker', 'public-web', 'admin-web'];

function metricsPort(name: string, { METRICS_PORT }: SiteEnv): NodeJS.ProcessEnv {
  const index = MEASURED.indexOf(name);
  return METRICS_PORT === undefined || index < 0 ? {} : { METRICS_PORT: String(METRICS_PORT && METRICS_PORT + index) };
}

const publicUrl = ({ env, ports }: ServiceContext) => env.PUBLIC_URL ?? localUrl(env, ports.site);

/** Address on this machine of a server that listens on HOST. */
export function localUrl({ HOST }: SiteEnv, port: number): string {
  if (['0.0.0.0', '::'].includes(HOST)) return `http://localhost:${port}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}
