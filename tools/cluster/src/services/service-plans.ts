import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, plainEnv, type ProcessPlan } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';
import { readStage, type ComposeService } from './compose-file.ts';

/** Long-running services of ours. */
export const SERVICES = ['api', 'worker', 'public-web', 'admin-web'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Addresses and folders on this machine, which replace those of the compose file, and what all services share. */
export interface ServiceContext {
  dataDir: string;
  databaseUrl: string;
  ports: { redis: number };
  /** Port of the gateway for services. */
  internal: number;
  /** Text of the Dockerfile. */
  dockerfile: string;
  /** Settings beside those of the service. */
  settings: Record<string, string>;
}

export interface ServicePlan extends ProcessPlan {
  port: number | undefined;
  metricsUrl: string;
}

/** Plan with command and environment of the container; addresses, ports and folders are those of this machine. */
export async function servicePlan(
  name: ServiceName | 'migrate',
  index: number,
  service: ComposeService,
  context: ServiceContext,
  logFile: string,
): Promise<ServicePlan> {
  const stage = readStage(context.dockerfile, service.build?.target ?? name);
  const [, ...args] = service.command ?? stage.command;
  const container = { ...stage.env, ...service.environment };
  const port = 'PORT' in container ? await freePort() : undefined;
  const metricsPort = await freePort();
  const uploads = join(context.dataDir, 'uploads', `${name}-${index + 1}`);
  if ('UPLOAD_DIR' in container) mkdirSync(uploads, { recursive: true });
  const local: Record<string, string> = {
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    // The gateway runs on this machine.
    TRUST_PROXY: 'loopback',
    UPLOAD_DIR: uploads,
    ...(port === undefined ? {} : { PORT: String(port) }),
    DATABASE_URL: context.databaseUrl,
  };
  const env = Object.fromEntries(
    Object.entries(container).map(([variable, value]) => [
      variable,
      local[variable] ?? withLocalAddresses(String(value), context),
    ]),
  );
  return {
    name: `${name}-${index + 1}`,
    command: process.execPath,
    args,
    env: { ...plainEnv(), ...env, METRICS_PORT: String(metricsPort), ...context.settings },
    cwd: ROOT,
    logFile,
    port,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
  };
}

const withLocalAddresses = (value: string, { dataDir, ports, internal }: ServiceContext) =>
  value
    .replace(/\/\/redis:6379/, `//127.0.0.1:${ports.redis}`)
    .replace(/\/\/gateway:8081/, `//127.0.0.1:${internal}`)
    .replace(/^\/data(?=\/|$)/, join(dataDir, 'files'));
