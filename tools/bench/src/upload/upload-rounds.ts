import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { forEachConcurrent } from '@portfolio/storage';
import { sum } from '@portfolio/testing/statistics';
import { processorMeter } from '../load.ts';
import type { NodeProcess } from '../node-process.ts';
import type { Site } from '../site.ts';
import type { Artist } from './artist.ts';

export interface Throughput {
  /** MB per second, from the first byte sent to the last response. */
  rate: number;
  /** Microseconds of processor time per MB; NaN where unknown. */
  processor: number;
}

/** Durations of one upload, in milliseconds. */
export interface UploadTimes {
  /** From the first byte to the response. */
  accepted: number;
  /** From the response to the first rendition on the screen. */
  visible: number;
  /** From the response to ready. */
  ready: number;
}

export interface Round {
  bare: Throughput;
  /** The bare server with validation of each picture. */
  validated: Throughput;
  /** The site with a paused worker. */
  site: Throughput;
  single: UploadTimes;
  /** Several uploads, while the worker renders. */
  several: UploadTimes[];
  /** Milliseconds from the first byte until all are ready. */
  all: number;
}

export interface Contenders {
  site: Site;
  artist: Artist;
  bare: NodeProcess;
}

export interface Upload {
  body: Buffer;
  headers: Record<string, string>;
}

/** Upload with its response; times are `performance.now()`. */
interface SentUpload {
  start: number;
  accepted: number;
  /** Body of the response. */
  body: string;
}

/** Parallel uploads of the back office: CONCURRENCY in admin-web/src/features/photos/uploads/queue/upload-queue.ts. */
const CONNECTIONS = 3;

/** @param file of the photograph */
export async function measureRound(contenders: Contenders, file: Buffer, count: number): Promise<Round> {
  const { artist, bare } = contenders;
  const forms = (times: number) =>
    Promise.all(Array.from({ length: times }, (_, index) => artist.form(file, `Bench ${index}`)));
  // The bare server gets the file without a form, which only the site parses.
  const files = Array.from({ length: count }, () => ({ body: file, headers: { 'content-type': 'image/jpeg' } }));
  const used = async () => Number(await (await fetch(`${bare.origin}/used`)).text());
  await artist.waitForIdleQueue();
  const throughput = {
    bare: (await measureThroughput(bare.origin, files, used)).throughput,
    validated: (await measureThroughput(`${bare.origin}/validated`, files, used)).throughput,
    site: await siteThroughput(contenders, await forms(count)),
  };
  const [single] = await follow(artist, await sendUploads(artist.uploadAddress, await forms(1)));
  const sent = await sendUploads(artist.uploadAddress, await forms(count));
  const several = await follow(artist, sent);
  const ends = several.map(({ accepted, ready }, index) => sent[index]!.start + accepted + ready);
  await artist.deletePhotos([...several, single!].map(({ id }) => id));
  return { ...throughput, single: single!, several, all: Math.max(...ends) - firstStart(sent) };
}

const firstStart = (sent: SentUpload[]) => Math.min(...sent.map(({ start }) => start));

/** @param used milliseconds of processor time so far */
async function measureThroughput(
  address: string,
  uploads: Upload[],
  used: () => number | Promise<number>,
): Promise<{ throughput: Throughput; sent: SentUpload[] }> {
  const before = await used();
  const sent = await sendUploads(address, uploads);
  const after = await used();
  const megabytes = sum(uploads.map(({ body }) => body.length)) / 1e6;
  const processor = (1000 * (after - before)) / megabytes;
  const took = Math.max(...sent.map(({ accepted }) => accepted)) - firstStart(sent);
  return { throughput: { rate: (1000 * megabytes) / took, processor }, sent };
}

/** Uploads to the site with a paused worker, and deletes the photos before it resumes. */
async function siteThroughput({ site, artist }: Contenders, uploads: Upload[]): Promise<Throughput> {
  const processes = await site.processes();
  const worker = processes.find(({ service }) => service === 'worker');
  if (!worker) throw new Error('The site has no worker');
  const used = processorMeter(processes.filter((one) => one !== worker).map(({ pid }) => pid));
  process.kill(worker.pid, 'SIGSTOP');
  try {
    const { throughput, sent } = await measureThroughput(artist.uploadAddress, uploads, used);
    await artist.deletePhotos(sent.map(idOf));
    return throughput;
  } finally {
    process.kill(worker.pid, 'SIGCONT');
    await artist.waitForIdleQueue();
  }
}

async function follow(artist: Artist, sent: SentUpload[]): Promise<(UploadTimes & { id: number })[]> {
  return Promise.all(
    sent.map(async (upload) => {
      const id = idOf(upload);
      const { visible, ready } = await artist.waitForPhoto(id);
      const { start, accepted } = upload;
      return { id, accepted: accepted - start, visible: visible - accepted, ready: ready - accepted };
    }),
  );
}

const idOf = ({ body }: SentUpload) => (JSON.parse(body) as { photo: { id: number } }).photo.id;

/** Posts uploads over three keep-alive connections. @throws for a status other than 201 */
async function sendUploads(address: string, uploads: Upload[]): Promise<SentUpload[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const sent: SentUpload[] = [];
  await forEachConcurrent(uploads.entries(), CONNECTIONS, async ([index, upload]) => {
    sent[index] = await post(address, upload, agent);
  }).finally(() => agent.destroy());
  return sent;
}

async function post(address: string, { body, headers }: Upload, agent: Agent): Promise<SentUpload> {
  const start = performance.now();
  const sending = request(address, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const responseBody = await text(response);
  if (response.statusCode !== 201)
    throw new Error(`The response of ${address} has status ${response.statusCode}: ${responseBody}`);
  return { start, accepted: performance.now(), body: responseBody };
}
