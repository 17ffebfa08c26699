import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessEnv } from '@portfolio/config';
import { Connections } from '@portfolio/lifecycle';
import type { Registry } from 'prom-client';
import type { DependencyStatus } from './dependency-checks.ts';

export interface ReadyView {
  status: 'ready' | 'draining' | 'unavailable';
  parts: Record<string, DependencyStatus>;
}

interface OperationsOptions {
  registry: Registry;
  /** False when only a restart helps. */
  isLive?: () => boolean;
  ready: () => ReadyView | Promise<ReadyView>;
}

/** Milliseconds in which a request must arrive. */
const TIMEOUT_MS = 5_000;

export interface OperationsServer {
  url: string;
  stop(): Promise<void>;
}

/** Serves metrics, liveness and readiness to operators, on a separate port. @returns undefined without `METRICS_PORT` */
export async function startOperationsServer(
  { METRICS_PORT, METRICS_HOST }: Pick<ProcessEnv, 'METRICS_PORT' | 'METRICS_HOST'>,
  options: OperationsOptions,
): Promise<OperationsServer | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const timeouts = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: 1_000 };
  const server = createServer(timeouts, ({ method, url }, response) => {
    const path = method === 'GET' || method === 'HEAD' ? url?.replace(/\?.*$/, '') : undefined;
    // An error here must not end the process.
    respond(path, response, options).catch(() => response.destroy());
  });
  Connections.of(server);
  server.listen(METRICS_PORT, METRICS_HOST);
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(path: string | undefined, response: ServerResponse, options: OperationsOptions): Promise<void> {
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
