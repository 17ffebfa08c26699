/** For a site on one machine: little memory, few processes, reached from this machine alone. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Paths of sockets are short by law (107 bytes), those of clones are not.
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // With less, a sequence that is used in the transaction that made it gives the same numbers again after a crash.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Where /dev/shm is small, as in containers, queries that share memory would fail.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const;

/** Nothing is worth waiting for the disk. */
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } as const;

/** The server's arguments. */
export function serverSettings({
  durable = true,
  maxConnections,
}: {
  durable?: boolean;
  maxConnections?: number;
}): string[] {
  const own = maxConnections === undefined ? {} : { max_connections: String(maxConnections) };
  const settings = { ...SETTINGS, ...(durable ? {} : FLEETING), ...own };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
