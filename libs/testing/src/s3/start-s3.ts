import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Context } from './middleware.ts';

/** S3 server on loopback. */
export type TestS3 = Awaited<ReturnType<typeof startS3>>;

interface S3Options {
  /** A free one by default. */
  port?: number;
  /** Folder of the objects; a temporary one by default. */
  folder?: string;
}

const BUCKET = 'portfolio';

/** The only credentials of s3rver. */
const KEY = 'S3RVER';

/** Starts s3rver on a store with S3's guarantees, which its own lacks. It checks only the key of a signature. */
export async function startS3({ port = 0, folder: given }: S3Options = {}) {
  // Loaded late, for other users of this library.
  const { default: S3rver } = await import('s3rver');
  const { S3rverStore } = await import('./s3rver-store.ts');
  const { pagesMiddleware, uploadsMiddleware } = await import('./middleware.ts');
  const folder = given ?? (await mkdtemp(join(tmpdir(), 's3-test-')));
  const store = new S3rverStore(folder, BUCKET);
  const s3rver = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    vhostBuckets: false,
  }) as unknown as Koa;
  s3rver.store = store;
  s3rver.context.store = store;
  // Before the last middleware, which handles all other addresses.
  s3rver.middleware.splice(-1, 0, uploadsMiddleware(store), pagesMiddleware(store));
  await s3rver.run();
  const server = s3rver.httpServer;
  return {
    /** Settings of a process that uses it. */
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    /** For tests that replace its 'request' listeners or close its connections. */
    server,
    /** Closes all connections, and deletes a temporary folder. */
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      if (given === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Used internals of s3rver. */
interface Koa {
  store: unknown;
  context: { store: unknown };
  middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[];
  httpServer: Server;
  run(): Promise<unknown>;
}
