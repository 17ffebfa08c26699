import { isBlank, SETTINGS, siteTitle, type WebsiteSettingsView } from '@portfolio/contracts';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { SitePreview } from './site-preview.tsx';
import type { Texts } from './texts/use-site-texts-form.ts';

/** What the public site is called that has no name. */
const NAMELESS = 'Portfolio';

export interface LivePreviewProps {
  settings: WebsiteSettingsView['settings'];
  /** Address of an image that is not uploaded yet. */
  pickedUrl: string | undefined;
  texts: UseFormReturn<Texts>;
}

/** The home page with the settings as they are, and what is picked and typed. */
export function LivePreview({ settings, pickedUrl, texts }: LivePreviewProps) {
  const { api } = useAdmin();
  const [hero_text, call, site_title, artist_name] = useWatch({
    control: texts.control,
    name: ['hero_text', 'hero_call_to_action', 'site_title', 'artist_name'],
  });
  const { value } = settings.background_image;
  return (
    <SitePreview
      picture={pickedUrl ?? (value ? api.fileAddress(value) : undefined)}
      isFullPage={settings.full_page_background.value === 'true'}
      isDark={settings.dark_theme.value === 'true'}
      siteName={siteTitle({ site_title, artist_name }) || NAMELESS}
      heroText={isBlank(hero_text) ? SETTINGS.hero_text.default : hero_text}
      callToAction={isBlank(call) ? SETTINGS.hero_call_to_action.default : call}
    />
  );
}
