import { readFileSync } from 'node:fs';
import { FILE_FOLDERS, PHOTO_KEYS, forEachConcurrent } from '@portfolio/storage';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { formatTable, sum } from '@portfolio/testing/statistics';
import { withCluster, type Cluster } from './cluster.ts';
import type { Command } from './main.ts';
import { numberedJpegs } from './numbered-pictures.ts';
import { readOptions } from './options.ts';
import { ScaleSite, wrongSignIn } from './scale-site.ts';

/** Interval of the most frequent housekeeping job. */
const HOUSEKEEPING_MS = 30_000;
/** LIMIT_SIGN_INS of the API. */
const SIGN_INS = 10;
/** Smallest throughput of two workers, compared with one. */
const MIN_SPEEDUP = 1.6;
const CONNECTIONS = 6;
/** Large enough that the workers are the bottleneck. */
const MEGAPIXELS = 2;

/** Uploads many photos to several instances and checks the results. Each line is a number; a wrong one fails the run. */
export const command: Command = ({ dataDir, args, signal }) => {
  const { photos: count } = readOptions(args, { photos: 500 });
  const start = Date.now();
  const replicas = { api: 3, worker: 4, 'public-web': 2 };
  return withCluster({ dataDir, storage: 's3', replicas, env: { CONCURRENCY: '1' } }, async (cluster) => {
    const run = new ScaleRun(cluster, count, signal);
    await run.checkUploads(start);
    await run.measureThroughput(Math.min(Math.max(24, Math.round(count / 5)), 100));
    console.log(run.faults === 0 ? '\n  All numbers are as expected.' : `\n  ${run.faults} numbers are wrong.`);
    return run.faults === 0 ? 0 : 1;
  });
};

class ScaleRun {
  faults = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly count: number,
    private readonly signal: AbortSignal,
  ) {}

  async checkUploads(clusterStart: number): Promise<void> {
    const { cluster, count } = this;
    const site = await ScaleSite.signIn(cluster.url, cluster.account);
    const stop = new AbortController();
    const ready = await site.at(cluster.addressOf('api', 1)).readyPhotos(stop.signal);

    const start = Date.now();
    const ids = await this.upload('Scale', count, (index) =>
      index === 0 ? site.at(cluster.addressOf('api', 0)) : site,
    );
    this.check('photos accepted', new Set(ids).size, count);
    console.log(`  uploaded in ${seconds(start)} s over ${CONNECTIONS} connections`);
    await this.waitForReady(ids);
    console.log(`  ready in ${seconds(start)} s with 4 workers of one photo each`);

    const hasEvent = await this.poll(() => ready.has(ids[0]!), 15_000);
    this.check('events at api 2 of an upload through api 1', Number(hasEvent), 1);
    stop.abort();
    this.checkRenders(ids);
    await this.checkFiles(ids);
    await this.checkPages(ids);
    await this.checkLimits();
    await this.checkHousekeeping(clusterStart);
  }

  /** Photos per minute with one, two and four workers. */
  async measureThroughput(batch: number): Promise<void> {
    const workers = this.cluster.processes('worker');
    const site = await ScaleSite.signIn(this.cluster.url, this.cluster.account);
    const rates: number[] = [];
    for (const count of [1, 2, 4]) {
      await Promise.all(workers.map((worker) => worker.stop()));
      const ids = await this.upload(`Batch ${count}`, batch, () => site);
      await Promise.all(workers.slice(0, count).map((worker) => worker.start()));
      await this.waitForReady(ids);
      rates.push(await this.renderRate(ids, count));
    }
    const rows = rates.map((rate, index) => [String(2 ** index), rate.toFixed(1)]);
    console.log(`\n${formatTable(['workers', `photos per minute, of ${batch}`], rows)}`);
    const speedup = rates[1]! / rates[0]!;
    console.log(`  two workers do ${speedup.toFixed(2)} times what one does`);
    if (speedup < MIN_SPEEDUP) this.fault(`It should be ${MIN_SPEEDUP} times at least`);
  }

  private async upload(title: string, count: number, siteFor: (index: number) => ScaleSite): Promise<number[]> {
    const picture = await numberedJpegs(count, MEGAPIXELS);
    const ids: number[] = [];
    await forEachConcurrent(Array(count).keys(), CONNECTIONS, async (index) => {
      ids[index] = await siteFor(index).upload(`${title} ${index}`, picture(index));
    });
    return ids;
  }

  /** Photos per minute after the first photo of each worker, which includes its start. */
  private async renderRate(ids: number[], workers: number): Promise<number> {
    const rows = await this.cluster.sql<{ at: Date }>(
      'select updated_at as at from photos where id = any($1) order by updated_at',
      [ids],
    );
    const [from, to] = [rows[workers - 1]!.at.getTime(), rows.at(-1)!.at.getTime()];
    return ((rows.length - workers) * 60_000) / (to - from);
  }

  private async waitForReady(ids: number[]): Promise<void> {
    const count = async (status: string) => {
      const text = 'select count(*)::int as count from photos where id = any($1) and status = $2';
      return (await this.cluster.sql<{ count: number }>(text, [ids, status]))[0]!.count;
    };
    await this.poll(async () => (await count('processing')) === 0, ids.length * 20_000 + 60_000);
    this.check('rows ready', await count('ready'), ids.length);
  }

  /** Counts the renders in the logs of the workers. */
  private checkRenders(ids: number[]): void {
    const renders = new Map<number, number>();
    const shares = this.cluster.processes('worker').map(({ addresses }) => {
      const lines = readFileSync(addresses.logFile, 'utf8').split('\n');
      const done = lines
        .filter((line) => /"rendered":\s*true/.test(line))
        .map((line) => Number(/"photo":\s*(\d+)/.exec(line)?.[1]));
      for (const id of done) renders.set(id, (renders.get(id) ?? 0) + 1);
      return done.length;
    });
    console.log(`  renders by worker: ${shares.join(', ')}`);
    this.check('photos rendered exactly once', ids.filter((id) => renders.get(id) === 1).length, ids.length);
    this.check('renders in all', sum([...renders.values()]), ids.length);
  }

  private async checkFiles(ids: number[]): Promise<void> {
    const storage = await this.cluster.storage();
    const rows = await this.cluster.sql<{
      id: number;
      original_key: string;
      version: string;
      renditions: { format: string; width: number; bytes: number }[];
    }>('select id, original_key, version, renditions from photos where id = any($1)', [ids]);
    const found = new Map<string, number>();
    for (const folder of FILE_FOLDERS) for await (const { key, bytes } of storage.list(folder)) found.set(key, bytes);
    const expected = new Map<string, number | undefined>();
    for (const { id, original_key: original, version, renditions } of rows) {
      expected.set(original, found.get(original));
      for (const { format, width, bytes } of renditions) {
        expected.set(PHOTO_KEYS.rendition(id, version, width, format), bytes);
      }
    }
    const complete = [...expected].filter(([key, bytes]) => found.has(key) && bytes === found.get(key));
    this.check('files complete in the bucket', complete.length, expected.size);
    this.check('files without a row', [...found.keys()].filter((key) => !expected.has(key)).length, 0);
  }

  private async checkPages(ids: number[]): Promise<void> {
    for (const instance of [0, 1]) {
      let shown = 0;
      await forEachConcurrent(Array(ids.length).keys(), CONNECTIONS, async (index) => {
        const response = await fetch(`${this.cluster.addressOf('public-web', instance)}/photo/${ids[index]}`);
        if (response.ok && (await response.text()).includes(`Scale ${index}`)) shown += 1;
      });
      this.check(`pages shown by public-web ${instance + 1}`, shown, ids.length);
    }
  }

  /** Instances of the API share the limit of sign-ins. */
  private async checkLimits(): Promise<void> {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 2 * SIGN_INS; attempt += 1) {
      statuses.push(await wrongSignIn(this.cluster.addressOf('api', attempt % 3), '203.0.113.9'));
    }
    const count = (status: number) => statuses.filter((one) => one === status).length;
    this.check('wrong sign-ins answered before the limit, over 3 api', count(401), SIGN_INS);
    this.check('and refused after it', count(429), SIGN_INS);
  }

  /** One of the workers runs each scheduled job, not all of them. */
  private async checkHousekeeping(clusterStart: number): Promise<void> {
    // Long enough to distinguish one run from four.
    await this.poll(() => Date.now() - clusterStart > 2.2 * HOUSEKEEPING_MS, 3 * HOUSEKEEPING_MS);
    const metrics = this.cluster.processes('worker').map(async ({ addresses }) => {
      const text = await (await fetch(`${addresses.metricsUrl}/metrics`)).text();
      const lines = [...text.matchAll(/^portfolio_jobs_total\{.*housekeeping\.requeue.* (\S+)$/gm)];
      return sum(lines.map(([, count]) => Number(count)));
    });
    const runs = sum(await Promise.all(metrics));
    // Each API enqueues one more at its start.
    const intervals = Math.ceil((Date.now() - clusterStart) / HOUSEKEEPING_MS);
    const most = intervals + 1 + this.cluster.processes('api').length;
    console.log(`  rounds of housekeeping by 4 workers: ${runs}, at most ${most}`);
    if (runs < 1 || runs > most) this.fault('They should run once each');
  }

  private poll(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
    return eventually(condition, Boolean, { timeoutMs, intervalMs: 250, signal: this.signal });
  }

  private check(title: string, found: number, expected: number): void {
    console.log(`  ${title}: ${found} of ${expected}`);
    if (found !== expected) this.fault(`${title} should be ${expected}`);
  }

  private fault(message: string): void {
    this.faults += 1;
    console.error(`  WRONG: ${message}`);
  }
}

const seconds = (start: number) => ((Date.now() - start) / 1_000).toFixed(1);
