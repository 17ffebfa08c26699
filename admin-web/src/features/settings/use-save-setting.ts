import {
  dashboardQuery,
  failureMessage,
  publicSettingsQuery,
  saveSettings,
  uploadLimitsQuery,
  websiteSettingsQuery,
} from '@portfolio/api-client';
import type { SettingName } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { cancelRequests, repeatRequests } from '../../app/data/cancel-requests.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';

/**
 * Saves one setting outside the form of the texts, and shows it after the response.
 *
 * @param toSuccess text of the toast
 */
export function useSaveSetting<V extends string>(name: SettingName, toSuccess: (value: V) => string) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = websiteSettingsQuery(api);
  return useMutation({
    mutationFn: (value: V) => saveSettings(api, { [name]: value }),
    onSuccess: async ({ value: { settings } }, value) => {
      toast.success(toSuccess(value));
      const cancelled = await cancelRequests(queryClient, queryKey);
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, value: { settings: { ...before.value.settings, [name]: settings[name] } } },
      );
      repeatRequests(cancelled);
      // The first steps on the dashboard depend on settings too.
      for (const query of [dashboardQuery(api), publicSettingsQuery(api), uploadLimitsQuery(api)])
        void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to update setting')),
  });
}
