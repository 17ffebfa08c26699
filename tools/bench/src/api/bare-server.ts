// The least that could answer the same calls: Node's HTTP server, a pg pool as large as the api's, the very queries that the
// api asks, and JSON.stringify. A process of its own, which is told over its channel what there is to answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { answerOf } from './bare-answers.ts';
import type { Waves } from './recorded.ts';

export interface BareOrder {
  databaseUrl: string;
  /** Connections to the database. */
  poolSize: number;
  /** With a body, that body is sent once the queries are answered; without it, what follows from their rows. */
  calls: Record<string, { waves: Waves; headers: string[]; body?: string }>;
}

process.once('message', ({ databaseUrl, poolSize, calls }: BareOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const answers = new Map(
    Object.entries(calls).map(([path, call]) => [
      path,
      { ...call, known: call.body && Buffer.from(call.body, 'base64'), toAnswer: answerOf(path) },
    ]),
  );
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = answers.get(request.url ?? '');
    if (!call) return response.writeHead(404).end();
    const rows = [];
    for (const wave of call.waves) {
      if (wave.length === 1 && wave[0]) rows.push((await pool.query(wave[0])).rows);
      else for (const result of await Promise.all(wave.map((query) => pool.query(query)))) rows.push(result.rows);
    }
    const body = call.known || Buffer.from(JSON.stringify(call.toAnswer(rows)));
    return response.writeHead(200, [...call.headers, 'content-length', String(body.length)]).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
