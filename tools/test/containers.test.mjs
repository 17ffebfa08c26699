import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { validate } from 'dockerfile-utils';
import { ROOT } from '../projects.mjs';
import { inherited, instructions, read, readCompose, settingsOf, stages } from './compose.mjs';

/** Our services with the file and class of their settings. */
const SERVICES = {
  api: ['api/src/env.ts', 'ApiEnv'],
  worker: ['worker/src/env.ts', 'WorkerEnv'],
  'public-web': ['public-web/server/env.ts', 'Env'],
  'admin-web': ['admin-web/server/env.ts', 'AdminWebEnv'],
};
/** Settings without a value in containers: for a site on one machine, or for benchmarks. */
const UNUSED_SETTINGS = ['DEMO', 'ADMIN_APP_URL', 'PAGE_CACHE', 'ANSWER_CACHE', 'API_ORIGIN', 'PUBLIC_ORIGIN'];
/** Variables that Node or the C library reads. */
const FOREIGN_VARIABLES = ['NODE_ENV', 'MALLOC_ARENA_MAX'];

const compose = readCompose();
const services = Object.entries(compose.services);
const dockerStages = stages('Dockerfile');

/** `[['node:20.20.2-bookworm-slim']]` */
const images = [
  ...instructions('Dockerfile').filter(({ name, rest }) => name === 'FROM' && !dockerStages[rest.split(' ')[0]]),
].map(({ rest }) => rest.split(' ')[0]);

describe('docker-compose.yml', () => {
  it('is valid by the published schema', () => {
    const ajv = new Ajv({ allErrors: true, strict: false });
    addFormats(ajv);
    // The published `$schema` names draft 7 with https, which Ajv does not know.
    const schema = { ...JSON.parse(read('tools/test/compose-spec/compose-spec.json')), $schema: undefined };
    const validateCompose = ajv.compile(schema);

    // The schema describes the merged file, without YAML's `<<`.
    validateCompose(compose);
    expect(validateCompose.errors).toBeNull();
    validateCompose({ ...compose, services: { api: { image: 'x', restrat: 'always' } } });
    expect(validateCompose.errors).not.toBeNull();
  });

  // Variables of a single command are missing in the next one, and new secrets do not match the stored data.
  it('gets all required variables from the .env of docs/operations.md', () => {
    const required = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const [, written = ''] = /cat > \.env <<EOF\n(.*?)\nEOF/s.exec(read('docs/operations.md')) ?? [];

    expect(required).toContain('JWT_SECRET');
    expect([...written.matchAll(/^(\w+)=/gm)].map(([, name]) => name)).toEqual(expect.arrayContaining(required));
  });

  it.each(['.gitignore', '.dockerignore'])('excludes .env, and its copy by deploy/roll, in %s', (list) => {
    expect(read(list).split('\n')).toEqual(expect.arrayContaining(['.env', '.env.new']));
  });

  it('excludes the data folders that README.md and messages name', () => {
    const texts = ['README.md', 'tools/site/src/data-folder.ts'].map(read).join();
    const folders = [...texts.matchAll(/DATA_DIR=([\w.-]*\w)/g)].map(([, folder]) => folder);

    expect(folders.length).toBeGreaterThan(1);
    for (const folder of folders) expect(folder).toMatch(/^\.data/);
    expect(read('.gitignore').split('\n')).toContain('.data*/');
    expect(read('.dockerignore').split('\n')).toContain('.data*');
  });

  it('contains no secret', () => {
    for (const [name, { environment = {} }] of services) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!/SECRET|PASSWORD|KEY|TOKEN/.test(variable)) continue;
        expect([name, variable, value]).toEqual([
          name,
          variable,
          expect.stringMatching(/^\$\{\w+(:?[-?].*)?\}$|^(true|false)$/),
        ]);
        expect(value).not.toMatch(/:-[^}]/);
      }
    }
  });

  describe.each(services)('the service %s', (name, service) => {
    it('has a pinned image, a restricted container and limits', () => {
      expect(service.build ? images[0] : service.image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)*$/);
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: {
          resources: { limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) } },
        },
      });
      expect(service.privileged).toBeUndefined();
    });

    it('bounds its logs', () => {
      // The driver's default: five files of 20 MB. `volumes` prints nothing.
      if (name !== 'volumes') expect(service.logging).toEqual({ driver: 'local' });
    });

    it('can be scaled, and stays so at the next `up`', () => {
      expect(service.container_name).toBeUndefined();
      const variable = name.replace('-', '_').toUpperCase();
      const isReplaceable = ['postgres', 'redis'].includes(name);
      const setting = `\${${variable}${isReplaceable ? '_CONTAINERS' : 'S'}:-1}`;
      expect(service.deploy.replicas).toBe(name in SERVICES || isReplaceable ? setting : undefined);
      const isSingle = ['gateway', 'grafana'].includes(name);
      expect(service.ports === undefined || isSingle).toBe(true);
    });

    it('restarts, or runs once', () => {
      const runsOnce = ['volumes', 'migrate'].includes(name);
      expect(service.restart).toBe(name === 'migrate' ? 'on-failure:3' : runsOnce ? undefined : 'unless-stopped');
      const isOurs = service.build !== undefined;
      if (!runsOnce && !isOurs) expect(service.healthcheck.test[0]).toBe('CMD');
      for (const [other, { condition }] of Object.entries(
        Array.isArray(service.depends_on)
          ? Object.fromEntries(service.depends_on.map((one) => [one, { condition: 'service_started' }]))
          : (service.depends_on ?? {}),
      )) {
        expect(compose.services[other]).toBeDefined();
        if (condition === 'service_completed_successfully') expect(['volumes', 'migrate']).toContain(other);
      }
    });

    it('mounts existing files', () => {
      for (const volume of service.volumes ?? []) {
        const [, from] = /^(?:\$\{\w+:-)?([^:}]+)/.exec(volume);
        if (from.startsWith('.')) expect([from, existsSync(join(ROOT, from))]).toEqual([from, true]);
        else expect(Object.keys(compose.volumes)).toContain(from);
      }
    });
  });

  it('tags images with their version', () => {
    for (const [, { image, build }] of services.filter((one) => one[1].build)) {
      expect(image).toBe(`\${IMAGE_PREFIX:-portfolio}-${build.target}:\${VERSION:-local}`);
      expect(build.args.VERSION).toBe('${VERSION:-local}');
    }
  });

  it('accepts every character in the password of the database', () => {
    for (const name of ['api', 'worker', 'migrate']) {
      const { DATABASE_URL, PGPASSWORD } = compose.services[name].environment;
      expect([DATABASE_URL, PGPASSWORD]).toEqual([
        '${DATABASE_URL:-postgres://portfolio@postgres:5432/portfolio}',
        '${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}',
      ]);
    }
  });

  it('has its data on an internal network', () => {
    const on = (network) =>
      services.filter(([, { networks = [] }]) => networks.includes(network)).map(([name]) => name);

    expect(on('front')).toEqual(['gateway']);
    expect(on('data')).not.toContain('gateway');
    expect(on('data')).not.toContain('public-web');
    expect(on('web')).not.toEqual(expect.arrayContaining(['postgres']));
    expect(compose.networks).toMatchObject({ data: { internal: true }, web: { internal: true } });
  });

  it('gives outgoing access to services with an external collector', () => {
    const exporting = services.filter(([, { environment = {} }]) => 'OTEL_EXPORTER_OTLP_ENDPOINT' in environment);

    expect(exporting.map(([name]) => name).sort()).toEqual(Object.keys(SERVICES).sort());
    for (const [name, { networks = [] }] of exporting) {
      expect([name, networks.some((network) => !compose.networks[network]?.internal)]).toEqual([name, true]);
    }
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('a health check of readiness with status %i exits with %i', async (status, expected) => {
    const [, program, flag, script] = compose.services.worker.healthcheck.test;
    const requested = [];
    const server = createServer(({ url }, response) => {
      requested.push(url);
      response.writeHead(status).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const check = spawn(program, [flag, script.replaceAll('$$', '$').replace('9464', server.address().port)], {
      stdio: 'inherit',
    });
    const [code] = await once(check, 'close');
    server.close();

    expect([code, requested]).toEqual([expected, ['/health/ready']]);
    expect(compose.services.worker.environment.METRICS_PORT).toBe('9464');
  });

  it('waits for the drain and stop of each process', () => {
    const [, drain] = /DRAIN_MS:-(\d+)/.exec(read('docker-compose.yml'));
    const [, stopWithin] = /stopWithin = ([\d_]+)/.exec(read('libs/lifecycle/src/run.ts'));
    const deadline = Number(drain) + Number(stopWithin.replaceAll('_', ''));

    for (const name of Object.keys(SERVICES)) {
      expect(Number.parseInt(compose.services[name].stop_grace_period, 10) * 1000).toBeGreaterThan(deadline);
    }
  });
});

describe('the settings of services', () => {
  it.each(Object.entries(SERVICES))('of %s are known and complete', (name, [file, className]) => {
    const known = settingsOf(file, className);
    const fromImage = inherited(dockerStages, name)
      .filter((one) => one.name === 'ENV')
      .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=/g)].map(([, variable]) => variable));
    const given = [...Object.keys(compose.services[name].environment), ...fromImage];

    expect(Object.keys(known)).toContain('LOG_LEVEL');
    expect(given.filter((variable) => !(variable in known) && !FOREIGN_VARIABLES.includes(variable))).toEqual([]);
    const missing = Object.keys(known).filter((variable) => !given.includes(variable));
    expect(missing.filter((variable) => !UNUSED_SETTINGS.includes(variable))).toEqual([]);
    expect(missing.filter((variable) => known[variable].isRequired)).toEqual([]);
  });

  it('name existing ports and hosts', () => {
    const values = services.flatMap(([, { environment = {} }]) => Object.values(environment)).join('\n');
    const addresses = [...values.matchAll(/(?:@|\/\/)([a-z][\w-]*):(\d+)/g)];
    const hosts = new Set(addresses.map(([, host]) => host).filter((host) => host !== 'localhost'));
    expect([...hosts].sort()).toEqual(['gateway', 'postgres', 'redis']);
    for (const [, host, port] of addresses) {
      if (host === 'localhost') continue;
      expect(Object.keys(compose.services)).toContain(host);
      const own = Object.values(compose.services[host].environment ?? {});
      if (compose.services[host].build || host === 'gateway') expect(own).toContain(port);
    }
    const template = read('deploy/gateway/upstreams.conf.template');
    const upstreams = [...template.matchAll(/server ([\w-]+)\$\{GATEWAY_DOMAIN\}:(\d+) resolve/g)];
    expect(upstreams).toHaveLength(3);
    for (const [, host, port] of upstreams) {
      expect([host, compose.services[host].environment.PORT]).toEqual([host, port]);
    }
  });

  it('include all variables of the gateway templates', () => {
    const { environment } = compose.services.gateway;
    const script = read('deploy/gateway/settings.envsh');
    for (const name of [
      'headers.conf',
      'nginx.conf',
      'servers-plain.conf',
      'servers-tls.conf',
      'site.conf',
      'upstreams.conf',
      'large-bodies.conf',
    ]) {
      const variables = [...read(`deploy/gateway/${name}.template`).matchAll(/\$\{([A-Z_]+)\}/g)];
      expect([name, variables.length > 0]).toEqual([name, true]);
      for (const [, variable] of variables) {
        if (variable === 'NAMES') continue;
        expect([variable, variable in environment || script.includes(`${variable}=`)]).toEqual([variable, true]);
        expect(variable).toMatch(new RegExp(environment.NGINX_ENVSUBST_FILTER));
      }
    }
    // The image's entrypoint reads only executable files.
    expect(statSync(join(ROOT, 'deploy/gateway/settings.envsh')).mode & 0o111).not.toBe(0);
  });
});

describe('the Dockerfile', () => {
  it('passes the linter', () => {
    expect(validate(read('Dockerfile')).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(validate('FORM node\nRUN').length).toBeGreaterThan(0);
  });

  it('uses images of one version', () => {
    const [, node] = /^(\S+)/.exec(readFileSync(join(ROOT, '.nvmrc'), 'utf8'));

    expect(new Set(images)).toEqual(new Set([`node:${node}-bookworm-slim`]));
  });

  it('copies no secret into an image', () => {
    for (const { name, rest } of instructions('Dockerfile')) {
      if (['ENV', 'ARG', 'LABEL'].includes(name)) expect(rest).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/i);
      expect(name).not.toBe('ADD');
    }
  });

  it.each(Object.keys(SERVICES))('runs %s as an ordinary user', (name) => {
    const own = inherited(dockerStages, name);
    const last = (instruction) => own.findLast((one) => one.name === instruction)?.rest;

    expect(last('USER')).toBe('node');
    expect(last('STOPSIGNAL')).toBe('SIGTERM');
    expect(last('ENV')).toBeDefined();
    // Root owns the files, so the process cannot change them.
    for (const { rest } of own.filter((one) => one.name === 'COPY')) expect(rest).not.toContain('--chown');
    const [program, ...args] = JSON.parse(last('CMD'));
    expect(program).toBe('node');
    // The source, since a clone may have no build.
    const script = args.at(-1);
    const source = script
      .replace('/dist/server/', '/server/')
      .replace('/dist/', '/src/')
      .replace(/\.(c?)js$/, '.$1ts');
    expect([source, existsSync(join(ROOT, source))]).toEqual([source, true]);
  });

  it.each(services.filter(([, { build }]) => build))('has the stage of %s', (_, { build, command }) => {
    expect(dockerStages[build.target]).toBeDefined();
    const script = command
      ?.find((one) => one.endsWith('.js'))
      .replace('/dist/', '/src/')
      .replace('.js', '.ts');
    if (script) expect([script, existsSync(join(ROOT, script))]).toEqual([script, true]);
  });
});
