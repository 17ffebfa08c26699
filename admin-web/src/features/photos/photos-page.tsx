import { photoPagesQuery } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { PageHeading } from '../../app/page-heading.tsx';
import { PhotoCard } from './photo-card.tsx';
import styles from './photos-page.module.css';
import { UploadDialog } from './upload-dialog.tsx';
import { useFileDrop } from './use-file-drop.ts';

const PHOTOS_AT_A_TIME = 60;
/** Milliseconds between looks at photos that are being rendered. */
const POLL_INTERVAL = 2000;

/** All photos, newest first, and the way to add more. */
export function PhotosPage() {
  const { api } = useAdmin();
  const [chosen, setChosen] = useState<File[] | null>(null);
  const held = useFileDrop(setChosen, chosen === null);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...photoPagesQuery(api, { limit: PHOTOS_AT_A_TIME }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ photos }) => photos.some(({ status }) => status === 'processing'))
        ? POLL_INTERVAL
        : false,
  });
  const photos = data?.pages.flatMap((page) => page.photos) ?? [];
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setChosen([])}>
      Add Photo
    </Button>
  );

  return (
    <>
      <PageHeading title="Photos" subtitle="Manage your photo collection">
        {add}
      </PageHeading>
      {isPending && <Spinner label="Loading photos" />}
      {isError && !data && (
        <Notice
          tone="failure"
          title="Failed to fetch photos"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {data && photos.length === 0 && (
        <Notice title="No photos found" action={add}>
          Get started by uploading your first photo.
        </Notice>
      )}
      {photos.length > 0 && (
        <ul className={styles.grid} aria-label="Photos">
          {photos.map((photo) => (
            <PhotoCard key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
      {held && (
        <div className={styles.drop} aria-hidden="true">
          <p>Drop to upload</p>
        </div>
      )}
      {chosen && <UploadDialog files={chosen} onFilesChange={setChosen} onClose={() => setChosen(null)} />}
    </>
  );
}
