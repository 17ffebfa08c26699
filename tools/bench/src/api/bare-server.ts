// Bare server of the API's calls: Node's HTTP server, a pg pool, the recorded queries of the API, and JSON.stringify.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { responseBuilder } from './bare-responses.ts';
import type { Waves } from './recorded-calls.ts';

export interface BareOrder {
  databaseUrl: string;
  poolSize: number;
  /** With a body, the server sends that after the queries; otherwise it builds one of their rows. */
  calls: Record<string, { waves: Waves; headers: string[]; body?: string }>;
}

process.once('message', ({ databaseUrl, poolSize, calls }: BareOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const known = new Map(
    Object.entries(calls).map(([path, call]) => [
      path,
      { ...call, cached: call.body && Buffer.from(call.body, 'base64'), build: responseBuilder(path) },
    ]),
  );
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const call = known.get(request.url ?? '');
    if (!call) return response.writeHead(404).end();
    const rows = [];
    for (const wave of call.waves) {
      if (wave.length === 1 && wave[0]) rows.push((await pool.query(wave[0])).rows);
      else for (const result of await Promise.all(wave.map((query) => pool.query(query)))) rows.push(result.rows);
    }
    const body = call.cached || Buffer.from(JSON.stringify(call.build(rows)));
    return response.writeHead(200, [...call.headers, 'content-length', String(body.length)]).end(body);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
process.once('disconnect', () => process.exit());
