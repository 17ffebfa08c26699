import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { request as requestPlain, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SessionListView, SessionView, SignIn } from '@portfolio/contracts';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import type { Deployment } from '../deployment.ts';
import { killContainer } from './kills.ts';

/** Network with an address of this machine, the visitor's. */
const VISITOR = { network: 'portfolio-check-visitor', subnet: 'fd5e:1f:2a::/64', address: 'fd5e:1f:2a::1' };

/** LIMIT_SIGN_INS of the API. */
const SIGN_INS = 10;

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** @param options with `ca`, over TLS */
function send(options: RequestOptions & { ca?: string }, body?: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = options.ca === undefined ? requestPlain(options) : requestTls(options);
    request.once('error', reject).once('response', (response) => {
      const { statusCode: status, headers } = response;
      text(response).then((body) => resolve({ status: status!, headers, body }), reject);
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A visitor over IPv6 has his own address and limits, which all API instances share. */
export async function keepIpv6Addresses(site: Deployment): Promise<string[]> {
  const { network, subnet, address } = VISITOR;
  const options = ['--ipv6', '--subnet', subnet, '--opt', 'com.docker.network.bridge.enable_ip_masquerade=false'];
  await site.docker('network', 'create', ...options, network);
  let neighbour: string | undefined;
  try {
    // A bridge without a container is down, so its address is unreachable.
    const sleep = ['node', '--eval', 'setTimeout(() => undefined, 120_000)'];
    neighbour = await site.docker('run', '--detach', '--rm', '--network', network, site.image('api'), ...sleep);
    const { http: port } = site.ports;
    const headers = { host: `localhost:${port}`, 'content-type': 'application/json' };
    const gateway = { host: address, port, headers };
    const isReachable = () => send({ ...gateway, path: '/' }).catch(() => undefined);
    await waitUntil(async () => (await isReachable()) !== undefined, { timeoutMs: 10_000 });
    const signIn = (account: SignIn) => send({ ...gateway, method: 'POST', path: '/api/auth/login' }, account);
    const { body } = await signIn(site.account);
    const authorization = `Bearer ${(JSON.parse(body) as SessionView).token}`;
    const list = await send({ ...gateway, path: '/api/auth/sessions', headers: { ...headers, authorization } });
    const { sessions } = JSON.parse(list.body) as SessionListView;
    assert.equal(sessions.find(({ is_current }) => is_current)?.network, 'fd5e:1f:2a::/48');

    const statuses: number[] = [];
    for (let attempt = 0; attempt < 2 * SIGN_INS; attempt += 1) {
      statuses.push((await signIn({ email: 'nobody@example.com', password: 'wrong' })).status);
    }
    assert.deepEqual(statuses, [...Array<number>(SIGN_INS).fill(401), ...Array<number>(SIGN_INS).fill(429)]);
    // Over IPv4.
    await site.signIn();
    const instances = (await site.containers('api')).length;
    return [`${SIGN_INS} of ${statuses.length} wrong sign-ins accepted by ${instances} API instances`];
  } finally {
    // Also after a stop signal.
    if (neighbour !== undefined) await site.engine.docker(['rm', '--force', neighbour]);
    await site.engine.docker(['network', 'rm', network]);
  }
}

/** TLS with a self-signed certificate, the redirect, an ACME challenge and a renewed certificate. */
export async function serveTls(site: Deployment): Promise<void> {
  const { http, https } = site.ports;
  const folder = join(site.folder, 'certificates');
  mkdirSync(folder);
  const first = await issueCertificate(site, folder);
  site.configure({
    TLS_FOLDER: folder,
    TLS_CERTIFICATE: '/certificates/certificate.pem',
    TLS_KEY: '/certificates/key.pem',
    PUBLIC_URL: `https://localhost:${https}`,
  });
  await site.up();

  const secure = { host: 'localhost', port: https, path: '/galleries', agent: false as const };
  const page = await send({ ...secure, ca: first });
  assert.equal(page.status, 200);
  assert.match(page.headers['strict-transport-security'] ?? '', /max-age=\d{7}/);
  const redirect = await send({ host: 'localhost', port: http, path: '/galleries?a=1' });
  assert.deepEqual(
    [redirect.status, redirect.headers.location],
    [308, `https://localhost:${https}/galleries?a=1`],
    'plain HTTP redirects',
  );
  const stranger = { ...secure, servername: 'other.example', rejectUnauthorized: false };
  await assert.rejects(send({ ...stranger, ca: first }), 'a host that is not of the site is refused');

  const challenge = '/.well-known/acme-challenge';
  const write = `mkdir -p /acme${challenge} && echo token > /acme${challenge}/name`;
  const volume = `${site.volume('acme')}:/acme`;
  await site.docker('run', '--rm', '--user', '0', '--volume', volume, site.image('api'), 'sh', '-c', write);
  assert.equal((await send({ host: 'localhost', port: http, path: `${challenge}/name` })).body, 'token\n');

  const second = await issueCertificate(site, folder);
  await site.compose('exec', '-T', 'gateway', 'nginx', '-c', '/tmp/nginx.conf', '-s', 'reload');
  const isServed = async () => (await send({ ...secure, ca: second }).catch(() => undefined))?.status === 200;
  await waitUntil(isServed, { timeoutMs: 10_000 });
  // A reload by `docker compose kill` would mark the gateway as stopped by hand.
  await killContainer(site, await site.container('gateway'));
}

/** Writes a certificate as docs/operations.md does. @returns its PEM */
async function issueCertificate(site: Deployment, folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await site.run('openssl', 'req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate);
  // The gateway runs as user 101.
  chmodSync(key, 0o644);
  return readFileSync(certificate, 'utf8');
}
