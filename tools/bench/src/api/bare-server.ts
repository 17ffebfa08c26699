// Bare server of the API's calls: Node's HTTP server, a pg pool, the recorded queries of the API, and JSON.stringify.
import type { IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';
import { serve } from '../bare-server.ts';
import { responseBuilder } from './bare-responses.ts';
import type { Waves } from './recorded-calls.ts';

export interface BareServerOptions {
  databaseUrl: string;
  poolSize: number;
  /** With a response cache, the server sends stored bytes after the queries. Otherwise it builds a body of their rows. */
  isCached: boolean;
  /** Body as base64. */
  calls: Record<string, { waves: Waves; headers: string[]; body: string }>;
}

serve(({ databaseUrl, poolSize, isCached, calls }: BareServerOptions) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const known = new Map(
    Object.entries(calls).map(([path, { waves, headers, body }]) => {
      const cached = isCached ? Buffer.from(body, 'base64') : undefined;
      return [path, { waves, headers, cached, build: responseBuilder(path) }];
    }),
  );
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const call = known.get(request.url ?? '');
    if (!call) return void response.writeHead(404).end();
    const rows = [];
    for (const wave of call.waves) {
      for (const result of await Promise.all(wave.map((query) => pool.query(query)))) rows.push(result.rows);
    }
    const body = call.cached ?? Buffer.from(JSON.stringify(call.build(rows)));
    response.writeHead(200, [...call.headers, 'content-length', String(body.length)]).end(body);
  };
  return (request, response) => void respond(request, response);
});
