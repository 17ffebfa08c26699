import { websiteSettingsQuery, type Versioned } from '@portfolio/api-client';
import type { WebsiteSettingsView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { BackgroundImage } from './background-image.tsx';
import { Contents } from './contents.tsx';
import { DisplayOptions } from './display-options.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { Sessions } from './sessions.tsx';
import styles from './settings-page.module.css';
import { SitePreview } from './site-preview.tsx';
import { SiteTexts } from './texts/site-texts.tsx';
import { useSiteTextsForm } from './texts/use-site-texts-form.ts';
import { usePickedImage } from './use-background.ts';

/** Settings of the account and of the public site; the account works without the latter. */
export function SettingsPage() {
  const { api, session } = useAdmin();
  const [isProfileDirty, setProfileDirty] = useState(false);
  const [isSiteDirty, setSiteDirty] = useState(false);
  const isDirty = isProfileDirty || isSiteDirty;
  const { question } = useUnsavedChanges(isDirty);
  const { data: website, isPending, error, refetch } = useQuery(websiteSettingsQuery(api));
  useEffect(() => {
    if (error) console.error('The settings of the website could not be fetched', error);
  }, [error]);

  return (
    <>
      <PageHeading title="Settings" subtitle="Manage your profile and account settings" />
      <div className={styles.page}>
        <Contents hasSite={website !== undefined} />
        <div className={styles.sections}>
          {session.user && <ProfileForm user={session.user} onDirtyChange={setProfileDirty} />}
          {isPending && <Spinner label="Loading the settings of the site" />}
          {website && <SiteSettings website={website} onDirtyChange={setSiteDirty} />}
          {!website && error && (
            <Notice
              title="The look and the texts of the site cannot be changed right now."
              action={<Button onClick={() => void refetch()}>Try Again</Button>}
            />
          )}
          <Sessions isDirty={isDirty} />
        </div>
      </div>
      {question}
    </>
  );
}

interface SiteSettingsProps {
  website: Versioned<WebsiteSettingsView>;
  onDirtyChange: (isDirty: boolean) => void;
}

/** Appearance and texts of the public site, with a preview of the home page at both. */
function SiteSettings({ website, onDirtyChange }: SiteSettingsProps) {
  const { settings } = website.value;
  const texts = useSiteTextsForm(website);
  const [picked, pick] = usePickedImage();
  const isDirty = picked !== undefined || texts.changed.length > 0;
  useEffect(() => onDirtyChange(isDirty), [onDirtyChange, isDirty]);
  const preview = <SitePreview settings={settings} pickedUrl={picked?.url} texts={texts.form} />;

  return (
    <>
      <BackgroundImage background={settings.background_image} picked={picked} onPick={pick} />
      <DisplayOptions settings={settings}>{preview}</DisplayOptions>
      <SiteTexts texts={texts}>{preview}</SiteTexts>
    </>
  );
}
