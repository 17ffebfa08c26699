import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Context } from './uploads-middleware.ts';

/** S3 server on loopback. */
export interface TestS3 {
  /** Settings of a process that uses it. */
  env: S3Env;
  /** For tests that replace its 'request' listeners or close its connections. */
  server: Server;
  /** Closes all connections, and deletes a temporary folder. */
  stop(): Promise<void>;
}

export interface S3Env {
  S3_BUCKET: string;
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

export interface S3Options {
  /** A free one by default. */
  port?: number;
  /** Folder of the objects; a temporary one by default. */
  folder?: string;
  /** Created if missing. */
  bucket?: string;
}

/** The only credentials of s3rver. */
const KEY = 'S3RVER';

/**
 * Starts s3rver on a store with S3's guarantees, which its own lacks. It checks only the key of a signature.
 */
export async function startS3({ port = 0, folder: given, bucket = 'portfolio' }: S3Options = {}): Promise<TestS3> {
  // Loaded late, for other users of this library.
  const { default: S3rver } = await import('s3rver');
  const { S3rverStore } = await import('./s3rver-store.ts');
  const { pagesMiddleware } = await import('./pages-middleware.ts');
  const { uploadsMiddleware } = await import('./uploads-middleware.ts');
  const folder = given ?? (await mkdtemp(join(tmpdir(), 's3-test-')));
  const store = new S3rverStore(folder);
  await store.putBucket(bucket);
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
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    server,
    async stop() {
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
