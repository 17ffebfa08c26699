import { type SettingName, SETTINGS, type Theme, type WebsiteSettingsView } from '@portfolio/contracts';
import { Segments, Switch } from '@portfolio/ui';
import type { ReactNode } from 'react';
import { Section } from './section.tsx';
import styles from './background-image.module.css';
import { useSaveSetting } from './use-save-setting.ts';

export interface DisplayOptionsProps {
  settings: WebsiteSettingsView['settings'];
  /** Preview. */
  children: ReactNode;
}

/** Appearance of the public pages. Each option is saved at once and turns after the response. */
export function DisplayOptions({ settings, children }: DisplayOptionsProps) {
  const fullPage = useSwitch('full_page_background', 'Full page background');
  const theme = useSaveSetting('theme', (theme: Theme) => [theme, `The theme is now ${theme}!`]);
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
        <div className={styles.choice}>
          <span>Theme</span>
          <Segments
            label="Theme"
            options={SETTINGS.theme.choices.map((value) => ({ value, label: THEME_LABELS[value] }))}
            value={settings.theme.value as Theme}
            onChange={(value) => !theme.isPending && theme.mutate(value)}
          />
          <p className={styles.hint}>Auto follows each visitor’s device. Visitors can switch in the footer.</p>
        </div>
      </div>
      {children}
    </Section>
  );
}

const THEME_LABELS: Record<Theme, string> = { auto: 'Auto', light: 'Light', dark: 'Dark' };

const useSwitch = (name: SettingName, subject: string) =>
  useSaveSetting(name, (isOn: boolean) => [String(isOn), `${subject} ${isOn ? 'enabled' : 'disabled'}!`]);
