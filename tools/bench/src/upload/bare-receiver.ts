// Bare server for uploads: streams each body to a file and flushes it. Under /validated it also decodes and hashes the
// picture, which every site needs. /used returns its milliseconds of processor time.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serve } from '../bare-server.ts';

serve(({ folder }: { folder: string }) => (request, response) => {
  const { user, system } = process.cpuUsage();
  // More precise than /proc.
  if (request.url === '/used') return void response.end(String((user + system) / 1000));
  receive(request, folder).then(
    () => response.writeHead(201).end('{}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

async function receive(request: IncomingMessage, folder: string): Promise<void> {
  const path = join(folder, randomUUID());
  await pipeline(request, createWriteStream(path, { flush: true }));
  if (request.url === '/validated') await validate(path);
  await rm(path);
}

/** Validation of api/src/media/image-validation.ts. */
async function validate(path: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = sharp(path, { failOn: 'warning', sequentialRead: true });
  await picture.resize(8, 8, { fit: 'inside' }).raw().toBuffer();
  await pipeline(createReadStream(path), createHash('sha256'));
}
