// Bare server of files: a Node HTTP server that streams known files.
import { createReadStream, stat } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticFile {
  path: string;
  /** Alternating names and values. */
  headers: string[];
}

process.once('message', (files: Record<string, StaticFile>) => {
  const known = new Map(Object.entries(files));
  const server = createServer((request, response) => {
    const file = known.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    stat(file.path, (error, stats) => {
      if (error || !stats.isFile()) return void response.writeHead(404).end();
      response.writeHead(200, file.headers);
      createReadStream(file.path).pipe(response);
    });
  });
  server.listen(0, 'localhost', () => {
    process.send?.({ type: 'ready', url: `http://localhost:${(server.address() as AddressInfo).port}` });
  });
});
process.once('disconnect', () => process.exit());
