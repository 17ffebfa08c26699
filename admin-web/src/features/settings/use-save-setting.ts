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
 * @param write returns the setting's value and the toast
 */
export function useSaveSetting<V>(name: SettingName, write: (value: V) => [value: string, success: string]) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = websiteSettingsQuery(api);
  return useMutation({
    mutationFn: (value: V) => saveSettings(api, { [name]: write(value)[0] }),
    onSuccess: async ({ value: { settings } }, value) => {
      toast.success(write(value)[1]);
      const cancelled = await cancelRequests(queryClient, queryKey);
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, value: { settings: { ...before.value.settings, [name]: settings[name] } } },
      );
      repeatRequests(cancelled);
      // Its first steps depend on settings.
      void queryClient.invalidateQueries({ queryKey: dashboardQuery(api).queryKey });
      await Promise.all(
        [publicSettingsQuery(api), uploadLimitsQuery(api)].map((query) =>
          queryClient.invalidateQueries({ queryKey: query.queryKey }),
        ),
      );
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to update setting')),
  });
}
