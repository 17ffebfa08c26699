/** Tag files and payload folder of a BagIt bag (RFC 8493). */
export const BAG = {
  declaration: 'bagit.txt',
  info: 'bag-info.txt',
  manifest: 'manifest-sha256.txt',
  tagManifest: 'tagmanifest-sha256.txt',
  payload: 'data',
} as const;

export const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

export const DATABASE_FOLDER = `${BAG.payload}/database`;
export const SCHEMA_FILE = `${DATABASE_FOLDER}/schema.json`;

export const tableFile = (table: string) => `${DATABASE_FOLDER}/${table}.csv`;
export const originalPath = (key: string) => `${BAG.payload}/${key}`;

/** A file of a bag. */
export interface ManifestEntry {
  /** From the top of the bag. */
  path: string;
  /** In hexadecimal. */
  sha256: string;
}

/** Percent-encoding of line ends (RFC 8493, 2.1.3). */
const ESCAPES: Record<string, string> = { '%': '%25', '\n': '%0A', '\r': '%0D' };

export const manifestLine = (path: string, sha256: string) =>
  `${sha256}  ${path.replace(/[%\n\r]/g, (character) => ESCAPES[character]!)}\n`;

/** @returns undefined for a line that is no entry */
export function parseManifestLine(line: string): ManifestEntry | undefined {
  const [, sha256, escaped] = /^([0-9a-f]{64})[ \t]+\*?(.+)$/i.exec(line) ?? [];
  const path = escaped?.replace(/%(25|0A|0D)/gi, (escape) => decodeURIComponent(escape));
  return sha256 !== undefined && path !== undefined && isInside(path)
    ? { path, sha256: sha256.toLowerCase() }
    : undefined;
}

/** Whether the path stays in the bag on every system. */
export const isInside = (path: string) =>
  !path.includes('\\') &&
  !path.includes('\0') &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

/** Lines of a text that arrives in parts, without their ends. */
export async function* linesOf(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    // A line end that is cut in two adds an empty line, which readers skip.
    const lines = (rest + part).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
