import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isFullLevel, startS3, type TestS3 } from '@portfolio/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openStorage } from '../src/open-storage.ts';
import { EXPORTS, PICTURE_FOLDERS } from '../src/keys.ts';
import { StorageUnavailableError, type Storage } from '../src/storage.ts';
import { withIdleTimeout } from '../src/with-idle-timeout.ts';

let s3: TestS3;
let local: string;
let storage: Storage;
beforeEach(async () => {
  s3 = await startS3();
  local = await mkdtemp(join(tmpdir(), 's3-storage-'));
  storage = await openStorage({ ...s3.env, S3_PREFIX: '/sites/elin/' });
});
afterEach(async () => {
  await s3.stop();
  await rm(local, { recursive: true, force: true });
});

const LATER = () => new Date(Date.now() + 60_000);
const keys = async (of: Storage, folder: string) => {
  const found: string[] = [];
  for await (const { key } of of.list(folder)) found.push(key);
  return found;
};
/** Intercepts matching requests, and forwards the rest to the store. */
function between(fits: (request: IncomingMessage) => boolean, response: RequestListener): () => void {
  const listeners = s3.server.listeners('request') as RequestListener[];
  s3.server.removeAllListeners('request').on('request', (request, reply) => {
    if (fits(request)) response(request, reply);
    else for (const listener of listeners) listener.call(s3.server, request, reply);
  });
  return () => {
    s3.server.removeAllListeners('request');
    for (const listener of listeners) s3.server.on('request', listener);
  };
}

describe('a bucket', () => {
  it('separates sites by prefix', async () => {
    const other = await openStorage({ ...s3.env, S3_PREFIX: 'sites/el' });
    await storage.write('a/b', Buffer.from('ours'));
    expect(await other.read('a/b')).toBeUndefined();
    await other.removeFolder('a');
    expect(await (await openStorage(s3.env)).read('sites/elin/a/b')).toEqual(Buffer.from('ours'));
  });

  it('that does not exist makes every method throw StorageUnavailableError', async () => {
    const unavailable = await openStorage({ ...s3.env, S3_BUCKET: 'no-such-bucket' });
    const path = join(local, 'upload');
    await writeFile(path, 'uploaded');
    for (const attempt of [
      () => unavailable.read('a/b'),
      () => unavailable.open('a/b'),
      () => unavailable.stat('a/b'),
      () => unavailable.write('a/b', Buffer.from('x')),
      () => unavailable.moveIn('a/b', path),
      () => unavailable.copy('a/b', 'a/c'),
      () => unavailable.remove('a/b'),
      () => unavailable.removeFolder('a'),
      () => keys(unavailable, 'a'),
      () => unavailable.check(),
    ]) {
      await expect(attempt()).rejects.toThrow(StorageUnavailableError);
    }
    expect(readFileSync(path, 'utf8')).toBe('uploaded');
  });

  it('without a server fails within seconds, without secrets in the message', async () => {
    const unavailable = await openStorage({
      ...s3.env,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_SECRET_ACCESS_KEY: 'never-to-be-logged',
    });
    const fault = (await unavailable.read('a/b').catch((error: unknown) => error)) as StorageUnavailableError;
    expect(fault).toBeInstanceOf(StorageUnavailableError);
    expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toContain('never-to-be-logged');
  });

  if (isFullLevel) {
    it('of more than a thousand files is listed and removed completely', async () => {
      const names = Array.from({ length: 1003 }, (_, i) => `p/${i % 3}-x/${i}`);
      for (let i = 0; i < names.length; i += 17) {
        await Promise.all(names.slice(i, i + 17).map((key) => storage.write(key, Buffer.from('x'))));
      }
      expect((await keys(storage, 'p')).sort()).toEqual(names.sort());
      await storage.removeFolder('p');
      expect(await keys(storage, 'p')).toEqual([]);
    }, 120_000);
  }

  it('receives Content-MD5 with DeleteObjects', async () => {
    const digests: unknown[] = [];
    s3.server.prependListener('request', ({ method, url = '', headers }: IncomingMessage) => {
      if (method === 'POST' && url.includes('delete'))
        digests.push(headers['content-md5'], headers['x-amz-checksum-crc32']);
    });
    await storage.write('a/b', Buffer.from('x'));
    await storage.removeFolder('a');
    expect(digests).toEqual([expect.stringMatching(/^[\w+/]{22}==$/), undefined]);
  });

  it('receives bodies signed by SHA-256', async () => {
    const signed: unknown[] = [];
    s3.server.prependListener('request', ({ method, headers }: IncomingMessage) => {
      if (method === 'PUT') signed.push(headers['x-amz-content-sha256']);
    });
    const path = join(local, 'large');
    await writeFile(path, Buffer.alloc(9_000_000, 'x'));
    await storage.write('a/b', Buffer.from('x'));
    await storage.moveIn('a/large', path);
    expect(signed).toHaveLength(3);
    for (const digest of signed) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the check of a bucket', () => {
  const recordMethods = (): string[] => {
    const methods: string[] = [];
    s3.server.prependListener('request', ({ method = '' }: IncomingMessage) => void methods.push(method));
    return methods;
  };
  const isWrite = ({ method }: IncomingMessage) => method === 'PUT';
  const refuse: RequestListener = (_, response) => void response.writeHead(403).end();
  afterEach(() => void jest.restoreAllMocks());

  it('writes at most once a minute', async () => {
    const methods = recordMethods();
    await Promise.all([storage.check(), storage.check()]);
    expect(methods).toEqual(['PUT', 'DELETE']);
    await storage.check();
    await storage.check();
    expect(methods).toEqual(['PUT', 'DELETE', 'HEAD', 'HEAD']);

    const minuteLater = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(minuteLater);
    await storage.check();
    expect(methods).toEqual(['PUT', 'DELETE', 'HEAD', 'HEAD', 'PUT', 'DELETE']);
  });

  it('detects between two writes that the bucket is gone', async () => {
    await storage.check();
    between(
      ({ method }) => method === 'HEAD',
      (_, response) => void response.writeHead(404).end(),
    );
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
  });

  it('fails until a write succeeds', async () => {
    const putRight = between(isWrite, refuse);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    putRight();
    await storage.check();
  });
});

describe('a failed multipart upload', () => {
  const isPart = ({ method, url = '' }: IncomingMessage) => method === 'PUT' && url.includes('partNumber=2');
  const isAbort = ({ method, url = '' }: IncomingMessage) => method === 'DELETE' && url.includes('uploadId');
  const attempt = async (key = 'originals/aa/large') => {
    const path = join(local, 'large');
    // Two parts.
    await writeFile(path, Buffer.alloc(9_000_000, 'x'));
    await expect(storage.moveIn(key, path)).rejects.toThrow(StorageUnavailableError);
    expect(statSync(path).size).toBe(9_000_000);
    expect([await storage.read(key), await keys(storage, 'originals')]).toEqual([undefined, []]);
  };

  it('leaves the local file, and nothing in the bucket', async () => {
    between(isPart, (_, response) => void response.writeHead(403).end());
    await attempt();
    expect(await storage.discardUnfinished(LATER())).toBe(0);
  });

  it('that cannot be aborted is discarded once it is old', async () => {
    const putRight = between(
      (request) => isPart(request) || isAbort(request),
      (_, response) => void response.writeHead(403).end(),
    );
    // More than one page of the list.
    for (const folder of ['originals', 'originals', ...PICTURE_FOLDERS, EXPORTS]) await attempt(`${folder}/large`);
    putRight();
    expect(await storage.discardUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.discardUnfinished(LATER())).toBe(2 + PICTURE_FOLDERS.length);
    expect(await storage.discardUnfinished(LATER())).toBe(0);
    // An export may take longer than others.
    expect(await storage.discardUnfinished(LATER(), EXPORTS)).toBe(1);
  });

  it('of another program stays', async () => {
    storage = await openStorage(s3.env);
    const putRight = between(
      (request) => isPart(request) || isAbort(request),
      (_, response) => void response.writeHead(403).end(),
    );
    await attempt('films/large');
    await attempt('originals-of-films/large');
    await attempt('originals/aa/large');
    putRight();
    expect(await storage.discardUnfinished(LATER())).toBe(1);
  });

  it('is ignored where the store does not list uploads', async () => {
    between(
      ({ url = '' }) => url.includes('uploads'),
      (_, response) => void response.writeHead(501).end(),
    );
    expect(await storage.discardUnfinished(LATER())).toBe(0);
  });
});

describe('a download', () => {
  it('fails on an idle source, and not on a slow reader', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('a beginning');
    await expect(buffer(withIdleTimeout(silent, 50))).rejects.toThrow('Nothing came');
    expect(silent.destroyed).toBe(true);

    const slow = withIdleTimeout(Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)]), 50);
    slow.once('readable', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await buffer(slow)).toHaveLength(200_000);
  });

  it('destroys an idle source when the reader is destroyed', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('a beginning');
    const stream = withIdleTimeout(silent, 60_000);
    await once(stream, 'data');
    await new Promise(setImmediate);

    stream.destroy();

    expect(silent.destroyed).toBe(true);
    await once(stream, 'close');
  });
});
