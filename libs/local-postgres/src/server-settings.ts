import type { LocalPostgresOptions } from './start-local-postgres.ts';

type ServerOptions = Pick<LocalPostgresOptions, 'durable' | 'maxConnections'>;

/** Settings for a site on one machine: little memory, few processes, loopback only. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // The path of a socket has at most 107 bytes.
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // With `minimal`, a sequence used in the transaction that created it repeats numbers after a crash.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Parallel queries fail with a small /dev/shm, as in containers.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const;

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } as const;

/** Command-line arguments of the server. */
export function serverSettings({ durable = true, maxConnections }: ServerOptions): string[] {
  const own = maxConnections === undefined ? {} : { max_connections: String(maxConnections) };
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...own };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
