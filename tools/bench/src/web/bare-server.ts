// Bare server of known responses: pages from memory, media streamed from files.
import { createReadStream, stat } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { serve } from '../bare-server.ts';
import type { RawResponse } from './raw-response.ts';

export interface StaticFile extends Pick<RawResponse, 'headers'> {
  file: string;
}

type Responder = (response: ServerResponse) => void;

const notFound: Responder = (response) => response.writeHead(404).end();

function fromMemory({ status, headers, body: base64 }: RawResponse): Responder {
  const body = Buffer.from(base64, 'base64');
  return (response) => response.writeHead(status, headers).end(body);
}

function fromFile({ file, headers }: StaticFile): Responder {
  return (response) =>
    stat(file, (error, stats) => {
      if (error || !stats.isFile()) return notFound(response);
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
    });
}

serve((responses: Record<string, RawResponse | StaticFile>) => {
  const known = new Map(
    Object.entries(responses).map(([path, one]) => [path, 'file' in one ? fromFile(one) : fromMemory(one)]),
  );
  return (request, response) => (known.get(request.url ?? '') ?? notFound)(response);
});
