import { median, spread, table } from '../figures.ts';
import type { Received } from './receivers.ts';
import type { Round, Way } from './rounds.ts';

const whole = (value: number) => (Number.isFinite(value) ? Math.round(value) : '–');
const percent = (share: number) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : '–');
const total = ({ processor }: Received) => Object.values(processor).reduce((sum, time) => sum + time, 0);

/** Several rounds: medians, and how far they lay apart in hundredths. */
export function summed(rounds: Round[]) {
  const receiver = (of: (round: Round) => Received) => {
    const all = rounds.map(of);
    const rates = all.map(({ rate }) => rate);
    const parts = Object.keys(all[0]?.processor ?? {});
    return {
      rate: Number(median(rates).toFixed(1)),
      spread: spread(rates),
      ratio: median(rounds.map((round) => of(round).rate / round.bare.rate)),
      processor: Math.round(median(all.map(total))),
      processorRatio: median(rounds.map((round) => total(round.bare) / total(of(round)))),
      parts: Object.fromEntries(
        parts.map((part) => [part, Math.round(median(all.map((one) => one.processor[part]!)))]),
      ),
    };
  };
  const way = (of: (round: Round) => Way[]) => {
    const all = rounds.flatMap(of);
    const figures = (step: keyof Way) => {
      const times = all.map((one) => one[step]);
      return { median: Math.round(median(times)), spread: spread(times), most: Math.round(Math.max(...times)) };
    };
    const share = median(all.map(({ visible, ready }) => visible / ready));
    return { accepted: figures('accepted'), visible: figures('visible'), ready: figures('ready'), visibleShare: share };
  };
  return {
    bare: receiver(({ bare }) => bare),
    judged: receiver(({ judged }) => judged),
    site: receiver(({ site }) => site),
    alone: way(({ alone }) => [alone]),
    several: way(({ several }) => several),
    all: Math.round(median(rounds.map(({ all }) => all))),
  };
}

export function print(
  { picture, megabytes, photos }: { picture: string; megabytes: number; photos: number },
  { bare, judged, site, alone, several, all }: ReturnType<typeof summed>,
  peaks: Record<string, number>,
): void {
  console.log(
    `\n${photos} uploads of a ${picture} of ${megabytes} MB over three connections, nothing rendered beside them\n`,
  );
  const received = { site, 'bare Node that looks at them too': judged, 'bare Node': bare };
  console.log(
    table(
      ['who', 'MB/s', 'of bare', 'cpu µs/MB', 'of bare'],
      Object.entries(received).map(([name, one]) => [
        name,
        `${one.rate} ±${Math.ceil(one.spread / 2)} %`,
        percent(one.ratio),
        whole(one.processor),
        percent(one.processorRatio),
      ]),
    ),
  );
  const parts = Object.entries(site.parts).map(([part, time]) => `${part} ${whole(time)}`);
  console.log(`\nOf the site's: ${parts.join(', ')}`);
  console.log('\nFrom the first byte to accepted, and from accepted on, in milliseconds\n');
  const line = (name: string, way: typeof alone) => [
    name,
    ...[way.accepted, way.visible, way.ready].flatMap((step) => [
      `${step.median} ±${Math.ceil(step.spread / 2)} %`,
      step.most,
    ]),
    percent(way.visibleShare),
  ];
  const titles = ['photos', 'accepted', 'at most', 'to be seen', 'at most', 'ready', 'at most', 'seen / ready'];
  console.log(table(titles, [line('one alone', alone), line(`${photos} at once`, several)]));
  console.log(`\nAll ${photos} were ready ${all} ms after the first byte of the first.`);
  console.log(
    `\nPeaks of memory in MB: ${Object.entries(peaks)
      .map(([part, peak]) => `${part} ${peak}`)
      .join(', ')}`,
  );
}
