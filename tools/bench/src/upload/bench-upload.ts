import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { median, percent, printTable, rounded, spread, withSpread } from '@portfolio/testing/statistics';
import type { BenchOptions } from '../main.ts';
import { startBareProcess } from '../node-process.ts';
import { paintPhotograph, readPhotographs, TIMED, type Photograph } from '../photographs.ts';
import { machine, measureRounds } from '../rounds.ts';
import { withSite } from '../site.ts';
import { during } from '../stop-signal.ts';
import { Artist } from './artist.ts';
import { measureRound, type Contenders, type Round, type Throughput, type UploadTimes } from './upload-rounds.ts';

/** Two for each of the three connections. */
const PHOTOS = 6;

/** Uploads to the site beside a bare server that only stores them, and the times until the back office shows them. */
export async function bench({ folder, rounds, seed, photos }: BenchOptions): Promise<object[]> {
  const received = join(folder, 'received');
  await mkdir(received);
  const photograph = photos ? (await readPhotographs(photos))[0]! : await paintPhotograph(TIMED[0]!, seed);
  console.log('Starting the demo site …');
  return withSite({ dataDir: join(folder, 'data') }, async (site) => {
    const receiver = startBareProcess(join(import.meta.dirname, 'bare-receiver.ts'), { folder: received });
    return during(await receiver, async (bare) =>
      during(await Artist.signIn(site.origin), (artist) => measure({ site, artist, bare }, photograph, rounds)),
    );
  });
}

async function measure(contenders: Contenders, { name, file }: Photograph, rounds: number): Promise<object[]> {
  const summary = summarize(await measureRounds(rounds, () => measureRound(contenders, file, PHOTOS)));
  const upload = { picture: name, megabytes: Number((file.length / 1e6).toFixed(1)), photos: PHOTOS };
  print(upload, summary);
  return [{ ...upload, ...machine(), ...summary }];
}

/** Medians of several rounds, and spreads in percent. */
function summarize(rounds: Round[]) {
  const throughput = (of: (round: Round) => Throughput) => {
    const all = rounds.map(of);
    const rates = all.map(({ rate }) => rate);
    return {
      rate: Number(median(rates).toFixed(1)),
      spread: spread(rates),
      ratio: median(rounds.map((round) => of(round).rate / round.bare.rate)),
      processor: Math.round(median(all.map(({ processor }) => processor))),
      processorRatio: median(rounds.map((round) => round.bare.processor / of(round).processor)),
    };
  };
  const times = (all: UploadTimes[]) => {
    const step = (name: keyof UploadTimes) => {
      const values = all.map((one) => one[name]);
      return { median: Math.round(median(values)), spread: spread(values), most: Math.round(Math.max(...values)) };
    };
    const visibleShare = median(all.map(({ visible, ready }) => visible / ready));
    return { accepted: step('accepted'), visible: step('visible'), ready: step('ready'), visibleShare };
  };
  return {
    bare: throughput(({ bare }) => bare),
    validated: throughput(({ validated }) => validated),
    site: throughput(({ site }) => site),
    single: times(rounds.map(({ single }) => single)),
    several: times(rounds.flatMap(({ several }) => several)),
    all: Math.round(median(rounds.map(({ all }) => all))),
  };
}

function print(
  { picture, megabytes, photos }: { picture: string; megabytes: number; photos: number },
  { bare, validated, site, single, several, all }: ReturnType<typeof summarize>,
): void {
  const contenders = { site, 'bare Node with validation': validated, 'bare Node': bare };
  printTable(
    `${photos} uploads of a ${picture} of ${megabytes} MB over three connections, without rendering`,
    ['contender', 'MB/s', 'of bare', 'cpu µs/MB', 'bare / own'],
    Object.entries(contenders).map(([name, one]) => [
      ...[name, withSpread(one.rate, one.spread), percent(one.ratio)],
      ...[rounded(one.processor), percent(one.processorRatio)],
    ]),
  );
  const row = (name: string, times: typeof single) => [
    name,
    ...[times.accepted, times.visible, times.ready].flatMap((step) => [
      withSpread(step.median, step.spread),
      step.most,
    ]),
    percent(times.visibleShare),
  ];
  printTable(
    'From the first byte to accepted, and from accepted on, in milliseconds',
    ['photos', 'accepted', 'at most', 'visible', 'at most', 'ready', 'at most', 'visible / ready'],
    [row('one alone', single), row(`${photos} at once`, several)],
  );
  console.log(`\nAll ${photos} were ready ${all} ms after the first byte of the first.`);
}
