import type { IncomingMessage } from 'node:http';

/** Whether a request has two Host headers, which RFC 9112, section 3.2, forbids. */
export function hasDuplicateHostHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const isHost = (name: string, index: number) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}

/** Fastify `onRequest` hook: rejects a request with two Host headers with 400. */
export function rejectDuplicateHostHeader(
  { raw }: { raw: Pick<IncomingMessage, 'rawHeaders'> },
  _reply: unknown,
  done: (error?: Error) => void,
): void {
  if (hasDuplicateHostHeader(raw)) done(Object.assign(new Error('The request names two hosts'), { statusCode: 400 }));
  else done();
}
