import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Toaster } from 'react-hot-toast';
import { AdminProvider } from './app/admin-provider.tsx';
import { createQueryClient } from './app/query-client.ts';
import { UploadQueueProvider } from './features/photos/upload-queue-provider.tsx';
import { AdminRoutes } from './routes.tsx';

export interface AdminAppProps {
  /** Where it is mounted, without a slash at the end. The host renders it in a route of `{basePath}/*`. */
  basePath: string;
  /** Origin of the API; empty for the page's own. */
  apiOrigin: string;
  /** Origin of the public site; without it, the API's. */
  publicOrigin?: string;
}

const TOAST_MILLISECONDS = 4000;

/** The whole back office: the one module that the federation exposes. It needs tokens, base styles and a data router around it, whose `useBlocker` guards what is not saved. */
export default function AdminApp({ basePath, apiOrigin, publicOrigin = apiOrigin }: AdminAppProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdminProvider basePath={basePath} apiOrigin={apiOrigin} publicOrigin={publicOrigin}>
        <UploadQueueProvider>
          <AdminRoutes />
        </UploadQueueProvider>
      </AdminProvider>
      <Toaster
        position="top-right"
        toastOptions={{
          duration: TOAST_MILLISECONDS,
          style: { background: 'var(--ink)', color: 'var(--paper)', borderRadius: 'var(--radius)', fontSize: '0.9rem' },
          // A press reaches the button below, and a pointer that rests there does not hold the message. One can hold an error.
          success: { style: { pointerEvents: 'none' } },
        }}
      />
    </QueryClientProvider>
  );
}
