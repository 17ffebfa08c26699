import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Context } from './uploads-middleware.ts';

/** A store that speaks S3's protocol, on this machine alone. */
export interface TestS3 {
  /** What a process is told to keep its files there. */
  env: S3Env;
  /** The server, for tests that come between: its 'request' listeners may be replaced, its connections cut. */
  server: Server;
  /** Ends all connections, and gives up the folder where it is one of its own. */
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
  /** Where its objects outlast it. By default a folder of its own, which goes with it. */
  folder?: string;
  /** Made where it is missing. */
  bucket?: string;
}

/** The only pair that s3rver knows. */
const KEY = 'S3RVER';

/**
 * Starts s3rver over a store that keeps S3's promises, which its own does not. Its protocol is S3's as it is on the wire;
 * of a signature it looks at the key alone.
 */
export async function startS3({ port = 0, folder: given, bucket = 'portfolio' }: S3Options = {}): Promise<TestS3> {
  // Only now: whoever imports this library for something else should not wait for it. One after the other, since Jest
  // does not link two at a time.
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
  // Before the last one, which knows all the other addresses.
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

/** What is used of s3rver's inside. */
interface Koa {
  store: unknown;
  context: { store: unknown };
  middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[];
  httpServer: Server;
  run(): Promise<unknown>;
}
