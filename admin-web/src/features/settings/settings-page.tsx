import { websiteSettingsQuery, type Versioned } from '@portfolio/api-client';
import type { WebsiteSettingsView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { BackgroundImage } from './background-image.tsx';
import { AccessOptions, DisplayOptions, PhotoDetailOptions } from './display-options.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { Sessions } from './sessions.tsx';
import styles from './settings-page.module.css';
import { SitePreview } from './site-preview.tsx';
import { SiteTexts, useSiteTextsForm } from './texts/site-texts.tsx';
import { TEXT_GROUPS } from './texts/text-groups.ts';
import { usePickedImage } from './use-background.ts';

/** Settings of the account and of the public site; the account works without the latter. */
export function SettingsPage() {
  const { api, session } = useAdmin();
  const [isProfileDirty, setProfileDirty] = useState(false);
  const [isSiteDirty, setSiteDirty] = useState(false);
  const isDirty = isProfileDirty || isSiteDirty;
  const { confirmDialog } = useUnsavedChanges(isDirty);
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
      {confirmDialog}
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
      <BackgroundImage
        background={settings.background_image}
        focus={settings.background_focus.value}
        picked={picked}
        onPick={pick}
      />
      <DisplayOptions settings={settings}>{preview}</DisplayOptions>
      <PhotoDetailOptions settings={settings} />
      <AccessOptions settings={settings} />
      <SiteTexts texts={texts}>{preview}</SiteTexts>
    </>
  );
}

const SECTIONS: { id: string; title: string; isOfSite?: boolean }[] = [
  { id: 'profile', title: 'Profile Information' },
  { id: 'password', title: 'Change Password' },
  { id: 'background', title: 'Background Image', isOfSite: true },
  { id: 'display', title: 'Background Display Options', isOfSite: true },
  { id: 'details', title: 'Photo Details', isOfSite: true },
  { id: 'access', title: 'Visitors and Crawlers', isOfSite: true },
  { id: 'texts', title: 'Site Texts', isOfSite: true },
  { id: 'sessions', title: 'Sessions' },
];

/**
 * Table of contents: beside the page, on narrow screens one line above it.
 *
 * @param hasSite whether the settings of the site have loaded
 */
function Contents({ hasSite }: { hasSite: boolean }) {
  const sections = SECTIONS.filter(({ isOfSite }) => hasSite || !isOfSite);
  return (
    <nav aria-label="On this page" className={styles.contents}>
      <ul className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ hash: id }} replace className={styles.link}>
              {title}
            </Link>
            {id === 'texts' && (
              <ul className={styles.parts}>
                {TEXT_GROUPS.map((group) => (
                  <li key={group.id}>
                    <Link to={{ hash: group.id }} replace className={styles.link}>
                      {group.title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
