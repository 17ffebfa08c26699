import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// Within the tools: how nginx is found and run is the cluster's knowledge.
import { needProgram } from '../../../cluster/src/services/find-program.ts';
import { launchGateway, nginxArguments } from '../../../cluster/src/services/gateway.ts';
import { launch } from '../../../cluster/src/services/program.ts';
import { says } from '../../../cluster/src/services/servers.ts';
import { familyOf } from '../processes.ts';
import type { Answer } from './answer.ts';
import type { BareServer } from './bare-child.ts';
import { freePort } from '../site.ts';

export { findProgram } from '../../../cluster/src/services/find-program.ts';

const ROOT = join(import.meta.dirname, '../../../..');

type Running = ReturnType<typeof launch>;

/**
 * nginx alone: the answers lie on its disk as they are sent, with the same headers.
 *
 * @param answers by path; a query is overlooked
 */
export async function startNginx(folder: string, answers: Record<string, Answer>): Promise<BareServer> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const places = Object.entries(answers).map(([path, { headers, body }], index) => {
    writeFileSync(join(folder, `answer-${index}`), Buffer.from(body, 'base64'));
    // Not `alias`: of an address that ends in a slash nginx would look for an index.
    return `location = ${path.split('?')[0]} { try_files /answer-${index} =404; ${headersFor(headers)} }`;
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
      server { listen 127.0.0.1:${port}; root ${folder}; location = /well { return 200; }
      ${places.join('\n')} }
    }`,
  );
  const running = launch({
    command: needProgram('nginx', 'nginx-light'),
    args: nginxArguments(folder),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    cwd: folder,
    logFile: join(folder, 'nginx.log'),
    stopSignal: 'SIGQUIT',
    answers: () => says(port, 'GET /well HTTP/1.0\r\n\r\n', 'HTTP/1.1 200'),
  });
  return contender('nginx alone', port, running);
}

/** What nginx says of a file by itself is left to it. */
const OF_NGINX = new Set(['content-length', 'content-type', 'accept-ranges', 'last-modified']);

function headersFor(headers: string[]): string {
  const lines: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name.toLowerCase() === 'content-type') lines.push(`default_type "${value}";`);
    else if (!OF_NGINX.has(name.toLowerCase())) lines.push(`add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  }
  return lines.join(' ');
}

/** The gateway with its own configuration, and limits that a single client does not meet. */
export async function startGateway(folder: string, upstreams: Partial<Record<string, number[]>>): Promise<BareServer> {
  const [port, internal] = [await freePort(), await freePort()];
  const running = launchGateway(
    { public: port, internal, upstreams },
    {
      root: ROOT,
      folder,
      logFile: `${folder}.log`,
      environment: { PUBLIC_URL: 'http://localhost', GATEWAY_REQUESTS: '1000000', GATEWAY_CONNECTIONS: '1000' },
    },
  );
  return contender('gateway', port, running as Running);
}

async function contender(name: string, port: number, running: Running): Promise<BareServer> {
  await running.ready;
  const family = await familyOf(running.pid);
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    headers: { host: 'localhost' },
    pids: family.map(({ pid }) => pid),
    stop: () => running.kill(),
  };
}
