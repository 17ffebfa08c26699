import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { HttpMetrics, JobMetrics, measureDependencies, measurePool, measureQueue, openRegistry } from '../src/index.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, DEPLOY), 'utf8');

/** Metrics of one process alone are made in it: their names are read from where they are. */
const OWN = ['../public-web/server/http/operations.ts', '../worker/src/pictures/render-metrics.ts'];

/** Names of series, as queries name them, without what a histogram adds. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:portfolio|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  );

async function exported(): Promise<Set<string>> {
  const registry = openRegistry();
  new HttpMetrics(registry);
  new JobMetrics(registry);
  measurePool(registry, () => undefined);
  measureQueue(registry, { counts: async () => ({}), oldestWaiting: async () => undefined });
  measureDependencies(registry, async () => ({}));
  const told = [...(await registry.metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  const own = OWN.flatMap((file) => [...read(file).matchAll(/name: '(portfolio_\w+)'/g)].map(([, name]) => name!));
  return new Set([...told, ...own]);
}

describe.each(['grafana/portfolio.json', 'prometheus-rules.yml'])('%s', (file) => {
  it('names no metric that no process tells', async () => {
    const known = await exported();
    const named = namesIn(read(file));
    expect(named.size).toBeGreaterThan(4);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});

it('shows every metric of ours on the dashboard', async () => {
  const shown = namesIn(read('grafana/portfolio.json'));
  const ours = [...(await exported())].filter((name) => name.startsWith('portfolio_'));
  expect(ours.length).toBeGreaterThan(8);
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});
