import { websiteSettingsQuery } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { Contents } from './contents.tsx';
import { useDirtyParts } from './dirty-parts.ts';
import { ProfileForm } from './profile/profile-form.tsx';
import { Sessions } from './sessions.tsx';
import styles from './settings-page.module.css';
import { WebsiteSettings } from './website-settings.tsx';

/** Settings of the account and of the public site; the account works without the latter. */
export function SettingsPage() {
  const { api, session } = useAdmin();
  const { isDirty, mark } = useDirtyParts();
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
          {session.user && <ProfileForm user={session.user} mark={mark} />}
          {isPending && <Spinner label="Loading the settings of the site" />}
          {website && <WebsiteSettings website={website} mark={mark} />}
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
