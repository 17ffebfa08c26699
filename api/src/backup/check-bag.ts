import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, listNames } from '../commands/command-line.ts';
import type { Progress } from '../commands/progress-line.ts';
import { BAG, type Checksums, readManifest } from './manifest.ts';

export interface Bag {
  folder: string;
  /** Payload files, by path from the top of the bag. */
  checksums: Checksums;
  bytes: number;
}

/** Compares all files of a bag with its manifests. @throws CommandError with the missing, changed and extra files */
export async function checkBag(folder: string, onProgress: Progress = () => undefined): Promise<Bag> {
  const top = resolve(folder);
  await readTag(top, BAG.declaration).then((text) => {
    if (!/^BagIt-Version: [01]\.\d+\s/.test(text)) throw damaged(top, [`${BAG.declaration} is of no bag`]);
  });
  const tags = manifestOf(top, BAG.tagManifest, await readTag(top, BAG.tagManifest));
  for (const needed of [BAG.declaration, BAG.info, BAG.manifest]) {
    if (!tags.has(needed)) throw damaged(top, [`${BAG.tagManifest} does not list ${needed}`]);
  }
  assertNone(top, await compare(top, tags));
  const checksums = manifestOf(top, BAG.manifest, await readTag(top, BAG.manifest));
  const found = await payloadOf(top);
  const faults = [
    ...[...checksums.keys()].filter((path) => !found.has(path)).map((path) => `${path} is missing`),
    ...[...found.keys()].filter((path) => !checksums.has(path)).map((path) => `${path} is in no manifest`),
  ];
  assertNone(top, faults);
  assertNone(top, await compare(top, checksums, onProgress));
  const bytes = [...found.values()].reduce((sum, size) => sum + size, 0);
  const [, oxum] = /^Payload-Oxum: *(\d+\.\d+) *$/m.exec(await readTag(top, BAG.info)) ?? [];
  if (oxum !== undefined && oxum !== `${bytes}.${found.size}`) {
    throw damaged(top, [`${BAG.info} counts ${oxum}, and the bag has ${bytes}.${found.size}`]);
  }
  return { folder: top, checksums, bytes };
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function compare(top: string, checksums: Checksums, onProgress?: Progress): Promise<string[]> {
  const faults: string[] = [];
  let done = 0;
  for (const [path, sha256] of checksums) {
    const found = await hashOf(join(top, path)).catch(() => undefined);
    if (found === undefined) faults.push(`${path} is missing`);
    else if (found !== sha256) faults.push(`${path} has changed`);
    onProgress?.((done += 1), checksums.size);
  }
  return faults;
}

async function payloadOf(top: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(top, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.set(path, (await lstat(join(top, path))).size);
      else throw damaged(top, [`${path} is neither a file nor a folder`]);
    }
  };
  await walk(BAG.payload).catch((error: unknown) => {
    throw error instanceof CommandError ? error : damaged(top, [`${BAG.payload} is missing`]);
  });
  return found;
}

async function readTag(top: string, name: string): Promise<string> {
  try {
    return await readFile(join(top, name), 'utf8');
  } catch (cause) {
    throw new CommandError(`${top} is no complete backup: ${name} is missing.`, 1, { cause });
  }
}

function manifestOf(top: string, name: string, text: string): Checksums {
  const checksums = readManifest(text);
  if (!checksums) throw damaged(top, [`${name} cannot be read`]);
  return checksums;
}

function assertNone(top: string, faults: string[]): void {
  if (faults.length > 0) throw damaged(top, faults);
}

const damaged = (top: string, faults: string[]) =>
  new CommandError(`The backup in ${top} is damaged:\n${listNames(faults)}`);
