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

/** What photos take from their files, and what visitors see of it. */
export function PhotoDetailOptions({ settings }: Pick<DisplayOptionsProps, 'settings'>) {
  const switchFor = (name: SettingName, { isPending, mutate }: ReturnType<typeof useSwitch>) => ({
    checked: settings[name].value === 'true',
    busy: isPending,
    onChange: mutate,
  });
  const details = useSwitch('file_details', 'Details from files');
  const place = useSwitch('file_place', 'Place from files');
  const facts = useSwitch('photo_facts', 'Facts under photos');
  return (
    <Section id="details" title="Photo Details" about="Takes effect immediately, the first two for new photos.">
      <div className={styles.background}>
        <Switch
          label="Details from Files"
          hint="Title, description, alt text, keywords, camera and exposure in the file fill what you leave empty."
          {...switchFor('file_details', details)}
        />
        <Switch
          label="Place from Files"
          hint="City and country in the file, too. Its position (GPS) is never stored."
          {...switchFor('file_place', place)}
        />
        <Switch
          label="Facts under Photos"
          hint="Visitors see date, place, camera, lens and exposure."
          {...switchFor('photo_facts', facts)}
        />
      </div>
    </Section>
  );
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
