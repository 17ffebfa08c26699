import { Button } from '@portfolio/ui';
import { useDialogAddress } from '../../../app/forms/use-dialog-address.ts';
import { PageHeading } from '../../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { UploadDialog } from '../uploads/form/upload-dialog.tsx';
import { FailedPhotos } from './failed-photos.tsx';
import { PhotoBrowser } from './photo-browser.tsx';
import { PhotoFilters } from './photo-filters.tsx';
import { usePhotoFilter } from './use-photo-filter.ts';

/** Filters, photo list and upload dialog. */
export function PhotosPage() {
  const [isAdding, openUpload] = useDialogAddress('new');
  const filters = usePhotoFilter();
  const add = () => openUpload('');
  useShortcuts('Photos', [{ keys: 'a', label: 'Add photo', run: add }]);

  const addButton = (
    <Button variant="primary" icon="plus" onClick={add}>
      Add Photo
    </Button>
  );
  return (
    <>
      <PageHeading title="Photos" subtitle="Manage your photo collection">
        {addButton}
      </PageHeading>
      <PhotoFilters {...filters} />
      <FailedPhotos />
      <PhotoBrowser filters={filters} addButton={addButton} />
      {isAdding !== null && <UploadDialog onClose={() => openUpload(null)} />}
    </>
  );
}
