import { failureMessage, publicSettingsQuery, saveSettings, websiteSettingsQuery } from '@portfolio/api-client';
import type { WebsiteSettingsView } from '@portfolio/contracts';
import { Switch } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Section } from './section.tsx';
import styles from './background-image.module.css';

export interface DisplayOptionsProps {
  settings: WebsiteSettingsView['settings'];
  /** Preview. */
  children: ReactNode;
}

/** Switches of the public pages' appearance. Each is saved at once and turns after the response. */
export function DisplayOptions({ settings, children }: DisplayOptionsProps) {
  const fullPage = useSwitch('full_page_background', 'Full page background');
  const dark = useSwitch('dark_theme', 'Dark theme');
  return (
    <Section id="display" title="Background Display Options" about="Takes effect immediately.">
      <div className={styles.background}>
        <Switch
          label="Full Page Background"
          hint="The background image covers the whole page instead of only the title section."
          checked={settings.full_page_background.value === 'true'}
          busy={fullPage.isPending}
          onChange={fullPage.mutate}
        />
        <Switch
          label="Dark Theme"
          hint="The site is dark instead of light, which is the default."
          checked={settings.dark_theme.value === 'true'}
          busy={dark.isPending}
          onChange={dark.mutate}
        />
      </div>
      {children}
    </Section>
  );
}

function useSwitch(name: 'full_page_background' | 'dark_theme', subject: string) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = websiteSettingsQuery(api);
  return useMutation({
    mutationFn: (isOn: boolean) => saveSettings(api, { [name]: String(isOn) }),
    onSuccess: async ({ value: { settings } }, isOn) => {
      toast.success(`${subject} ${isOn ? 'enabled' : 'disabled'}!`);
      // A fetch under way may be older than this response: it is repeated.
      const isRefetchNeeded = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, value: { settings: { ...before.value.settings, [name]: settings[name] } } },
      );
      if (isRefetchNeeded) void queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: publicSettingsQuery(api).queryKey });
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to update setting')),
  });
}
