import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { FILE_FOLDERS, PHOTO_KEYS, forEachConcurrent } from '@portfolio/storage';
import { Cluster } from './cluster.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';
import { numberedJpegs, ScaleSite, wrongSignIn } from './scale-site.ts';
import { storageOf } from './services/storage-of.ts';

/** Milliseconds between two runs of the housekeeping that comes round most often. */
const ROUND = 30_000;
/** Wrong passwords that one address may try; LIMIT_SIGN_INS of the api. */
const SIGN_INS = 10;
/** What two workers have to do of what one does, at least. */
const GROWTH = 1.6;
const CONNECTIONS = 6;
/** Enough that workers, and not the api, set the pace. */
const MEGAPIXELS = 2;

/** Uploads many photos to several of each, and counts what has become of them. Every line is a figure; a wrong one fails. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const { photos: count } = readOptions(args, { photos: 500 });
  const began = Date.now();
  const cluster = await Cluster.start({
    ...{ dataDir, storage: 's3', replicas: { api: 3, worker: 4, 'public-web': 2 } },
    env: { CONCURRENCY: '1' },
  });
  try {
    const run = new ScaleRun(cluster, count, signal);
    await run.countEverything(began);
    await run.measureThroughput(Math.min(Math.max(24, Math.round(count / 5)), 100));
    console.log(run.faults === 0 ? '\n  All figures are as they should be.' : `\n  ${run.faults} figures are wrong.`);
    return run.faults === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
};

class ScaleRun {
  faults = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly count: number,
    private readonly signal: AbortSignal,
  ) {}

  async countEverything(began: number): Promise<void> {
    const { cluster, count } = this;
    const site = await ScaleSite.signIn(cluster.url, cluster.account);
    const stop = new AbortController();
    const heard = await site.at(urlOf(cluster, 'api', 1)).listen(stop.signal);
    const first = site.at(urlOf(cluster, 'api', 0));

    const picture = await numberedJpegs(count, MEGAPIXELS);
    const ids: number[] = [];
    const start = Date.now();
    await forEachConcurrent(Array(count).keys(), CONNECTIONS, async (index) => {
      const through = index === 0 ? first : site;
      ids[index] = await through.upload(`Scale ${index}`, picture(index));
    });
    this.figure('photos accepted', new Set(ids).size, count);
    console.log(`  uploaded in ${seconds(start)} s over ${CONNECTIONS} connections`);
    await this.allReady(ids);
    console.log(`  ready in ${seconds(start)} s with 4 workers of one photo each`);

    await this.soon(() => heard.has(ids[0]!));
    this.figure('event of an upload through api 1 heard at api 2', Number(heard.has(ids[0]!)), 1);
    stop.abort();
    this.countRenders(ids);
    await this.countFiles(ids);
    await this.countPages(ids);
    await this.countLimits();
    await this.countRounds(began);
  }

  /** Photos per minute with one, two and four workers over as many photos each. */
  async measureThroughput(batch: number): Promise<void> {
    const { cluster } = this;
    const site = await ScaleSite.signIn(cluster.url, cluster.account);
    const picture = await numberedJpegs(batch, MEGAPIXELS);
    const rates: number[] = [];
    console.log(`\n  workers  photos a minute  (${batch} photos each)`);
    for (const workers of [1, 2, 4]) {
      await Promise.all(cluster.members('worker').map((member) => member.stop()));
      const ids: number[] = [];
      await forEachConcurrent(Array(batch).keys(), CONNECTIONS, async (index) => {
        ids[index] = await site.upload(`Batch ${workers}-${index}`, picture(index));
      });
      await Promise.all(
        cluster
          .members('worker')
          .slice(0, workers)
          .map((member) => member.start()),
      );
      await this.allReady(ids);
      const rate = await this.rate(ids, workers);
      rates.push(rate);
      console.log(`  ${String(workers).padEnd(9)}${rate.toFixed(1)}`);
    }
    const growth = rates[1]! / rates[0]!;
    console.log(`  two workers do ${growth.toFixed(2)} times what one does`);
    if (growth < GROWTH) this.fault(`It should be ${GROWTH} times at least`);
  }

  /** Photos a minute, once each worker has done its first: starting is none of it. */
  private async rate(ids: number[], workers: number): Promise<number> {
    const rows = await this.cluster.sql<{ at: Date }>(
      'select updated_at as at from photos where id = any($1) order by updated_at',
      [ids],
    );
    const [from, to] = [rows[workers - 1]!.at.getTime(), rows.at(-1)!.at.getTime()];
    return ((rows.length - workers) * 60_000) / (to - from);
  }

  private async allReady(ids: number[]): Promise<void> {
    const states = async () => {
      const text = 'select status, count(*)::int as count from photos where id = any($1) group by status';
      const rows = await this.cluster.sql<{ status: string; count: number }>(text, [ids]);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };
    await this.soon(async () => !(await states()).processing, ids.length * 20_000 + 60_000);
    this.figure('rows ready', (await states()).ready ?? 0, ids.length);
  }

  /** The workers note each render that they finish. */
  private countRenders(ids: number[]): void {
    const renders = new Map<number, number>();
    const shares = this.cluster.members('worker').map(({ logFile }) => {
      const lines = readFileSync(logFile, 'utf8').split('\n');
      const done = lines
        .filter((line) => /"rendered":\s*true/.test(line))
        .map((line) => /"photo":\s*(\d+)/.exec(line)?.[1]);
      for (const id of done) renders.set(Number(id), (renders.get(Number(id)) ?? 0) + 1);
      return done.length;
    });
    console.log(`  renders by worker: ${shares.join(', ')}`);
    this.figure('photos rendered exactly once', ids.filter((id) => renders.get(id) === 1).length, ids.length);
    this.figure(
      'renders in all',
      [...renders.values()].reduce((sum, times) => sum + times, 0),
      ids.length,
    );
  }

  private async countFiles(ids: number[]): Promise<void> {
    const storage = await storageOf(this.cluster);
    const rows = await this.cluster.sql<{
      id: number;
      original_key: string;
      version: string;
      renditions: { format: string; width: number; bytes: number }[];
    }>('select id, original_key, version, renditions from photos where id = any($1)', [ids]);
    const found = new Map<string, number>();
    for (const folder of FILE_FOLDERS) for await (const { key, bytes } of storage.list(folder)) found.set(key, bytes);
    const wanted = new Map<string, number | undefined>();
    for (const { id, original_key: original, version, renditions } of rows) {
      wanted.set(original, undefined);
      for (const { format, width, bytes } of renditions) {
        wanted.set(PHOTO_KEYS.rendition(id, version, width, format), bytes);
      }
    }
    const whole = [...wanted].filter(([key, bytes]) => found.has(key) && (bytes ?? found.get(key)) === found.get(key));
    this.figure('files complete in the bucket', whole.length, wanted.size);
    this.figure('files that no row speaks of', [...found.keys()].filter((key) => !wanted.has(key)).length, 0);
  }

  private async countPages(ids: number[]): Promise<void> {
    for (const index of [0, 1]) {
      let shown = 0;
      await forEachConcurrent(Array(ids.length).keys(), CONNECTIONS, async (place) => {
        const answer = await fetch(`${urlOf(this.cluster, 'public-web', index)}/photo/${ids[place]}`);
        if (answer.ok && (await answer.text()).includes(`Scale ${place}`)) shown += 1;
      });
      this.figure(`pages shown by public-web ${index + 1}`, shown, ids.length);
    }
  }

  /** As many tries as one address has, and as many again, by turns at each api. */
  private async countLimits(): Promise<void> {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 2 * SIGN_INS; attempt += 1) {
      statuses.push(await wrongSignIn(urlOf(this.cluster, 'api', attempt % 3), '203.0.113.9'));
    }
    const heard = statuses.filter((status) => status === 401).length;
    this.figure('wrong sign-ins answered before the limit, over 3 api', heard, SIGN_INS);
    this.figure('and refused after it', statuses.filter((status) => status === 429).length, SIGN_INS);
  }

  /** Housekeeping that comes round is done by one of the workers each time, and not by each of them. */
  private async countRounds(began: number): Promise<void> {
    // Long enough that four times as many would be told apart.
    await this.soon(() => Date.now() - began > 2.2 * ROUND, 3 * ROUND);
    let runs = 0;
    for (const { metricsUrl } of this.cluster.members('worker')) {
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      for (const line of text.split('\n')) {
        if (/^portfolio_jobs_total\{.*housekeeping\.requeue/.test(line)) runs += Number(line.split(' ').at(-1));
      }
    }
    // Each api asks for one more when it begins.
    const most = Math.ceil((Date.now() - began) / ROUND) + 1 + this.cluster.members('api').length;
    console.log(`  rounds of housekeeping by 4 workers: ${runs}, at most ${most}`);
    if (runs < 1 || runs > most) this.fault('They should be done once each');
  }

  private async soon(isTrue: () => boolean | Promise<boolean>, patience = 15_000): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end && !(await isTrue());) {
      await wait(250, undefined, { signal: this.signal });
    }
  }

  private figure(what: string, found: number, expected: number): void {
    console.log(`  ${what}: ${found} of ${expected}`);
    if (found !== expected) this.fault(`${what} should be ${expected}`);
  }

  private fault(sentence: string): void {
    this.faults += 1;
    console.error(`  WRONG: ${sentence}`);
  }
}

const urlOf = (cluster: Cluster, name: 'api' | 'public-web', index: number) =>
  `http://127.0.0.1:${cluster.member(name, index).port}`;

const seconds = (start: number) => ((Date.now() - start) / 1_000).toFixed(1);
