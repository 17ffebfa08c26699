import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processorTime, type Process } from '../processes.ts';
import { sendAll, type Sent, type Upload } from './send.ts';

/** What it took to take some uploads in. */
export interface Received {
  /** Megabytes a second, from the first byte that was sent to the last answer. */
  rate: number;
  /** Microseconds of processor time for each megabyte, by process; NaN where the system does not tell. */
  processor: Record<string, number>;
}

/** Sends uploads, and measures whoever takes them. */
export async function receive(
  address: string,
  uploads: Upload[],
  used: () => Promise<Record<string, number>>,
): Promise<Received & { sent: Sent[] }> {
  const before = await used();
  const sent = await sendAll(address, uploads);
  const after = await used();
  const megabytes = uploads.reduce((sum, { body }) => sum + body.length, 0) / 1e6;
  const took = Math.max(...sent.map(({ accepted }) => accepted)) - Math.min(...sent.map(({ began }) => began));
  const processor = Object.entries(after).map(([part, time]) => [part, (1000 * (time - before[part]!)) / megabytes]);
  return { rate: (1000 * megabytes) / took, processor: Object.fromEntries(processor), sent };
}

/** Milliseconds of processor time of each part so far. */
export function usedBy(processes: Process[]): Record<string, number> {
  const parts: Record<string, number> = {};
  for (const { part, pid } of processes) parts[part] = (parts[part] ?? 0) + (processorTime(pid) ?? NaN);
  return parts;
}

export interface BareReceiver {
  origin: string;
  used(): Promise<{ processor: number; peak: number }>;
  stop(): void;
}

/** @param folder for what it is sent */
export async function startBareReceiver(folder: string): Promise<BareReceiver> {
  const child = fork(join(import.meta.dirname, 'bare-receiver.ts'));
  child.send(folder);
  const [port] = (await once(child, 'message')) as [number];
  const origin = `http://localhost:${port}`;
  const used = async () => (await (await fetch(`${origin}/used`)).json()) as { processor: number; peak: number };
  return { origin, used, stop: () => child.disconnect() };
}
