import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useRef, useState } from 'react';
import { useRefetchOnEvents } from '../../app/data/site-events-provider.tsx';
import { useDialogAddress } from '../../app/forms/use-dialog-address.ts';
import { useGalleries } from '../../app/galleries.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { DeleteGalleryDialog } from './edit/delete-gallery-dialog.tsx';
import { CreateGalleryDialog, EditGalleryDialog } from './edit/gallery-form.tsx';
import { GalleryList } from './gallery-table.tsx';

/** Milliseconds of throttling when many photos become ready. */
const REFRESH_INTERVAL_MS = 1_000;

/** Table of all galleries, with dialogs to create, edit and delete one. */
export function GalleriesPage() {
  const { api } = useAdmin();
  const [creating, setCreating] = useDialogAddress('new');
  const [editedId, setEditedId] = useDialogAddress('edit');
  const [toDelete, setToDelete] = useState<GalleryView | null>(null);
  const { data: galleries, isPending, isError, refetch } = useGalleries();
  const page = useRef<HTMLDivElement>(null);
  // Ready photos may be covers.
  const { queryKey } = allGalleriesQuery(api);
  useRefetchOnEvents(queryKey, REFRESH_INTERVAL_MS, (type) => type === 'photo.ready' || type === 'open');
  useShortcuts('Galleries', [{ keys: 'a', label: 'Create Gallery', run: () => setCreating('') }]);

  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating('')}>
      Create Gallery
    </Button>
  );

  return (
    <div ref={page} tabIndex={-1}>
      <PageHeading title="Galleries" subtitle="Gather photos and put them in order">
        {create}
      </PageHeading>
      {isPending && <Spinner label="Loading galleries" />}
      {isError && <LoadFailure title="Failed to load galleries" onRetry={() => void refetch()} />}
      {galleries?.length === 0 && !isError && (
        <Notice title="No galleries yet" action={create}>
          A gallery shows your photos in the order you choose.
        </Notice>
      )}
      {galleries && galleries.length > 0 && (
        <GalleryList galleries={galleries} onEdit={({ id }) => setEditedId(String(id))} onDelete={setToDelete} />
      )}
      {creating !== null && <CreateGalleryDialog onClose={() => setCreating(null)} />}
      {editedId !== null && (
        <EditGalleryDialog key={editedId} id={Number(editedId)} onClose={() => setEditedId(null)} />
      )}
      {toDelete && (
        <DeleteGalleryDialog
          gallery={toDelete}
          onClose={() => setToDelete(null)}
          // The focused button is removed with its row.
          onDeleted={() => setTimeout(() => page.current?.focus({ preventScroll: true }))}
        />
      )}
    </div>
  );
}
