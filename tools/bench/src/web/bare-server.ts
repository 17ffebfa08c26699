// The least that could send the same: a Node HTTP server that knows each answer by heart. A process of its own, which is
// told the answers by address over its channel, and says on which port it sends them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';

process.once('message', (answers: Record<string, Answer>) => {
  const known = new Map(
    Object.entries(answers).map(([path, { body, ...head }]) => [path, { ...head, body: Buffer.from(body, 'base64') }]),
  );
  const server = createServer((request, response) => {
    const answer = known.get(request.url ?? '');
    if (!answer) response.writeHead(404).end();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
