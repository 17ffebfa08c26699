import { uploadLimitsQuery } from '@portfolio/api-client';
import { LIMITS } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../../../../app/layout/admin-context.ts';

/** Maximum megabytes of an upload; the default until the API has responded. */
export function useUploadLimit(): number {
  const { api } = useAdmin();
  const { data } = useQuery(uploadLimitsQuery(api));
  return data?.megabytes ?? LIMITS.uploadMegabytes;
}
