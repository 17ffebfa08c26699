// The least that could take uploads: a Node HTTP server that streams each body to a file of its own and answers when that is
// safe on the disk. Under /judged it then does what no site can leave out: it decodes the picture once and hashes the file.
// A process of its own, which says on which port it listens, and at /used what it has used.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

process.once('message', (folder: string) => {
  const server = createServer((request, response) => {
    if (request.url === '/used') return void response.end(JSON.stringify(used()));
    receive(request, folder).then(
      () => response.writeHead(201).end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());

async function receive(request: IncomingMessage, folder: string): Promise<void> {
  const path = join(folder, randomUUID());
  await pipeline(request, createWriteStream(path, { flush: true }));
  if (request.url === '/judged') await judge(path);
  await rm(path);
}

/** As api/src/media/image-validation.ts does. */
async function judge(path: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = sharp(path, { failOn: 'warning', sequentialRead: true });
  await picture.resize(8, 8, { fit: 'inside', kernel: 'nearest' }).raw().toBuffer();
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
}

function used() {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1000, peak: Math.round(process.resourceUsage().maxRSS / 1024) };
}
