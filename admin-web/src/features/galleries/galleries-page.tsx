import { allGalleriesQuery } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { PageHeading } from '../../app/page-heading.tsx';
import { CreateGalleryDialog } from './create-gallery-dialog.tsx';
import { GalleryTable } from './gallery-table.tsx';

/** All galleries, and the way to make another. */
export function GalleriesPage() {
  const { api } = useAdmin();
  const [creating, setCreating] = useState(false);
  const { data: galleries, isPending, isError, refetch } = useQuery(allGalleriesQuery(api));
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      Create Gallery
    </Button>
  );

  return (
    <>
      <PageHeading title="Galleries" subtitle="Gather photos and put them in order">
        {create}
      </PageHeading>
      {isPending && <Spinner label="Loading galleries" />}
      {isError && !galleries && (
        <Notice
          tone="failure"
          title="Failed to load galleries"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {galleries?.length === 0 && (
        <Notice title="No galleries yet" action={create}>
          A gallery shows your photos in the order you choose.
        </Notice>
      )}
      {galleries && galleries.length > 0 && <GalleryTable galleries={galleries} />}
      {creating && <CreateGalleryDialog onClose={() => setCreating(false)} />}
    </>
  );
}
