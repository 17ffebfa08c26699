// Bare server of pages: a Node HTTP server that sends known responses from memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawResponse } from './raw-response.ts';

process.once('message', (responses: Record<string, RawResponse>) => {
  const known = new Map(
    Object.entries(responses).map(([path, { body, ...head }]) => [
      path,
      { ...head, body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const page = known.get(request.url ?? '');
    if (!page) response.writeHead(404).end();
    else response.writeHead(page.status, page.headers).end(page.body);
  });
  server.listen(0, 'localhost', () => {
    process.send?.({ type: 'ready', url: `http://localhost:${(server.address() as AddressInfo).port}` });
  });
});
process.once('disconnect', () => process.exit());
