import type { Versioned } from '@portfolio/api-client';
import type { WebsiteSettingsView } from '@portfolio/contracts';
import { BackgroundImage } from './background-image.tsx';
import { useDirtyPart, type MarkDirty } from './dirty-parts.ts';
import { DisplayOptions } from './display-options.tsx';
import { LivePreview } from './site-preview.tsx';
import { SiteTexts } from './texts/site-texts.tsx';
import { usePickedImage } from './use-background.ts';
import { useSiteTextsForm } from './texts/use-site-texts-form.ts';

export interface WebsiteSettingsProps {
  website: Versioned<WebsiteSettingsView>;
  mark: MarkDirty;
}

/** Appearance and texts of the public site, with a preview of the home page at both. */
export function WebsiteSettings({ website, mark }: WebsiteSettingsProps) {
  const { settings } = website.value;
  const texts = useSiteTextsForm(website);
  const [picked, pick] = usePickedImage();
  useDirtyPart(mark, 'background', picked !== undefined);
  useDirtyPart(mark, 'texts', texts.changed.length > 0);
  const preview = <LivePreview settings={settings} pickedUrl={picked?.url} texts={texts.form} />;

  return (
    <>
      <BackgroundImage background={settings.background_image} picked={picked} onPick={pick} />
      <DisplayOptions settings={settings}>{preview}</DisplayOptions>
      <SiteTexts texts={texts}>{preview}</SiteTexts>
    </>
  );
}
