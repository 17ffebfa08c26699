import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Api } from '../src/http.ts';
import { importArchive } from '../src/imports.ts';

let uploads = 0;

/** Upload request that the server responds to at once: it accepts the part, or is too busy for an hour. */
class Upload {
  static isBusy = false;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly status = Upload.isBusy ? 503 : 201;
  readonly response = { message: 'Part stored' };
  onload?: () => void;

  open(): void {}

  getResponseHeader(): string {
    return '3600';
  }

  send(): void {
    uploads += 1;
    this.upload.onprogress?.({ loaded: 200, total: 200 });
    queueMicrotask(() => this.onload?.());
  }
}

beforeEach(() => {
  uploads = 0;
  globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  Upload.isBusy = false;
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

const json =
  (status: number, body: object): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

it('repeats a start whose response was lost, without uploading the archive again', async () => {
  const running = { is_empty: true, part_bytes: 4, import: { status: 'running', progress: null } };
  const handlers: RequestListener[] = [
    (_, response) => void response.destroy(),
    json(409, { statusCode: 409, code: 'import.running', message: 'An import is running already' }),
    json(200, running),
  ];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handlers.shift()?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = new Api({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const onUploaded = () => requests.push(`after ${uploads} parts`);

  try {
    expect(await importArchive(api, new Blob(['0123456789']), 4, { onUploaded })).toEqual(running);
  } finally {
    server.close();
    server.closeAllConnections();
  }

  expect(uploads).toBe(3);
  expect(requests).toEqual([
    'after 3 parts',
    'POST /api/admin/import',
    'POST /api/admin/import',
    'GET /api/admin/import',
  ]);
});

it('has progress from 0 to 1, also for an empty archive', async () => {
  const api = new Api();
  api.post = async () => ({}) as never;
  const progressOf = async (archive: Blob) => {
    const progress: number[] = [];
    await importArchive(api, archive, 4, { onProgress: (fraction) => progress.push(fraction) });
    return progress;
  };

  expect(await progressOf(new Blob(['01234567']))).toEqual([0.5, 1]);
  expect(await progressOf(new Blob([]))).toEqual([0]);
});

it('stops waiting for a retry when it is cancelled', async () => {
  Upload.isBusy = true;
  const controller = new AbortController();
  const imported = importArchive(new Api(), new Blob(['0123456789']), 4, { signal: controller.signal });
  // The wait starts after the response, and its promises.
  setTimeout(() => controller.abort());

  await expect(imported).rejects.toMatchObject({ status: 503 });
  expect(uploads).toBe(1);
});
