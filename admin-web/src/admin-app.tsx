import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminProvider } from './app/layout/admin-provider.tsx';
import { createQueryClient } from './app/data/query-client.ts';
import { Toasts } from './app/layout/toasts.tsx';
import { UploadsProvider } from './features/photos/uploads/uploads-provider.tsx';
import { AdminRoutes } from './routes.tsx';

export interface AdminAppProps {
  /** Path at which the host mounts the back office, in a route `{basePath}/*`; without a trailing slash. */
  basePath: string;
  /** Origin of the API; empty if it is the same origin. */
  apiOrigin: string;
  /** Origin of the public site; without it, the API's. */
  publicOrigin?: string;
}

/** The back office, exposed by module federation. The host provides design tokens, base styles and a data router. */
export default function AdminApp({ basePath, apiOrigin, publicOrigin = apiOrigin }: AdminAppProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdminProvider basePath={basePath} apiOrigin={apiOrigin} publicOrigin={publicOrigin}>
        <UploadsProvider>
          <AdminRoutes />
        </UploadsProvider>
      </AdminProvider>
      <Toasts />
    </QueryClientProvider>
  );
}
