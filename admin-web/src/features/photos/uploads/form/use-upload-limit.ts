import { uploadLimitsQuery } from '@portfolio/api-client';
import { LIMITS } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../../../../app/layout/admin-context.ts';

/** How many megabytes an upload may have; the usual number until the site has said. */
export function useUploadLimit(): number {
  const { api } = useAdmin();
  const { data } = useQuery(uploadLimitsQuery(api));
  return data?.megabytes ?? LIMITS.uploadMegabytes;
}
