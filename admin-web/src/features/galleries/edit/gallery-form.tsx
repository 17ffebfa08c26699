import { failureMessage } from '@portfolio/api-client';
import { SaveGallery, UpdateGallery, type GalleryView } from '@portfolio/contracts';
import { Button, DialogActions, Spinner, Switch, TextArea, TextField } from '@portfolio/ui';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useLocation } from 'react-router';
import { isNotPublic } from '../../../app/galleries.tsx';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { ScheduleFields } from '../../../app/schedule/schedule-fields.tsx';
import { asText, field, useContractForm } from '../../../app/forms/contract-form.ts';
import { DialogBody, FormDialog } from '../../../app/forms/form-dialog.tsx';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { HiddenPhotosWarning } from '../../../app/hidden-photos-warning.tsx';
import { PhotoPicker } from '../picker/photo-picker.tsx';
import { useSequence } from '../picker/sequence.ts';
import { usePhotos, usePhotosById } from '../picker/use-photos-by-id.ts';
import { useGalleryToEdit, type GalleryToEdit } from '../use-gallery-to-edit.ts';
import styles from './gallery-form.module.css';
import { LayoutField } from './layout-field.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { useProposedSlug } from './proposed-slug.ts';
import { useSaveGallery, toFormValues } from './use-save-gallery.tsx';
import { VisibilityField } from './visibility-field.tsx';

interface GalleryFormProps {
  /** The gallery to edit; absent for a new one. */
  saved?: GalleryToEdit;
  /** Photos of a new gallery, in order. */
  photoIds?: number[] | undefined;
  /** Called with the created gallery, instead of `onSaved`, when the form was edited during the save. */
  onCreated?: (created: GalleryView) => void;
  onDirtyChange: (isDirty: boolean) => void;
  /** Closes the dialog, after a confirmation if there are unsaved changes. */
  leave: () => void;
  onSaved: () => void;
}

const NEW_GALLERY: Omit<UpdateGallery, 'photo_ids'> = {
  title: '',
  slug: '',
  description: undefined,
  visibility: 'public',
  password: '',
  publish_at: null,
  unpublish_at: null,
  opening: 'plain',
  cover_photo_id: null,
  layout: 'masonry',
  interludes: [],
};

/** Form to create or edit a gallery. */
function GalleryForm({ saved, photoIds, onCreated, onDirtyChange, leave, onSaved }: GalleryFormProps) {
  /** The gallery of an earlier save, when the form was edited during it. A later refetch replaces it. */
  const [continued, setContinued] = useState<{ gallery: GalleryView; from: GalleryToEdit | undefined }>();
  const gallery = continued?.from === saved ? continued?.gallery : saved?.gallery;
  const initial = saved
    ? toFormValues({ ...saved, photo_ids: saved.photos.map(({ id }) => id) })
    : { ...NEW_GALLERY, photo_ids: [] };
  /** Version that the unsaved changes are relative to. */
  const baseRef = useRef({ value: initial, etag: saved?.etag });
  const form = useContractForm<UpdateGallery>(
    gallery ? UpdateGallery : SaveGallery,
    initial,
    gallery ? `gallery ${gallery.id}` : 'new gallery',
    undefined,
    baseRef,
  );
  const sequence = useSequence(form.control);
  const opening = useController({ control: form.control, name: 'opening' });
  const photosById = usePhotosById(saved?.photos ?? []);
  const slug = useProposedSlug(form, gallery !== undefined);
  const { submit, conflictDialog } = useSaveGallery({
    form,
    baseRef,
    id: gallery?.id,
    photosById,
    onContinue: (current) => {
      setContinued({ gallery: current, from: saved });
      if (!gallery) onCreated?.(current);
    },
    onSaved,
  });
  const { errors, isDirty, isSubmitting, defaultValues } = form.formState;
  const selectedIds = new Set(sequence.ids);
  // Only while visitors' lists lack the gallery.
  const isWarning = gallery !== undefined && isNotPublic(gallery);
  // Of the base version: `saved` may have photos that were added elsewhere since.
  const removedIds = (defaultValues?.photo_ids ?? []).filter(
    (id): id is number => id !== undefined && !selectedIds.has(id),
  );
  const removed = usePhotos(isWarning ? removedIds : [], photosById);
  const orphanedCount = removedIds.filter((id) =>
    removed.get(id)?.galleries.every((other) => other.id === gallery?.id),
  ).length;

  useReportDirty(isDirty, onDirtyChange);
  useEffect(() => {
    // A draft that `useContractForm` has restored has its own photos.
    if (photoIds && form.getValues('photo_ids').length === 0)
      form.setValue('photo_ids', photoIds, { shouldDirty: true });
  }, [form, photoIds]);

  return (
    <>
      <form noValidate onSubmit={submit}>
        <DialogBody className={styles.body}>
          <div className={styles.fields}>
            <TextField
              label="Title"
              required
              data-autofocus
              {...field(form, 'title', { onChange: slug.onTitleChange })}
            />
            <TextField
              label="URL Identifier"
              required
              autoCapitalize="none"
              spellCheck={false}
              hint="The end of the gallery's address"
              {...field(form, 'slug', { onChange: slug.onSlugChange })}
            />
            <TextArea label="Description" {...field(form, 'description', { setValueAs: asText })} />
            <VisibilityField form={form} hasPassword={gallery?.has_password === true} />
            <ScheduleFields control={form.control} />
            {/* Also for a public gallery with a schedule, which is closed at times. */}
            {gallery && (gallery.visibility !== 'public' || gallery.publish_at || gallery.unpublish_at) && (
              <PreviewLinks galleryId={gallery.id} />
            )}
            <Switch
              label="Open with the cover"
              hint="The cover fills the window, with the title over it"
              checked={opening.field.value === 'cover'}
              onChange={(isCover) => opening.field.onChange(isCover ? 'cover' : 'plain')}
            />
            <LayoutField form={form} photosById={photosById} />
          </div>
          <PhotoPicker sequence={sequence} photosById={photosById} />
          {isWarning && (
            <HiddenPhotosWarning
              count={orphanedCount}
              {...(orphanedCount > 0 && form.register('publish_removed', { shouldUnregister: true }))}
            />
          )}
        </DialogBody>
        <DialogActions failure={errors.root?.server?.message}>
          <Button onClick={leave}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={sequence.ids.length === 0}
            busy={isSubmitting}
            busyLabel={gallery ? 'Updating...' : 'Creating...'}
          >
            {gallery ? 'Update Gallery' : 'Create Gallery'}
          </Button>
        </DialogActions>
      </form>
      {conflictDialog}
    </>
  );
}

interface CreateGalleryDialogProps {
  /** Called with the created gallery when the form was edited during the create. */
  onContinue: (created: GalleryView) => void;
  onClose: () => void;
}

/** Dialog for a new gallery, which starts with the photos that the navigation brought. */
export function CreateGalleryDialog({ onContinue, onClose }: CreateGalleryDialogProps) {
  const { state } = useLocation() as { state: { photo_ids?: number[] } | null };
  const [isCreated, setCreated] = useState(false);
  const onCreated = (created: GalleryView) => {
    setCreated(true);
    onContinue(created);
  };
  return (
    <FormDialog title={isCreated ? 'Edit Gallery' : 'Create Gallery'} size="large" onClose={onClose}>
      {(dialog) => <GalleryForm photoIds={state?.photo_ids} onCreated={onCreated} onSaved={onClose} {...dialog} />}
    </FormDialog>
  );
}

/** Shows the form when the gallery and all its photos are loaded. */
export function EditGalleryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: saved, error, refetch } = useGalleryToEdit(id);
  return (
    <FormDialog title="Edit Gallery" size="large" onClose={onClose}>
      {(dialog) => (
        <>
          {saved && <GalleryForm saved={saved} onSaved={onClose} {...dialog} />}
          {!saved && !error && <Spinner label="Loading gallery" />}
          {!saved && error && (
            <LoadFailure title={failureMessage(error, 'Failed to load gallery')} onRetry={() => void refetch()} />
          )}
        </>
      )}
    </FormDialog>
  );
}
