/** What the keeper is told when it is started. */
export interface KeeperOrder {
  dataDir: string;
  /** The server with its settings, and whatever runs it; the port is added. */
  command: string[];
  ids?: { uid: number; gid: number };
  env: Record<string, string>;
  /** Where the server is to listen; without it the keeper takes a free one. */
  port?: number;
  logFile: string;
  /** Milliseconds for which the server outlives its last lease. */
  linger: number;
  /** Whether the cluster and its log are removed when the server has stopped. */
  temporary: boolean;
}

/** What the keeper says to its starter, once. */
export type KeeperReport = { type: 'ready' } | { type: 'failed'; output: string };

/** `keeper.json` in the cluster: how others find the keeper. */
export interface KeeperCard {
  pid: number;
  /** Where the server listens. */
  port: number;
  /** Where leases are taken, and the word that shows the right to one. */
  leasePort: number;
  token: string;
}

export const KEEPER_CARD = 'keeper.json';
