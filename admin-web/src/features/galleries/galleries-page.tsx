import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { useDialogAddress } from '../../app/forms/use-dialog-address.ts';
import { DeleteGalleryDialog } from './edit/delete-gallery-dialog.tsx';
import { CreateGalleryDialog, EditGalleryDialog } from './edit/gallery-dialogs.tsx';
import { GalleryList } from './gallery-list.tsx';
import { useReadyCovers } from './use-ready-covers.ts';

/** All galleries, and what can be done with them. */
export function GalleriesPage() {
  const { api } = useAdmin();
  const [creates, openCreate] = useDialogAddress('new');
  const [editedId, openEdit] = useDialogAddress('edit');
  const [toDelete, setToDelete] = useState<GalleryView | null>(null);
  const { data: galleries, isPending, isError, refetch } = useQuery(allGalleriesQuery(api));
  const page = useRef<HTMLDivElement>(null);
  useReadyCovers();
  useShortcuts('Galleries', [{ keys: 'a', label: 'Create Gallery', run: () => openCreate('') }]);

  const create = (
    <Button variant="primary" icon="plus" onClick={() => openCreate('')}>
      Create Gallery
    </Button>
  );

  return (
    <div ref={page} tabIndex={-1}>
      <PageHeading title="Galleries" subtitle="Gather photos and put them in order">
        {create}
      </PageHeading>
      {isPending && <Spinner label="Loading galleries" />}
      {isError && (
        <Notice
          tone="failure"
          title="Failed to load galleries"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {galleries?.length === 0 && !isError && (
        <Notice title="No galleries yet" action={create}>
          A gallery shows your photos in the order you choose.
        </Notice>
      )}
      {galleries && galleries.length > 0 && (
        <GalleryList galleries={galleries} onEdit={({ id }) => openEdit(String(id))} onDelete={setToDelete} />
      )}
      {creates !== null && <CreateGalleryDialog onClose={() => openCreate(null)} />}
      {editedId !== null && <EditGalleryDialog key={editedId} id={Number(editedId)} onClose={() => openEdit(null)} />}
      {toDelete && (
        <DeleteGalleryDialog
          gallery={toDelete}
          onClose={() => setToDelete(null)}
          // The row goes away, and with it the button that had the focus.
          onDeleted={() => setTimeout(() => page.current?.focus({ preventScroll: true }))}
        />
      )}
    </div>
  );
}
