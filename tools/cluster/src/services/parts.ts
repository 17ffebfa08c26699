import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposeService } from './compose-file.ts';
import { readStage } from './dockerfile.ts';
import { plainEnv } from '../env.ts';
import { freePort } from './ports.ts';
import type { ProgramPlan } from './program.ts';

/** The processes of ours that run for long. */
export const PARTS = ['api', 'worker', 'public-web', 'admin-web'] as const;
export type PartName = (typeof PARTS)[number];

/** Where on this machine lies what the compose file calls by other names. */
export interface Places {
  root: string;
  dataDir: string;
  databaseUrl: string;
  ports: { redis: number; s3: number };
  /** Of the gateway's listener for the parts. */
  internal: number;
}

export interface PartContext {
  places: Places;
  /** The text of the Dockerfile. */
  dockerfile: string;
  /** Settings on top of the service's. */
  own: Record<string, string>;
  logFile: string;
}

/** A part's program with its ports, which stay. */
export type PartProgram = ProgramPlan & { port?: number; metricsUrl: string };

/** The same command and environment as in a container, hostnames, ports and folders put in the place of the container's. */
export async function partProgram(
  name: PartName | 'migrate',
  index: number,
  service: ComposeService,
  { places, dockerfile, own, logFile }: PartContext,
): Promise<PartProgram> {
  const stage = readStage(dockerfile, service.build?.target ?? name);
  const [, ...args] = service.command ?? stage.command;
  const settings = { ...stage.env, ...service.environment };
  const port = 'PORT' in settings ? await freePort() : undefined;
  const metricsPort = await freePort();
  const uploads = join(places.dataDir, 'uploads', `${name}-${index + 1}`);
  if ('UPLOAD_DIR' in settings) mkdirSync(uploads, { recursive: true });
  const here: Record<string, string> = {
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    // The gateway is on this machine.
    TRUST_PROXY: 'loopback',
    UPLOAD_DIR: uploads,
    ...(port === undefined ? {} : { PORT: String(port) }),
    DATABASE_URL: places.databaseUrl,
  };
  const env = Object.fromEntries(
    Object.entries(settings).map(([variable, value]) => [
      variable,
      here[variable] ?? onThisMachine(String(value), places),
    ]),
  );
  return {
    command: process.execPath,
    args,
    env: { ...plainEnv(), ...env, METRICS_PORT: String(metricsPort), ...own },
    cwd: places.root,
    logFile,
    isOurs: true,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    ...(port === undefined ? {} : { port }),
  };
}

const onThisMachine = (value: string, { dataDir, ports, internal }: Places) =>
  value
    .replace(/\/\/redis:6379/, `//127.0.0.1:${ports.redis}`)
    .replace(/\/\/s3:8333/, `//127.0.0.1:${ports.s3}`)
    .replace(/\/\/gateway:8081/, `//127.0.0.1:${internal}`)
    .replace(/^\/data(?=\/|$)/, join(dataDir, 'files'));
