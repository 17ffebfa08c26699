import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { processTree } from '@portfolio/testing/process-stats';
// tools/cluster has the code that runs nginx.
import { launchGateway, launchNginx } from '../../../cluster/src/services/gateway.ts';
import { requireProgram } from '../../../cluster/src/services/servers.ts';
import type { Contender } from '../load.ts';
import type { RawResponse } from './raw-response.ts';

export interface NginxContender extends Contender {
  stop(): Promise<unknown>;
}

/**
 * Starts nginx with the responses as files, with their headers.
 *
 * @param responses by path; a query is ignored
 */
export async function startNginx(folder: string, responses: Record<string, RawResponse>): Promise<NginxContender> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const locations = Object.entries(responses).map(([path, { headers, body }], index) => {
    writeFileSync(join(folder, `response-${index}`), Buffer.from(body, 'base64'));
    // Not `alias`, which looks for an index file under a path with a final slash.
    return `location = ${path.split('?')[0]} { try_files /response-${index} =404; ${directivesFor(headers)} }`;
  });
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid; error_log stderr warn; worker_processes auto;
    events { worker_connections 4096; }
    http {
      access_log off; server_tokens off; sendfile on; tcp_nopush on; etag off; if_modified_since off;
      default_type application/octet-stream; types { }
      client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/unused; fastcgi_temp_path ${folder}/unused;
      uwsgi_temp_path ${folder}/unused; scgi_temp_path ${folder}/unused;
      server { listen 127.0.0.1:${port}; root ${folder}; location = /health { return 200; }
      ${locations.join('\n')} }
    }`,
  );
  const program = requireProgram('nginx', 'nginx-light');
  const launched = launchNginx(program, { folder, logFile: join(folder, 'nginx.log') }, port, '/health');
  return toContender('nginx alone', port, launched);
}

/** Headers that nginx sets itself. */
const SET_BY_NGINX = new Set(['content-length', 'accept-ranges', 'last-modified', 'server']);

function directivesFor(headers: string[]): string {
  const directives: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name.toLowerCase() === 'content-type') directives.push(`default_type "${value}";`);
    else if (!SET_BY_NGINX.has(name.toLowerCase()))
      directives.push(`add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  }
  return directives.join(' ');
}

/** Starts the gateway with limits above the load of a benchmark. @param upstreams ports by service */
export async function startGateway(folder: string, upstreams: Record<string, number[]>): Promise<NginxContender> {
  const [port, internal] = [await freePort(), await freePort()];
  const launched = launchGateway(
    { public: port, internal, upstreams },
    {
      folder,
      logFile: `${folder}.log`,
      environment: { PUBLIC_URL: 'http://localhost', GATEWAY_REQUESTS: '1000000', GATEWAY_CONNECTIONS: '1000' },
    },
  );
  return toContender('gateway', port, launched);
}

async function toContender(name: string, port: number, launched: LaunchedProcess): Promise<NginxContender> {
  await launched.ready;
  const tree = await processTree(launched.pid);
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    headers: { host: 'localhost' },
    pids: tree.map(({ pid }) => pid),
    stop: () => stopProcess(launched),
  };
}
