import { type SettingName, SETTINGS, type Theme, type WebsiteSettingsView } from '@portfolio/contracts';
import { Segments, Switch } from '@portfolio/ui';
import { Section } from './section.tsx';
import styles from './background-image.module.css';
import { SitePreview } from './site-preview.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface DisplayOptionsProps {
  settings: WebsiteSettingsView['settings'];
  /** Address of a selected background image before its upload. */
  pickedUrl: string | undefined;
}

/** What photos take from their files, and what visitors see of it. */
export function PhotoDetailOptions({ settings }: Pick<DisplayOptionsProps, 'settings'>) {
  return (
    <Section id="details" title="Photo Details" about="Takes effect immediately, the first two for new images.">
      <div className={styles.background}>
        <SettingSwitch
          name="file_details"
          label="Details from Files"
          hint="Title, description, alt text, tags, camera and exposure in the file fill what you leave empty."
          settings={settings}
        />
        <SettingSwitch
          name="file_place"
          label="Place from Files"
          hint="City and country in the file, too. Its position (GPS) is never stored."
          settings={settings}
        />
        <SettingSwitch
          name="photo_facts"
          label="Facts under Photos"
          hint="Visitors see date, place, camera, lens and exposure."
          settings={settings}
        />
        <SettingSwitch
          name="tag_pages"
          label="Tag Pages"
          hint="Visitors see the tags of photos. Each tag has a page with its photos."
          settings={settings}
        />
      </div>
    </Section>
  );
}

/** What visitors may do. */
export function VisitorOptions({ settings }: Pick<DisplayOptionsProps, 'settings'>) {
  return (
    <Section id="visitors" title="Visitors" about="Takes effect immediately.">
      <SettingSwitch
        name="comments_open"
        label="Comments"
        hint="Visitors can comment on photos. Off closes every photo to new comments; each photo has a switch of its own."
        settings={settings}
      />
    </Section>
  );
}

/** What crawlers are asked to do. */
export function CrawlerOptions({ settings }: Pick<DisplayOptionsProps, 'settings'>) {
  return (
    <Section id="crawlers" title="Crawlers" about="Takes effect immediately.">
      <SettingSwitch
        name="refuse_ai_crawlers"
        label="Refuse AI Crawlers"
        hint="Asks them not to read or train on your site, in robots.txt, on every page and with every image. Search engines may still list it. Not every crawler complies."
        settings={settings}
      />
    </Section>
  );
}

interface SettingSwitchProps extends Pick<DisplayOptionsProps, 'settings'> {
  name: SettingName;
  label: string;
  hint: string;
  /** Subject of the toast's sentence. */
  subject?: string;
}

function SettingSwitch({ name, label, hint, subject = SETTINGS[name].label, settings }: SettingSwitchProps) {
  const toSuccess = (value: string) => `${subject} ${value === 'true' ? 'enabled' : 'disabled'}!`;
  const { isPending, mutate } = useSaveSetting(name, toSuccess);
  const isOn = settings[name].value === 'true';
  return <Switch label={label} hint={hint} checked={isOn} busy={isPending} onChange={() => mutate(String(!isOn))} />;
}

const THEMES: Record<Theme, { label: string; saved: string }> = {
  auto: { label: 'Auto', saved: 'The theme follows each visitor’s device!' },
  light: { label: 'Light', saved: 'Dark theme disabled!' },
  dark: { label: 'Dark', saved: 'Dark theme enabled!' },
};

/** Appearance of the public pages. Each option is saved immediately and changes after the response. */
export function DisplayOptions({ settings, pickedUrl }: DisplayOptionsProps) {
  const { isPending, mutate } = useSaveSetting('theme', (theme: Theme) => THEMES[theme].saved);
  return (
    <Section id="display" title="Background Display Options" about="Takes effect immediately.">
      <div className={styles.background}>
        <SettingSwitch
          name="full_page_background"
          label="Full Page Background"
          hint="The background image covers the whole page instead of only the title section."
          subject="Full page background"
          settings={settings}
        />
        <div className={styles.choice}>
          <span>Theme</span>
          <Segments
            label="Theme"
            options={SETTINGS.theme.choices.map((value) => ({ value, label: THEMES[value].label }))}
            value={settings.theme.value as Theme}
            onChange={(theme) => !isPending && mutate(theme)}
          />
          <p className={styles.hint}>Auto follows each visitor’s device. Visitors can switch in the footer.</p>
        </div>
      </div>
      <SitePreview settings={settings} pickedUrl={pickedUrl} />
    </Section>
  );
}
