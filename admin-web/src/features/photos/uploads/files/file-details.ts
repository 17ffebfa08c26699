import { uploadLimitsQuery } from '@portfolio/api-client';
import type { FileDetails } from '@portfolio/file-details';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAdmin } from '../../../../app/layout/admin-context.ts';

const read = new WeakMap<File, Promise<FileDetails>>();

/** Details in a file, which is read once. */
function detailsOf(file: File): Promise<FileDetails> {
  const details = read.get(file) ?? readDetails(file);
  read.set(file, details);
  return details;
}

/** Loads the reader with the first file. */
async function readDetails(file: File): Promise<FileDetails> {
  const { readFileDetails } = await import('@portfolio/file-details');
  return readFileDetails(await file.arrayBuffer());
}

/**
 * Reads the details in files one after the other, unless the artist has switched that off.
 *
 * @param files a stable array: a new one is read from its start
 * @returns function whose promise resolves when all files are read
 */
export function useFileDetails(
  files: readonly File[],
  onRead: (file: File, details: FileDetails) => void,
): () => Promise<void> {
  const { api } = useAdmin();
  const isOn = useQuery(uploadLimitsQuery(api)).data?.file_details === true;
  const report = useEffectEvent(onRead);
  const reading = useRef(Promise.resolve());
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const readAll = async () => {
      for (const file of files) {
        // The upload reports an unreadable file.
        const details = await detailsOf(file).catch(() => undefined);
        if (stop.signal.aborted) return;
        if (details) report(file, details);
      }
    };
    reading.current = readAll();
    return () => stop.abort();
  }, [files, isOn]);
  return async () => reading.current;
}
