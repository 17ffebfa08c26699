import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessEnv } from '@portfolio/config';
import { Connections } from '@portfolio/lifecycle';
import type { Registry } from 'prom-client';
import type { Answer } from './dependency-checks.ts';

/** Whether a process is to be given work, and which of what it depends on answers. */
export interface ReadyView {
  status: 'ready' | 'draining' | 'unavailable';
  parts: Record<string, Answer>;
}

export interface OperationsOptions {
  registry: Registry;
  /** False where the process is beyond help and is best started anew. */
  isLive?: () => boolean;
  ready: () => ReadyView | Promise<ReadyView>;
}

/** Milliseconds in which whoever asks has to have done so. */
const PATIENCE = 5_000;

/**
 * What an operator's machines ask a process: its metrics, whether it lives, and whether it is ready. It listens on a
 * port of its own, which is for those machines alone.
 */
export class OperationsServer {
  /** Where it listens. */
  readonly url: string;

  private constructor(private readonly server: Server) {
    const { address, family, port } = server.address() as AddressInfo;
    this.url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** @returns undefined where the process was told no port */
  static async start(
    { METRICS_PORT, METRICS_HOST }: Pick<ProcessEnv, 'METRICS_PORT' | 'METRICS_HOST'>,
    options: OperationsOptions,
  ): Promise<OperationsServer | undefined> {
    if (METRICS_PORT === undefined) return undefined;
    const server = createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE }, ({ method, url }, response) => {
      const path = method === 'GET' || method === 'HEAD' ? url?.replace(/\?.*$/, '') : undefined;
      // A fault here must not end the process that it tells of.
      answer(path, response, options).catch(() => response.destroy());
    });
    Connections.of(server);
    server.listen(METRICS_PORT, METRICS_HOST);
    await once(server, 'listening');
    return new OperationsServer(server);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function answer(path: string | undefined, response: ServerResponse, options: OperationsOptions): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  switch (path) {
    case '/metrics': {
      const metrics = await options.registry.metrics();
      response.setHeader('content-type', options.registry.contentType).end(metrics);
      return;
    }
    case '/health/live': {
      const isLive = options.isLive?.() ?? true;
      return sendJson(response, isLive ? 200 : 503, { status: isLive ? 'live' : 'stuck' });
    }
    case '/health/ready': {
      const view = await options.ready();
      return sendJson(response, view.status === 'ready' ? 200 : 503, view);
    }
    default:
      return sendJson(response, 404, { status: 'not found' });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
