import { ApiError } from '@portfolio/api-client';
import { QueryClient } from '@tanstack/react-query';

/** Whether another try could end differently: a refusal will be refused again. */
const mayRecover = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** The cache of one mounted back office: one more try for a read, and no refetch when the window gets the focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && mayRecover(error), refetchOnWindowFocus: false },
    },
  });
}
