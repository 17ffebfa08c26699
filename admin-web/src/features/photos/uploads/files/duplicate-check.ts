import { findKnownPhotos, type Api } from '@portfolio/api-client';
import { LIMITS, type PhotoView } from '@portfolio/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { canHash, contentHash } from './content-hash.ts';

/** Files hashed at a time: each is in memory whole. */
const CONCURRENCY = 2;

export interface CheckedFile {
  contentHash: string;
  /** Uploaded photo with the same content. */
  photo: PhotoView | undefined;
  /** Earlier file with the same content: see `withSameFiles`. */
  sameFile?: File;
}

export type CheckedFiles = ReadonlyMap<File, CheckedFile>;

const NONE: CheckedFiles = new Map();

export const isDuplicate = (file: CheckedFile | undefined): boolean => Boolean(file?.photo ?? file?.sameFile);

/** Adds to each file the first of the given ones that has the same content. Files that were not checked are left out. */
export function withSameFiles(checked: CheckedFiles, files: readonly File[]): CheckedFiles {
  const first = new Map<string, File>();
  const result = new Map<File, CheckedFile>();
  for (const file of files) {
    const found = checked.get(file);
    if (!found) continue;
    const sameFile = first.get(found.contentHash);
    result.set(file, sameFile ? { ...found, sameFile } : found);
    if (!sameFile) first.set(found.contentHash, file);
  }
  return result;
}

/**
 * Finds files that were uploaded before by their content hash. Finds nothing outside of secure contexts, or when the request
 * fails.
 *
 * @param files the same array until its files change: each new array is checked
 */
export function useDuplicateCheck(files: readonly File[]) {
  const { api } = useAdmin();
  const [result, setResult] = useState<{ files: readonly File[]; checked: CheckedFiles }>();
  const running = useRef<Promise<CheckedFiles | undefined>>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    const check = checkFiles(api, files, signal).then((checked) => {
      if (signal.aborted) return undefined;
      setResult({ files, checked });
      return checked;
    });
    running.current = Promise.race([check, stopped]);
    return () => stop.abort();
  }, [api, files]);
  const isChecked = result?.files === files;
  return {
    /** Result of the last check, which lacks files added since. */
    checked: result?.checked ?? NONE,
    isChecking: !isChecked && files.length > 0 && canHash(),
    /** Resolves after the check; with undefined if the files have changed meanwhile. */
    settled: async () => running.current,
  };
}

/** Hashes files and finds uploaded photos of the same content. Leaves out files that cannot be hashed. */
async function checkFiles(api: Api, files: readonly File[], signal: AbortSignal): Promise<CheckedFiles> {
  if (files.length === 0 || !canHash()) return NONE;
  const hashes = await hashFiles(files, signal);
  if (signal.aborted) return NONE;
  const photos = await findPhotos(api, [...new Set(hashes.values())]);
  return new Map([...hashes].map(([file, hash]) => [file, { contentHash: hash, photo: photos.get(hash) }]));
}

async function hashFiles(files: readonly File[], signal: AbortSignal): Promise<Map<File, string>> {
  const hashes = new Map<File, string>();
  const rest = [...files];
  const hashNext = async () => {
    for (let file = rest.shift(); file && !signal.aborted; file = rest.shift()) {
      // The upload reports an unreadable file.
      const hash = await contentHash(file).catch(() => undefined);
      if (hash) hashes.set(file, hash);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, hashNext));
  return hashes;
}

/** Uploaded photos by content hash. Failed requests count as "not found". */
async function findPhotos(api: Api, contentHashes: string[]): Promise<Map<string, PhotoView>> {
  const batches: string[][] = [];
  while (contentHashes.length > 0) batches.push(contentHashes.splice(0, LIMITS.batch));
  const responses = await Promise.all(batches.map((batch) => findKnownPhotos(api, batch).catch(() => ({ known: [] }))));
  return new Map(responses.flatMap(({ known }) => known).map(({ content_hash, photo }) => [content_hash, photo]));
}
