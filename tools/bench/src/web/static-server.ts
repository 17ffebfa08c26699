// The least that could send files: a Node HTTP server that looks at each, and streams it. A process of its own, which is told
// the files by address over its channel, and says on which port it sends them.
import { createReadStream, stat } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedFile } from './bare-child.ts';

process.once('message', (files: Record<string, ServedFile>) => {
  const known = new Map(Object.entries(files));
  const server = createServer((request, response) => {
    const file = known.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    stat(file.path, (fault, found) => {
      if (fault || !found.isFile()) return void response.writeHead(404).end();
      response.writeHead(200, file.headers);
      createReadStream(file.path).pipe(response);
    });
  });
  server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
