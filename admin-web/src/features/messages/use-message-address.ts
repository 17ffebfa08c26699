import { useSearchParams } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** Which message is open, as the address says it: `?message=7`. On a phone the browser's way back leads to the list. */
export function useMessageAddress() {
  const { paths } = useAdmin();
  const [search] = useSearchParams();
  const id = Number(search.get('message'));
  return {
    openId: Number.isInteger(id) && id > 0 ? id : null,
    addressOf: (message: number) => `${paths.messages}?message=${message}`,
  };
}
