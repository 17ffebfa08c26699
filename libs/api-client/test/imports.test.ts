import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Api } from '../src/http.ts';
import { importArchive } from '../src/imports.ts';

let uploads = 0;

/** Upload request that succeeds at once. */
class Upload {
  readonly upload = {};
  readonly status = 201;
  readonly response = { message: 'Part stored' };
  onload?: () => void;

  open(): void {}

  send(): void {
    uploads += 1;
    queueMicrotask(() => this.onload?.());
  }
}

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
  globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;

  try {
    expect(await importArchive(api, new Blob(['0123456789']), 4, {})).toEqual(running);
  } finally {
    server.close();
    server.closeAllConnections();
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  }

  expect(uploads).toBe(3);
  expect(requests).toEqual(['POST /api/admin/import', 'POST /api/admin/import', 'GET /api/admin/import']);
});
