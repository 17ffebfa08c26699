import type { Site } from '../site.ts';
import type { Artist } from './artist.ts';
import { receive, usedBy, type BareReceiver, type Received } from './receivers.ts';
import type { Sent } from './send.ts';

/** When one photo was where, in milliseconds. */
export interface Way {
  /** From the first byte that was sent to the answer. */
  accepted: number;
  /** From there until the artist sees something of it. */
  visible: number;
  /** From there until it is ready. */
  ready: number;
}

export interface Round {
  /** The least that could take them. */
  bare: Received;
  /** The same, with the look at each picture that none can be without. */
  judged: Received;
  /** The site, while its worker does nothing. */
  site: Received;
  /** A photo by itself. */
  alone: Way;
  /** Several at once, while the worker renders those that have come. */
  several: Way[];
  /** Milliseconds from the first byte until all of them are ready. */
  all: number;
}

export interface Contenders {
  site: Site;
  artist: Artist;
  bare: BareReceiver;
}

/** @param file the photograph */
export async function uploadAll(contenders: Contenders, file: Buffer, count: number): Promise<Round> {
  const { artist, bare } = contenders;
  const forms = async (times: number) =>
    Promise.all(Array.from({ length: times }, (_, index) => artist.form(file, `Bench ${index}`)));
  // The picture alone: a form around it is some hundred bytes more, and is for our site to take apart.
  const uploads = Array.from({ length: count }, () => ({ body: file, headers: { 'content-type': 'image/jpeg' } }));
  const used = async () => ({ all: (await bare.used()).processor });
  await artist.rest();
  const bareOnes = {
    bare: await receive(bare.origin, uploads, used),
    judged: await receive(`${bare.origin}/judged`, uploads, used),
  };
  const site = await receiveOnly(contenders, await forms(count));
  const [alone] = await watch(artist, (await receive(artist.uploadAddress, await forms(1), nothing)).sent);
  const { sent } = await receive(artist.uploadAddress, await forms(count), nothing);
  const several = await watch(artist, sent);
  const ends = several.map(({ accepted, ready }, index) => sent[index]!.began + accepted + ready);
  await artist.remove([...several, alone!].map(({ id }) => id));
  const all = Math.max(...ends) - Math.min(...sent.map(({ began }) => began));
  return { ...bareOnes, site, alone: alone!, several, all };
}

const nothing = () => Promise.resolve({});

/** Has the site take photos while its worker is held, and forgets them before it goes on. */
async function receiveOnly({ site, artist }: Contenders, uploads: Parameters<typeof receive>[1]): Promise<Received> {
  const processes = await site.processes();
  const worker = processes.find(({ part }) => part === 'worker');
  if (!worker) throw new Error('The site has no worker');
  const others = processes.filter((one) => one !== worker);
  process.kill(worker.pid, 'SIGSTOP');
  try {
    const { sent, ...received } = await receive(artist.uploadAddress, uploads, async () => usedBy(others));
    await artist.remove(sent.map(idOf));
    return received;
  } finally {
    process.kill(worker.pid, 'SIGCONT');
    await artist.rest();
  }
}

async function watch(artist: Artist, sent: Sent[]): Promise<(Way & { id: number })[]> {
  return Promise.all(
    sent.map(async (one) => {
      const id = idOf(one);
      const { visible, ready } = await artist.see(id);
      const { began, accepted } = one;
      return { id, accepted: accepted - began, visible: visible - accepted, ready: ready - accepted };
    }),
  );
}

const idOf = ({ answer }: Sent) => (JSON.parse(answer) as { photo: { id: number } }).photo.id;
