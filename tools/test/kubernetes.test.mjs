import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../projects.mjs';
import { read, readCompose } from './compose.mjs';

const FOLDER = 'deploy/kubernetes';

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'kustomization.yaml')
    .map(({ name }) => name);
const documents = (path) => parseAllDocuments(read(path)).map((document) => document.toJS());

const folders = readdirSync(join(ROOT, FOLDER)).map((name) => join(FOLDER, name));
const kustomizations = Object.fromEntries(
  [...folders, 'deploy/gateway'].map((folder) => [folder, documents(join(folder, 'kustomization.yaml'))[0]]),
);
const manifests = folders.flatMap((folder) =>
  filesIn(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => documents(join(folder, name))),
);
const ofKind = (...kinds) => manifests.filter(({ kind }) => kinds.includes(kind));
const byName = (list) => list.map((manifest) => [manifest.metadata.name, manifest]);
const find = (kind, name) => ofKind(kind).find(({ metadata }) => metadata.name === name);

const compose = readCompose();
const pods = ofKind('Deployment', 'Job').map(({ metadata: { name }, spec: { template } }) => ({
  name,
  pod: template.spec,
  container: template.spec.containers[0],
  labels: template.metadata.labels,
  service: compose.services[name],
}));

/** Common settings of a kustomization: `{ LOG_LEVEL: 'info' }`. */
const settingsIn = (folder) =>
  Object.fromEntries(
    kustomizations[folder].configMapGenerator
      .find(({ name }) => name === 'settings')
      .literals.map((line) => line.split(/=(.*)/s)),
  );
const settings = { ...settingsIn(`${FOLDER}/base`), ...settingsIn(`${FOLDER}/example`) };

/** Variables for the cluster's name server. */
const ONLY_IN_CLUSTERS = ['GATEWAY_DOMAIN', 'NAMESPACE'];
/** Variables with another value: the name server, and a folder that compose has on the volume of files. */
const OTHER_VALUES = ['GATEWAY_RESOLVER', 'UPLOAD_DIR'];

describe('deploy/kubernetes', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const schemas = ['kubernetes', 'keda', 'prometheus-operator'];
  for (const name of schemas) ajv.addSchema(JSON.parse(read(`tools/test/kubernetes-schemas/${name}.json`)), name);
  const errorsOf = (manifest) => {
    const addresses = schemas.map((name) => `${name}#/definitions/I${manifest.kind}`);
    const validate = addresses.map((address) => ajv.getSchema(address)).find(Boolean);
    return validate(manifest) ? null : validate.errors;
  };

  it.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest]))(
    'the %s %s is valid by the published schemas',
    (_kind, _name, manifest) => {
      expect(errorsOf(manifest)).toBeNull();
      expect(errorsOf({ ...manifest, spce: {} })).not.toBeNull();
    },
  );

  it.each(Object.entries(kustomizations))(
    'the kustomization of %s names every file',
    (folder, { resources = [], components = [], configMapGenerator = [] }) => {
      const named = [...resources, ...components, ...configMapGenerator.flatMap(({ files = [] }) => files)];
      const isOutside = (path) => path.startsWith('../');

      expect(named.filter((path) => !isOutside(path)).sort()).toEqual(filesIn(folder).sort());
      for (const path of named.filter(isOutside)) expect(Object.keys(kustomizations)).toContain(join(folder, path));
    },
  );

  it('contains no secret, and docs/operations.md names their keys', () => {
    const keys = pods.flatMap(({ container }) => container.env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.key));
    const [, page] = read('docs/operations.md').split('\n## Grow\n');

    expect(ofKind('Secret')).toEqual([]);
    for (const key of new Set(keys.filter(Boolean))) expect(page).toContain(`\`${key}\``);
  });

  it('gives common settings that a service has', () => {
    const known = Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment));

    expect(Object.keys(settings).filter((variable) => !known.includes(variable))).toEqual([]);
    expect(new URL(settings.PUBLIC_URL).host).toBe(find('Ingress', 'portfolio').spec.rules[0].host);
  });

  describe.each(pods)('the pod of $name', ({ name, pod, container, labels, service }) => {
    const own = Object.fromEntries(container.env.map(({ name: variable, value }) => [variable, value]));

    it('has the settings of docker-compose.yml', () => {
      const { environment } = service;
      const unknown = Object.keys(own).filter((variable) => !(variable in environment));
      expect(unknown.filter((variable) => !ONLY_IN_CLUSTERS.includes(variable))).toEqual([]);

      const required = Object.entries(environment).filter(([, value]) => value.includes(':?') || !value.includes('$'));
      for (const [variable, value] of required) {
        expect([variable, variable in own || variable in settings]).toEqual([variable, true]);
        if (own[variable] === undefined || OTHER_VALUES.includes(variable)) continue;
        expect([variable, own[variable]]).toEqual([variable, value]);
      }
    });

    it('has the image, command and limits of docker-compose.yml', () => {
      const { image, build, command, deploy } = service;
      const { cpus, memory } = deploy.resources.limits;

      expect(container.image).toBe(build ? `portfolio-${build.target}` : image);
      expect(container.args).toEqual(command);
      expect(container.resources.limits).toEqual({ cpu: cpus, memory: memory.replace('g', 'Gi').replace('m', 'Mi') });
    });

    it('probes ports that the process has', () => {
      const ports = Object.fromEntries(
        (container.ports ?? []).map(({ name: port, containerPort }) => [port, containerPort]),
      );
      if ('http' in ports) expect(String(ports.http)).toBe(own.PORT ?? own.GATEWAY_HTTP_PORT);
      if ('metrics' in ports) expect(String(ports.metrics)).toBe(own.METRICS_PORT);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        if (container[probe]) expect(Object.keys(ports)).toContain(container[probe].httpGet.port);
      }
      expect(container.livenessProbe === undefined).toBe(name === 'migrate');
      for (const { port, targetPort } of find('Service', name)?.spec.ports ?? []) expect(port).toBe(ports[targetPort]);
    });

    it('has time to drain', () => {
      if (name === 'migrate') return;
      const drains = 'DRAIN_MS' in service.environment;
      // 25 seconds for requests in flight.
      const seconds = drains ? Number(settings.DRAIN_MS) / 1000 + 25 : Number.parseInt(service.stop_grace_period, 10);

      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds);
    });

    it('is restricted', () => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: expect.arrayContaining([expect.objectContaining({ mountPath: '/tmp' })]),
      });
      expect(labels).toEqual({ 'app.kubernetes.io/name': name });
    });
  });

  it.each(byName(ofKind('Deployment')))('%s survives the drain of a node', (name, { spec }) => {
    expect(find('PodDisruptionBudget', name).spec).toEqual({ maxUnavailable: 1, selector: spec.selector });
    const isScaled = find('HorizontalPodAutoscaler', name) || find('ScaledObject', name);
    // A count here would undo that of the scaler at each update.
    expect(spec.replicas === undefined).toBe(isScaled !== undefined);
  });

  it('opens only connections that the networks of docker-compose.yml allow', () => {
    const namesIn = ({ matchLabels, matchExpressions = [] }) =>
      matchLabels ? Object.values(matchLabels) : matchExpressions.flatMap(({ values }) => values);
    const selected = (peers = []) => peers.flatMap(({ podSelector }) => (podSelector ? namesIn(podSelector) : []));
    const connections = ofKind('NetworkPolicy').flatMap(({ spec: { podSelector, ingress = [], egress = [] } }) =>
      namesIn(podSelector).flatMap((pod) => [
        ...ingress.flatMap(({ from }) => selected(from).map((client) => `${client} → ${pod}`)),
        ...egress.flatMap(({ to }) => selected(to).map((server) => `${pod} → ${server}`)),
      ]),
    );
    const share = (one, other) =>
      compose.services[one].networks.some((network) => compose.services[other].networks.includes(network));

    expect(new Set(connections)).toEqual(
      new Set(['public-web → gateway', ...['api', 'admin-web', 'public-web'].map((server) => `gateway → ${server}`)]),
    );
    for (const connection of connections)
      expect([connection, share(...connection.split(' → '))]).toEqual([connection, true]);
  });

  it('trusts the same networks in gateway, API and public-web', () => {
    const UNIQUE_LOCAL = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
    const template = read(`${FOLDER}/base/trusted.conf.template`);
    const ofGateway = [...template.matchAll(/^set_real_ip_from (.+);$/gm)].map(([, network]) => network);
    const trusted = settings.TRUST_PROXY.split(',').flatMap((part) => (part === 'uniquelocal' ? UNIQUE_LOCAL : part));

    expect(trusted.sort()).toEqual(ofGateway.sort());
  });

  it('scales workers by a metric that processes have', () => {
    const { query } = find('ScaledObject', 'worker').spec.triggers[0].metadata;
    const [metric] = /portfolio_\w+/.exec(query);
    const [, states] = /state=~"([^"]+)"/.exec(query);

    expect(read('libs/telemetry/src/metrics.ts')).toContain(`name: '${metric}'`);
    const counted = /getJobCounts\((.*)\)/.exec(read('libs/jobs/src/job-queue.ts'))[1];
    for (const state of states.split('|')) expect(counted).toContain(`'${state}'`);
  });
});
