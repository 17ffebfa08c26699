import { setTimeout as wait } from 'node:timers/promises';
import { checkNothingLost } from './faults-check.ts';
import { Cluster } from './cluster.ts';
import { Load, WITHOUT_LIMITS } from './load.ts';
import { count } from './load-answers.ts';
import type { Command } from './main.ts';
import type { Member } from './services/member.ts';
import { readOptions } from './options.ts';
import { seeded } from './seeded.ts';

/** Who is killed, and how often beside the others. */
const VICTIMS = { api: 3, worker: 3, 'public-web': 2, postgres: 2, redis: 2, s3: 1 } as const;
/** Milliseconds in which everything has to serve again after a fault. */
const RECOVERS_WITHIN = 60_000;
/** Milliseconds of quiet between two faults, at least; up to twice as many. */
const QUIET = 2_000;

/** One kill, and what came of it. */
interface Fault {
  victim: string;
  /** Seconds since the beginning. */
  at: number;
  /** Milliseconds until everything served again; undefined where it did not in time. */
  recovered: number | undefined;
  well: number;
  away: number;
  faults: number;
}

/**
 * Kills whatever there is at random under load, and counts afterwards: nothing accepted is lost, nothing is rendered
 * into a wrong place, everything comes back by itself, and readers see no error that is not a clean 503.
 */
export const command: Command = async ({ dataDir, args, signal }) => {
  const { minutes, seed, disk } = readOptions(args, { minutes: 10, seed: 1, disk: false });
  const storage = disk ? 'disk' : 's3';
  const cluster = await Cluster.start({
    ...{ dataDir, storage, replicas: { api: 3, worker: 2, 'public-web': 2 } },
    env: { ...WITHOUT_LIMITS, CONCURRENCY: '1', JOB_TAKEOVER_MS: '5000' },
  });
  try {
    console.log(`  ${minutes} minutes of faults, seed ${seed}, files on ${storage}\n`);
    const load = await Load.begin(cluster, {
      ...{ seed, pause: 150 },
      clients: { page: 4, media: 3, api: 4, comment: 2, upload: 2 },
    });
    const faults = await killAtRandom(cluster, load, { minutes, seed, signal });
    await load.stop();
    console.log(['', ...load.answers.table(), ...load.answers.faults()].join('\n'));
    summarise(faults);
    const losses = await checkNothingLost(cluster, load, signal);
    const unclean = count(load.answers.all)[2];
    const lasting = faults.filter(({ recovered }) => recovered === undefined).length;
    console.log(
      `\n  ${faults.length} faults: ${losses} losses, ${unclean} answers that were neither well nor a clean 503, ` +
        `${lasting} that did not recover by themselves.`,
    );
    return losses + unclean + lasting === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
};

interface KillPlan {
  minutes: number;
  seed: number;
  signal: AbortSignal;
}

async function killAtRandom(cluster: Cluster, load: Load, { minutes, seed, signal }: KillPlan): Promise<Fault[]> {
  const random = seeded(seed);
  const began = Date.now();
  const faults: Fault[] = [];
  console.log(
    `  ${'at'.padStart(6)}  ${'killed'.padEnd(26)}${'recovered'.padStart(11)}${columns(['well', '503', 'faults'])}`,
  );
  for (;;) {
    await wait(QUIET * (1 + random()), undefined, { signal });
    if (Date.now() - began > minutes * 60_000) return faults;
    // Now and then two at once.
    const victims = [
      ...new Set(random() < 0.2 ? [choose(cluster, random()), choose(cluster, random())] : [choose(cluster, random())]),
    ];
    const from = Date.now();
    await Promise.all(victims.map((victim) => victim.kill()));
    const recovered = await recovery(cluster, victims, from, signal);
    const [well, away, unclean] = count(load.answers.between(from, Date.now()));
    const fault = {
      ...{ victim: victims.map(({ title }) => title).join(' and '), at: (from - began) / 1_000 },
      ...{ recovered, well, away, faults: unclean },
    };
    faults.push(fault);
    const time = recovered === undefined ? 'NOT' : `${recovered} ms`;
    console.log(
      `  ${fault.at.toFixed(0).padStart(4)} s  ${fault.victim.padEnd(26)}${time.padStart(11)}${columns([well, away, unclean])}`,
    );
  }
}

function choose(cluster: Cluster, chance: number): Member {
  const lots = (Object.keys(VICTIMS) as (keyof typeof VICTIMS)[]).flatMap((name) => {
    const members = cluster.members(name);
    return members.length === 0 ? [] : Array.from({ length: VICTIMS[name] }, () => members);
  });
  // The fraction within a service chooses the member.
  const place = chance * lots.length;
  const members = lots[Math.floor(place)]!;
  return members[Math.floor((place % 1) * members.length)]!;
}

/** @returns milliseconds until the victims are back and the site serves everything, asked by nobody else */
async function recovery(
  cluster: Cluster,
  victims: Member[],
  from: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  let isBack = false;
  void Promise.all(victims.map((victim) => victim.ready())).then(() => (isBack = true));
  while (Date.now() - from < RECOVERS_WITHIN) {
    signal.throwIfAborted();
    if (isBack && (await serves(cluster))) return Date.now() - from;
    await wait(50);
  }
  return undefined;
}

/** Each api with all that it depends on, and each public-web, asked past the gateway. */
async function serves(cluster: Cluster): Promise<boolean> {
  const addresses = [
    ...cluster.members('api').map(({ port }) => `http://127.0.0.1:${port}/api/health`),
    ...cluster.members('public-web').map(({ port }) => `http://127.0.0.1:${port}/galleries`),
  ];
  const answers = await Promise.all(
    addresses.map((address) =>
      fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      ),
    ),
  );
  return answers.every(Boolean);
}

/** A line for each kind of victim. */
function summarise(faults: Fault[]): void {
  console.log(`\n  ${'killed'.padEnd(26)}${columns(['times', 'median ms', 'longest', '503', 'faults'])}`);
  for (const victim of [...new Set(faults.map((fault) => kindOf(fault)))].sort()) {
    const of = faults.filter((fault) => kindOf(fault) === victim);
    const times = of.map(({ recovered }) => recovered ?? Infinity).sort((a, b) => a - b);
    const sum = (figure: 'away' | 'faults') => of.reduce((all, fault) => all + fault[figure], 0);
    const figures = [of.length, times[Math.floor(times.length / 2)]!, times.at(-1)!, sum('away'), sum('faults')];
    console.log(`  ${victim.padEnd(26)}${columns(figures)}`);
  }
}

const kindOf = ({ victim }: Fault) => (victim.includes(' and ') ? 'two at once' : victim.replace(/-\d+$/, ''));

const columns = (figures: (string | number)[]) => figures.map((figure) => String(figure).padStart(11)).join('');
