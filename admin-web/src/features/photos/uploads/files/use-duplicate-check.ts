import { findKnownPhotos } from '@portfolio/api-client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { FileCheck, type FileCheckState } from './duplicate-check.ts';

/**
 * Looks which of some files have been uploaded before.
 *
 * @param files the same array as long as the files are the same
 * @returns what is known so far, and a promise of all of it, or of nothing when they have become other files meanwhile
 */
export function useFileCheck(
  files: readonly File[],
): FileCheckState & { settled: () => Promise<FileCheckState | undefined> } {
  const { api } = useAdmin();
  const check = useMemo(
    () => new FileCheck(files, async (hashes) => (await findKnownPhotos(api, hashes)).known),
    [files, api],
  );
  const state = useSyncExternalStore(check.subscribe, check.snapshot);
  useEffect(() => {
    void check.start();
    return () => check.stop();
  }, [check]);
  return { ...state, settled: () => check.settled() };
}
