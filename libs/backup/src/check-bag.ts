import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError, listNames, type OnProgress } from './backup-error.ts';
import { linesOf } from './lines.ts';
import { BAG, type ManifestEntry, parseManifestLine } from './manifest.ts';
import { PathSet } from './path-set.ts';

export interface Bag {
  folder: string;
  /** Payload files, by path from the top of the bag. */
  paths: PathSet;
  bytes: number;
  /** The payload files again, in the order of the manifest. */
  entries(): AsyncIterable<ManifestEntry>;
}

/** Compares all files of a bag with its manifests. @throws BackupError with the missing, changed and extra files */
export async function checkBag(folder: string, onProgress: OnProgress = () => undefined): Promise<Bag> {
  const top = resolve(folder);
  await readTag(top, BAG.declaration).then((text) => {
    if (!/^BagIt-Version: [01]\.\d+\s/.test(text)) throw damaged(top, [`${BAG.declaration} is of no bag`]);
  });
  const tagManifest = [await readTag(top, BAG.tagManifest)];
  const tags = () => readManifest(top, BAG.tagManifest, tagManifest);
  const tagPaths = await pathsOf(top, BAG.tagManifest, tags());
  for (const needed of [BAG.declaration, BAG.info, BAG.manifest]) {
    if (!tagPaths.has(needed)) throw damaged(top, [`${BAG.tagManifest} does not list ${needed}`]);
  }
  assertNone(top, await compare(top, tags()));
  const entries = () => readManifest(top, BAG.manifest, createReadStream(join(top, BAG.manifest), 'utf8'));
  const paths = await pathsOf(top, BAG.manifest, entries());
  const bag = { folder: top, paths, entries, bytes: 0 };
  bag.bytes = await checkPaths(bag);
  assertNone(top, await compare(top, entries(), (done) => onProgress(done, paths.size)));
  const [, oxum] = /^Payload-Oxum: *(\d+\.\d+) *$/m.exec(await readTag(top, BAG.info)) ?? [];
  if (oxum !== undefined && oxum !== `${bag.bytes}.${paths.size}`) {
    throw damaged(top, [`${BAG.info} counts ${oxum}, and the bag has ${bag.bytes}.${paths.size}`]);
  }
  return bag;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function* readManifest(
  top: string,
  name: string,
  text: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ManifestEntry> {
  for await (const line of linesOf(text)) {
    if (line === '') continue;
    const entry = parseManifestLine(line);
    if (!entry) throw damaged(top, [`${name} cannot be read`]);
    yield entry;
  }
}

async function pathsOf(top: string, name: string, entries: AsyncIterable<ManifestEntry>): Promise<PathSet> {
  const paths = await PathSet.from(entries);
  if (paths.hasDuplicates) throw damaged(top, [`${name} cannot be read`]);
  return paths;
}

/** Compares the names of the payload files with the manifest. @returns the bytes of all files */
async function checkPaths({ folder, paths, entries }: Bag): Promise<number> {
  const faults: string[] = [];
  let [listed, total] = [0, 0];
  for await (const { path, bytes } of payloadOf(folder)) {
    total += bytes;
    if (paths.has(path)) listed += 1;
    else faults.push(`${path} is in no manifest`);
  }
  if (listed < paths.size) {
    for await (const { path } of entries()) if (!(await isFile(join(folder, path)))) faults.push(`${path} is missing`);
  }
  assertNone(folder, faults);
  return total;
}

async function compare(
  top: string,
  entries: AsyncIterable<ManifestEntry>,
  onProgress?: (done: number) => void,
): Promise<string[]> {
  const faults: string[] = [];
  let done = 0;
  for await (const { path, sha256 } of entries) {
    const found = await hashOf(join(top, path)).catch(() => undefined);
    if (found === undefined) faults.push(`${path} is missing`);
    else if (found !== sha256) faults.push(`${path} has changed`);
    onProgress?.((done += 1));
  }
  return faults;
}

async function* payloadOf(top: string, folder: string = BAG.payload): AsyncGenerator<{ path: string; bytes: number }> {
  const entries = await opendir(join(top, folder)).catch(() => {
    throw damaged(top, [`${folder} is missing`]);
  });
  for await (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* payloadOf(top, path);
    else if (entry.isFile()) yield { path, bytes: (await lstat(join(top, path))).size };
    else throw damaged(top, [`${path} is neither a file nor a folder`]);
  }
}

const isFile = (path: string) =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function readTag(top: string, name: string): Promise<string> {
  try {
    return await readFile(join(top, name), 'utf8');
  } catch (cause) {
    throw new BackupError(`${top} is no complete backup: ${name} is missing.`, { cause });
  }
}

function assertNone(top: string, faults: string[]): void {
  if (faults.length > 0) throw damaged(top, faults);
}

const damaged = (top: string, faults: string[]) =>
  new BackupError(`The backup in ${top} is damaged:\n${listNames(faults)}`);
