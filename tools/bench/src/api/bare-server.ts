// Bare server of the API's calls: Node's HTTP server, a pg pool, the recorded queries of the API, and JSON.stringify.
import type { IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';
import { serve } from '../bare-server.ts';
import type { Waves } from './recorded-calls.ts';

export interface BareServerOptions {
  databaseUrl: string;
  poolSize: number;
  /** With a response cache, the server sends stored bytes after the queries. Otherwise it stringifies the body each time. */
  isCached: boolean;
  /** Body as base64. */
  calls: Record<string, { waves: Waves; headers: string[]; body: string }>;
}

serve(({ databaseUrl, poolSize, isCached, calls }: BareServerOptions) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const known = new Map(
    Object.entries(calls).map(([path, { waves, headers, body }]) => {
      const bytes = Buffer.from(body, 'base64');
      const value: unknown = JSON.parse(bytes.toString());
      return [path, { waves, headers, toBody: () => (isCached ? bytes : Buffer.from(JSON.stringify(value))) }];
    }),
  );
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const call = known.get(request.url ?? '');
    if (!call) return void response.writeHead(404).end();
    for (const wave of call.waves) await Promise.all(wave.map((query) => pool.query(query)));
    const body = call.toBody();
    response.writeHead(200, [...call.headers, 'content-length', String(body.length)]).end(body);
  };
  return (request, response) => void respond(request, response);
});
