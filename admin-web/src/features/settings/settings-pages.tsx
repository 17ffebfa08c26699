import { websiteSettingsQuery, type Versioned } from '@portfolio/api-client';
import type { WebsiteSettingsView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { BackgroundImage } from './background-image.tsx';
import { CrawlerOptions, DisplayOptions, PhotoDetailOptions, VisitorOptions } from './display-options.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { SiteTexts } from './texts/site-texts.tsx';
import type { TextPage } from './texts/text-groups.ts';
import { usePickedImage } from './use-background.ts';

/** The account, which works without the settings of the site, and the look of the public pages. */
export function ProfilePage() {
  const { session } = useAdmin();
  const [picked, pick] = usePickedImage();
  return (
    <>
      {session.user && <ProfileForm user={session.user} />}
      <SiteSettings>
        {({ value: { settings } }) => (
          <>
            <BackgroundImage settings={settings} picked={picked} onPick={pick} />
            <DisplayOptions settings={settings} pickedUrl={picked?.url} />
            <PhotoDetailOptions settings={settings} />
          </>
        )}
      </SiteSettings>
    </>
  );
}

/** A form of texts, and options that are saved at once. */
export function TextsPage({ page }: { page: TextPage }) {
  return (
    <SiteSettings key={page}>
      {(website) => (
        <>
          <SiteTexts settingsPage={page} website={website} />
          {page === 'rights' && <CrawlerOptions settings={website.value.settings} />}
          {page === 'privacy' && <VisitorOptions settings={website.value.settings} />}
        </>
      )}
    </SiteSettings>
  );
}

/** Fetches the settings of the site. A failure is logged and has a retry. */
function SiteSettings({ children }: { children: (website: Versioned<WebsiteSettingsView>) => ReactNode }) {
  const { api } = useAdmin();
  const { data, isPending, error, refetch } = useQuery(websiteSettingsQuery(api));
  useEffect(() => {
    if (error) console.error('The settings of the website could not be fetched', error);
  }, [error]);

  return (
    <div tabIndex={-1}>
      {isPending && <Spinner label="Loading the settings of the site" />}
      {data && children(data)}
      {!data && error && (
        <Notice
          title="The settings of the site cannot be changed right now."
          action={
            <Button ref={passFocus} onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        />
      )}
    </div>
  );
}
