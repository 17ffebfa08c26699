import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Notice } from '../components/notice.tsx';

/** Whether the browser has a connection; without one, requests wait until it is back. */
export const useOnline = () =>
  useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );

/** Stands in for a page, or for a part of one, that the lost connection keeps from coming. */
export function Offline({ page }: { page?: boolean | undefined }) {
  return (
    <Notice page={page} title="You are offline" alert>
      This page will load when the connection is back.
    </Notice>
  );
}
