import type { LocalPostgresOptions } from '../start-local-postgres.ts';

/** Argument of the supervisor process. */
export interface SupervisorOptions
  extends Pick<LocalPostgresOptions, 'dataDir' | 'port'>, Required<Pick<LocalPostgresOptions, 'linger' | 'temporary'>> {
  /** The server with its settings, and whatever runs it. The supervisor adds the port. */
  command: string[];
  ids?: { uid: number; gid: number };
  env: Record<string, string>;
  logFile: string;
}

/** Message to the process that started the supervisor. */
export type SupervisorReport = { type: 'ready' } | { type: 'failed'; output: string };

/** Content of `supervisor.json` in the cluster, by which other processes find the supervisor. */
export interface StateFile {
  pid: number;
  /** Port of PostgreSQL. */
  port: number;
  /** Port of the control server, which grants leases. */
  controlPort: number;
  /** Secret for the control server. */
  token: string;
}
