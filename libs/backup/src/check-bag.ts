import { text } from 'node:stream/consumers';
import { BackupError, describeFileError, listNames, type OnProgress, TransientBackupError } from './backup-error.ts';
import { type BagSource, FolderSource } from './bag-source.ts';
import { BAG, linesOf, type ManifestEntry, parseManifestLine } from './manifest.ts';
import { PathSet } from './path-set.ts';

export interface Bag {
  source: BagSource;
  /** Payload files, by path from the top of the bag. */
  paths: PathSet;
  bytes: number;
  /** Reads the payload manifest anew at each call. */
  entries(): AsyncIterable<ManifestEntry>;
}

/**
 * Compares all files of a bag with its manifests.
 *
 * @param at its folder, or another source
 * @throws BackupError with the missing, changed and extra files
 */
export async function checkBag(at: string | BagSource, onProgress: OnProgress = () => undefined): Promise<Bag> {
  const source = typeof at === 'string' ? new FolderSource(at) : at;
  await readTag(source, BAG.declaration).then((declaration) => {
    if (!/^BagIt-Version: [01]\.\d+\s/.test(declaration))
      throw damaged(source, [`${BAG.declaration} does not declare a BagIt version`]);
  });
  const tagManifest = [await readTag(source, BAG.tagManifest)];
  const tags = () => readManifest(source, BAG.tagManifest, tagManifest);
  const tagPaths = await pathsOf(source, BAG.tagManifest, tags());
  for (const needed of [BAG.declaration, BAG.info, BAG.manifest]) {
    if (!tagPaths.has(needed)) throw damaged(source, [`${BAG.tagManifest} does not list ${needed}`]);
  }
  assertNone(source, await compare(source, tags()));
  const entries = async function* () {
    yield* readManifest(source, BAG.manifest, (await source.open(BAG.manifest)).setEncoding('utf8'));
  };
  const paths = await pathsOf(source, BAG.manifest, entries());
  const bag = { source, paths, entries, bytes: 0 };
  bag.bytes = await checkPaths(bag);
  assertNone(source, await compare(source, entries(), (done) => onProgress(done, paths.size)));
  const [, oxum] = /^Payload-Oxum: *(\d+\.\d+) *$/m.exec(await readTag(source, BAG.info)) ?? [];
  if (oxum !== undefined && oxum !== `${bag.bytes}.${paths.size}`) {
    throw damaged(source, [`${BAG.info} counts ${oxum}, and the bag has ${bag.bytes}.${paths.size}`]);
  }
  return bag;
}

async function* readManifest(
  source: BagSource,
  name: string,
  text: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ManifestEntry> {
  for await (const line of linesOf(text)) {
    if (line === '') continue;
    const entry = parseManifestLine(line);
    if (!entry) throw damaged(source, [`${name} cannot be read`]);
    yield entry;
  }
}

async function pathsOf(source: BagSource, name: string, entries: AsyncIterable<ManifestEntry>): Promise<PathSet> {
  const paths = await PathSet.from(entries);
  if (paths.hasDuplicates) throw damaged(source, [`${name} cannot be read`]);
  return paths;
}

/** Compares the names of the payload files with the manifest. @returns the bytes of all files */
async function checkPaths({ source, paths, entries }: Bag): Promise<number> {
  const faults: string[] = [];
  let [listed, total] = [0, 0];
  for await (const { path, bytes } of source.payload()) {
    total += bytes;
    if (paths.has(path)) listed += 1;
    else faults.push(`${path} is in no manifest`);
  }
  if (listed < paths.size) {
    for await (const { path } of entries()) if (!(await source.has(path))) faults.push(`${path} is missing`);
  }
  assertNone(source, faults);
  return total;
}

async function compare(
  source: BagSource,
  entries: AsyncIterable<ManifestEntry>,
  onProgress?: (done: number) => void,
): Promise<string[]> {
  const faults: string[] = [];
  let done = 0;
  for await (const { path, sha256 } of entries) {
    try {
      if ((await source.hashOf(path)) !== sha256) faults.push(`${path} has changed`);
    } catch (error) {
      faults.push(`${path} ${describeFileError(error)}`);
    }
    onProgress?.((done += 1));
  }
  return faults;
}

async function readTag(source: BagSource, name: string): Promise<string> {
  try {
    return await text(await source.open(name));
  } catch (cause) {
    if (cause instanceof TransientBackupError) throw cause;
    throw new BackupError(`There is no complete backup in ${source.name}: ${name} ${describeFileError(cause)}.`, {
      cause,
    });
  }
}

function assertNone(source: BagSource, faults: string[]): void {
  if (faults.length > 0) throw damaged(source, faults);
}

const damaged = ({ name }: BagSource, faults: string[]) =>
  new BackupError(`The backup in ${name} is damaged:\n${listNames(faults)}`);
