import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { HttpMetrics, JobMetrics, measureDependencies, measurePool, measureQueue, openRegistry } from '../src/index.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, DEPLOY), 'utf8');

/** Metrics of a single process are defined in its own source. */
const SOURCES = ['../public-web/server/http/operations.ts', '../worker/src/pictures/render-metrics.ts'];

/** Metric names in queries, without the suffixes of histograms. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:portfolio|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  );

async function exportedNames(): Promise<Set<string>> {
  const registry = openRegistry();
  new HttpMetrics(registry);
  new JobMetrics(registry);
  measurePool(registry, { driver: {} });
  measureQueue(registry, { counts: async () => ({}), oldestWaiting: async () => undefined });
  measureDependencies(registry, async () => ({}));
  const exported = [...(await registry.metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  const inSources = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/name: '(portfolio_\w+)'/g)].map(([, name]) => name!),
  );
  return new Set([...exported, ...inSources]);
}

describe.each(['grafana/portfolio.json', 'prometheus-rules.yml'])('%s', (file) => {
  it('uses only metrics that a process exports', async () => {
    const known = await exportedNames();
    const named = namesIn(read(file));
    expect(named.size).toBeGreaterThan(4);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});

it('the dashboard shows every metric of the site', async () => {
  const shown = namesIn(read('grafana/portfolio.json'));
  const own = [...(await exportedNames())].filter((name) => name.startsWith('portfolio_'));
  expect(own.length).toBeGreaterThan(8);
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});
