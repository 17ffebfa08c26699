import { statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '@portfolio/lifecycle/supervisor';
import { percent, printTable, rounded, sum, withSpread } from '@portfolio/testing/statistics';
import { compare, load, processorMeter, type Comparison, type Contender, type Pace } from '../load.ts';
import type { BenchOptions } from '../main.ts';
import { startBareProcess, type NodeProcess } from '../node-process.ts';
import { withSite, type Site } from '../site.ts';
import { during } from '../stop-signal.ts';
import { startGateway, startNginx } from './nginx.ts';
import { bytesOf, BROWSER_HEADERS, fetchRaw, type RawResponse } from './raw-response.ts';
import type { StaticFile } from './bare-server.ts';
import { findPages, type Page } from './pages.ts';

const SECONDS = 1.5;

/** Measurement with several contenders; the last one is the reference. */
interface Row {
  kind: keyof typeof KINDS;
  name: string;
  bytes: number;
  contenders: Comparison[];
}

/** Title and target of each kind; the target is a percentage of the reference's rate. */
const KINDS = {
  page: { title: 'Cached pages', target: 50 },
  media: { title: 'Media files, each checked against the publication rule', target: 80 },
  gateway: { title: 'Through the gateway', target: 80 },
};

/** Cached pages and media files beside bare servers, the gateway beside nginx, and rendered pages alone. */
export async function bench({ folder: dataDir, rounds }: BenchOptions): Promise<object[]> {
  const pace: Pace = { rounds, seconds: SECONDS };
  console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
  console.log('Starting the demo site …');
  const rows = await withSite({ dataDir }, (site) => benchSite(site, dataDir, pace));
  console.log('Starting it again without the page cache …');
  const rendered = await withSite({ dataDir, settings: { PAGE_CACHE: 'false' } }, (site) =>
    benchRendered(site, 2 * SECONDS),
  );
  printRows(rows);
  const services = Object.keys(rendered[0]?.processor ?? {});
  printTable(
    'Rendered pages, without the page cache, and milliseconds of processor time per page',
    ['page', 'req/s', 'p99 ms', ...services],
    rendered.map(({ name, rate, p99, processor }) => [
      ...[name, rate, p99],
      ...services.map((service) => (processor[service] ?? NaN).toFixed(1)),
    ]),
  );
  return [...rows, ...rendered];
}

async function benchSite(site: Site, dataDir: string, pace: Pace): Promise<Row[]> {
  const pages = await findPages(site.origin);
  const rows = await benchPages(site, pages, pace);
  if (site.apiOrigin !== '') {
    const sets = await findPictures(site.apiOrigin, dataDir);
    console.log('Pictures …');
    rows.push(...(await benchMedia(site, sets, dataDir, pace)));
    console.log('The gateway …');
    const smaller = sets.filter(({ name }) => !name.endsWith('large'));
    rows.push(...(await benchGateway(site, pages[0]!, smaller, dataDir, pace)));
  } else console.log('Pictures are measured on Linux alone, where the port of the API is known');
  return rows;
}

/** Addresses that are requested in turn. */
interface Target {
  name: string;
  /** Mean size. */
  bytes: number;
  paths: string[];
}

async function measure(kind: Row['kind'], targets: Target[], contenders: Contender[], pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, bytes, paths } of targets) {
    rows.push({ kind, name, bytes, contenders: await compare(contenders, paths, pace) });
  }
  return rows;
}

const startBare = (responses: Record<string, RawResponse | StaticFile>) =>
  startBareProcess(join(import.meta.dirname, 'bare-server.ts'), responses);

const asContender = ({ origin, pid }: NodeProcess): Contender => ({ name: 'bare Node', origin, pids: [pid] });

const pageTarget = ({ name, path }: Page, response: RawResponse | undefined): Target => ({
  ...{ name, bytes: bytesOf(response), paths: [path] },
});

async function benchPages(site: Site, pages: Page[], pace: Pace): Promise<Row[]> {
  const responses: Record<string, RawResponse> = {};
  for (const { path } of pages) responses[path] = await settledResponse(site.origin, path);
  return during(await startBare(responses), async (bare) => {
    const whole = { name: 'site', origin: site.origin, pids: await site.pids() };
    const targets = pages.map((page) => pageTarget(page, responses[page.path]));
    return measure('page', targets, [whole, asContender(bare)], pace);
  });
}

/** Response of a page under load: the server compresses a popular page a second time. */
async function settledResponse(origin: string, path: string): Promise<RawResponse> {
  await load({ name: 'site', origin, pids: [] }, [path], 1);
  let response = await fetchRaw(origin + path);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await wait(1_500);
    const before = response;
    response = await fetchRaw(origin + path);
    if (response.body === before.body) break;
  }
  return response;
}

interface RenderedPage {
  kind: 'rendered';
  name: string;
  rate: number;
  p99: number;
  /** Milliseconds of processor time per page, by service. */
  processor: Record<string, number>;
}

/** @param site without a page cache */
async function benchRendered(site: Site, seconds: number): Promise<RenderedPage[]> {
  const processes = await site.processes();
  const rows: RenderedPage[] = [];
  for (const { name, path } of await findPages(site.origin)) {
    const contender = { name: 'site', origin: site.origin, pids: [] };
    await load(contender, [path], seconds);
    const meters = processes.map(({ service, pid }) => ({ service, used: processorMeter([pid]) }));
    const start = performance.now();
    const { rate, p99 } = await load(contender, [path], seconds);
    const count = (rate * (performance.now() - start)) / 1000;
    const processor: Record<string, number> = {};
    for (const { service, used } of meters) {
      // NaN for a process that has ended, such as a backend of PostgreSQL.
      processor[service] = (processor[service] ?? 0) + (used() || 0) / count;
    }
    rows.push({ kind: 'rendered', name, rate, p99, processor });
  }
  return rows;
}

const PICTURE_BYTES = { small: 10_000, middle: 60_000, large: 400_000 };
/** Pictures of a set of many. */
const MANY = 30;

/** File of a media address. */
const fileOf = (path: string, dataDir: string) => join(dataDir, 'storage/renditions', path.slice('/media/'.length));

/** One picture and many pictures of about each size. */
async function findPictures(api: string, dataDir: string): Promise<Target[]> {
  const { photos } = (await (await fetch(`${api}/api/photos?limit=200`)).json()) as {
    photos: { renditions: { url: string }[] }[];
  };
  const all = photos
    .flatMap(({ renditions }) => renditions)
    .map(({ url: path }) => ({ path, bytes: statSync(fileOf(path, dataDir)).size }));
  return Object.entries(PICTURE_BYTES).flatMap(([name, size]) => {
    const nearest = all.toSorted((a, b) => Math.abs(a.bytes - size) - Math.abs(b.bytes - size));
    return Object.entries({ one: nearest.slice(0, 1), many: nearest.slice(0, MANY) }).map(([count, pictures]) => ({
      name: `${count} ${name}`,
      bytes: Math.round(sum(pictures.map(({ bytes }) => bytes)) / pictures.length),
      paths: pictures.map(({ path }) => path),
    }));
  });
}

/** Media files through public-web and at the API, which checks each against the publication rule. */
async function benchMedia(site: Site, sets: Target[], dataDir: string, pace: Pace): Promise<Row[]> {
  const files: Record<string, StaticFile> = {};
  for (const path of sets.flatMap(({ paths }) => paths)) {
    files[path] ??= { file: fileOf(path, dataDir), headers: (await fetchRaw(site.apiOrigin + path)).headers };
  }
  return during(await startBare(files), async (bare) => {
    const pids = await site.pids();
    const contenders = [
      { name: 'site', origin: site.origin, pids },
      { name: 'api', origin: site.apiOrigin, pids },
      asContender(bare),
    ];
    return measure('media', sets, contenders, pace);
  });
}

/** A page and pictures through the gateway, beside nginx with the same files on its disk. */
async function benchGateway(site: Site, page: Page, sets: Target[], folder: string, pace: Pace): Promise<Row[]> {
  if (!findProgram('nginx')) {
    console.log('nginx is not installed, so the gateway is not measured');
    return [];
  }
  const portOf = (origin: string) => Number(new URL(origin).port);
  const upstreams = { api: [portOf(site.apiOrigin)], 'public-web': [portOf(site.origin)], 'admin-web': [1] };
  return during(await startGateway(join(folder, 'gateway'), upstreams), async (gateway) => {
    const responses: Record<string, RawResponse> = {};
    for (const path of [page.path, ...sets.flatMap(({ paths }) => paths)]) {
      responses[path] = await fetchRaw(gateway.origin + path, { ...BROWSER_HEADERS, ...gateway.headers });
    }
    const targets = [pageTarget(page, responses[page.path]), ...sets];
    const whole = { ...gateway, pids: [...gateway.pids, ...(await site.pids())] };
    return during(await startNginx(join(folder, 'nginx-alone'), responses), (nginx) =>
      measure('gateway', targets, [whole, nginx], pace),
    );
  });
}

function printRows(rows: Row[]): void {
  for (const [kind, { title, target }] of Object.entries(KINDS)) {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) continue;
    printTable(
      `${title}: ${target} % of ${own[0]?.contenders.at(-1)?.name} or more`,
      ['contender', 'bytes', 'req/s', 'p99 ms', 'cpu µs', 'of its rate', 'of its cpu'],
      own.flatMap(({ name, bytes, contenders }) =>
        contenders.map((one) => [
          ...[`${name}, ${one.name}`, bytes, withSpread(one.rate, one.spread), one.p99, rounded(one.processor)],
          ...[percent(one.ratio), percent(one.processorRatio)],
        ]),
      ),
    );
  }
}
