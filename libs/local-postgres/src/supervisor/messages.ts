/** Argument of the supervisor process. */
export interface SupervisorOptions {
  dataDir: string;
  /** The server with its settings, and whatever runs it. The supervisor adds the port. */
  command: string[];
  ids?: { uid: number; gid: number };
  env: Record<string, string>;
  /** Port of the server; a free one by default. */
  port?: number;
  logFile: string;
  /** Milliseconds for which the server outlives its last lease. */
  linger: number;
  /** Whether the cluster and its log are deleted when the server has stopped. */
  temporary: boolean;
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
