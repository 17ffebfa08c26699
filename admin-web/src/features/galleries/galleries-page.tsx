import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useState } from 'react';
import { useRefetchOnEvents } from '../../app/data/site-events-provider.tsx';
import { useItemDialogs } from '../../app/forms/use-dialog-address.ts';
import { useGalleries } from '../../app/galleries.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { DeleteGalleryDialog } from './edit/delete-gallery-dialog.tsx';
import { CreateGalleryDialog, EditGalleryDialog } from './edit/gallery-form.tsx';
import { GalleryList } from './gallery-table.tsx';

/** Events within this interval share one refetch. */
const REFETCH_THROTTLE_MS = 1_000;

/** Table of all galleries, with dialogs to create, edit and delete one. */
export function GalleriesPage() {
  const { api } = useAdmin();
  const dialogs = useItemDialogs();
  const [galleryToDelete, setGalleryToDelete] = useState<GalleryView | null>(null);
  const { data: galleries, isPending, isError, isFetching, refetch } = useGalleries();
  const { queryKey } = allGalleriesQuery(api);
  // A photo that becomes ready may be a cover; after `open`, a reconnection, events may have been missed.
  useRefetchOnEvents(queryKey, REFETCH_THROTTLE_MS, (type) => type === 'photo.ready' || type === 'open');
  useShortcuts('Galleries', [{ keys: 'a', label: 'Create Gallery', run: dialogs.create }]);

  const createButton = (
    <Button variant="primary" icon="plus" onClick={dialogs.create}>
      Create Gallery
    </Button>
  );

  return (
    <div tabIndex={-1}>
      <PageHeading title="Galleries" subtitle="Gather photos and put them in order">
        {createButton}
      </PageHeading>
      {isPending && <Spinner label="Loading galleries" />}
      {isError && <LoadFailure title="Failed to load galleries" busy={isFetching} onRetry={() => void refetch()} />}
      {galleries?.length === 0 && !isError && (
        <Notice title="No galleries yet" action={createButton}>
          A gallery shows your photos in the order you choose.
        </Notice>
      )}
      {galleries && galleries.length > 0 && (
        <GalleryList galleries={galleries} onEdit={dialogs.edit} onDelete={setGalleryToDelete} />
      )}
      {dialogs.isCreating && <CreateGalleryDialog onContinue={dialogs.continueAs} onClose={dialogs.close} />}
      {dialogs.edited !== null && (
        <EditGalleryDialog key={dialogs.edited} id={Number(dialogs.edited)} onClose={dialogs.close} />
      )}
      {galleryToDelete && <DeleteGalleryDialog gallery={galleryToDelete} onClose={() => setGalleryToDelete(null)} />}
    </div>
  );
}
