import type { WebsiteSettingsView } from '@portfolio/contracts';
import { Switch } from '@portfolio/ui';
import type { ReactNode } from 'react';
import { Section } from './section.tsx';
import styles from './background-image.module.css';
import { useSaveSetting } from './use-save-setting.ts';

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

const useSwitch = (name: 'full_page_background' | 'dark_theme', subject: string) =>
  useSaveSetting(name, (isOn: boolean) => [String(isOn), `${subject} ${isOn ? 'enabled' : 'disabled'}!`]);
