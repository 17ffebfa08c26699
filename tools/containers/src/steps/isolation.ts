import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type Deployment, type Service } from '../deployment.ts';

const PORTS: Record<Service, number> = {
  ...{ postgres: 5432, redis: 6379, api: 3001, 'public-web': 3000, 'admin-web': 3002, gateway: 8081 },
  // Metrics.
  worker: 9464,
};

const PERSONAL = [/client: [\da-f]*[.:]/, /ticket=[\w.]/, /"(?:ip|address|remoteAddress)":/];

/** Addresses that each service reaches; `outside` is a route out of its networks. */
const REACHABLE: Record<Service, string[]> = {
  postgres: ['api', 'redis', 'worker'],
  redis: ['api', 'postgres', 'worker'],
  worker: ['api', 'outside', 'postgres', 'redis'],
  api: ['admin-web', 'gateway', 'outside', 'postgres', 'public-web', 'redis', 'worker'],
  'admin-web': ['api', 'gateway', 'outside', 'public-web'],
  'public-web': ['admin-web', 'api', 'gateway', 'outside'],
  gateway: ['admin-web', 'api', 'outside', 'public-web'],
};

const PROBE = readFileSync(join(import.meta.dirname, '../network-probe.mjs'), 'utf8');

/** Unprivileged users without capabilities. */
export async function dropPrivileges(site: Deployment): Promise<void> {
  for (const service of SERVICES) {
    const status = await site.docker('exec', await site.container(service), 'cat', '/proc/1/status');
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
    assert.notEqual(field('Uid'), '0', `${service} runs as root`);
    for (const set of ['CapEff', 'CapBnd']) {
      assert.equal(Number.parseInt(field(set)!, 16), 0, `${service} has capabilities: ${set} ${field(set)}`);
    }
    assert.equal(field('NoNewPrivs'), '1', `${service} may gain privileges`);
  }
}

/** Not even root writes to the file system of an image. */
export async function mountReadOnly(site: Deployment): Promise<void> {
  const script = 'for folder in / /etc /usr; do touch $folder/probe 2> /dev/null && echo $folder; done; true';
  for (const service of SERVICES) {
    const written = await site.docker('exec', '--user', '0', await site.container(service), 'sh', '-c', script);
    assert.equal(written, '', `${service}: a file was written`);
  }
}

/** Each service reaches the services of its networks alone. */
export async function separateNetworks(site: Deployment): Promise<string[]> {
  const targets: [string, string, number][] = [];
  for (const service of SERVICES) {
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{.GlobalIPv6Address}} {{end}}';
    const addresses = await site.inspect(await site.container(service), format);
    for (const host of [service, ...addresses.split(' ').filter(Boolean)])
      targets.push([service, host, PORTS[service]]);
  }
  const found = await Promise.all(
    SERVICES.map(async (service) => {
      const network = `container:${await site.container(service)}`;
      const others = targets.filter(([name]) => name !== service);
      const node = ['node', '--input-type=module', '--eval', PROBE, JSON.stringify(others)];
      const output = await site.docker('run', '--rm', '--network', network, site.image('api'), ...node);
      return [service, JSON.parse(output) as string[]] as const;
    }),
  );
  const line = (service: Service, names: string[]) => `${service.padEnd(10)} reaches ${names.join(', ')}`;
  assert.equal(
    found.map(([service, names]) => line(service, names)).join('\n'),
    SERVICES.map((service) => line(service, REACHABLE[service])).join('\n'),
  );
  return found.map(([service, names]) => line(service, names));
}

/** Logs without addresses of visitors and signed tickets. */
export async function keepLogsImpersonal(site: Deployment): Promise<string[]> {
  const lines = (await site.compose('logs', '--no-color')).split('\n');
  const personal = lines.filter((line) => PERSONAL.some((pattern) => pattern.test(line)));
  assert.deepEqual(personal.slice(0, 5), [], `${personal.length} of ${lines.length} lines`);
  return [`${lines.length} lines`];
}
