import { SaveGallery, UpdateGallery, type PhotoView } from '@portfolio/contracts';
import { Button, DialogActions, Spinner, Switch, TextArea, TextField } from '@portfolio/ui';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { isNotPublic } from '../../../app/galleries.tsx';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { ScheduleFields } from '../../../app/schedule/schedule-fields.tsx';
import { asText, field, useContractForm } from '../../../app/forms/contract-form.ts';
import { DialogBody, FormDialog } from '../../../app/forms/form-dialog.tsx';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { HiddenPhotosWarning } from '../../../app/hidden-photos-warning.tsx';
import { PhotoPicker } from '../picker/photo-picker.tsx';
import { useStrip } from '../picker/strip.ts';
import { usePhotosById } from '../picker/use-photos-by-id.ts';
import { useWholeGallery, type WholeGallery } from '../use-whole-gallery.ts';
import styles from './gallery-form.module.css';
import { LayoutField } from './layout-field.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { useProposedSlug } from './proposed-slug.ts';
import { useSaveGallery, toFormValues } from './use-save-gallery.tsx';
import { VisibilityField } from './visibility-field.tsx';

interface GalleryFormProps {
  /** The gallery to edit; absent for a new one. */
  saved?: WholeGallery | undefined;
  /** Called after a save during which the artist has typed on. */
  onContinue: (current: WholeGallery) => void;
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

const NO_PHOTOS: PhotoView[] = [];
const EMPTY: UpdateGallery = {
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
  photo_ids: [],
  interludes: [],
};

/** Form for the texts and photos of a gallery. */
function GalleryForm({ saved, onContinue, onDirtyChange, onCancel, onSaved }: GalleryFormProps) {
  const gallery = saved?.gallery;
  const photos = saved?.photos ?? NO_PHOTOS;
  const initial = gallery
    ? toFormValues({ gallery, photo_ids: photos.map(({ id }) => id), interludes: saved.interludes })
    : EMPTY;
  const baseRef = useRef({ value: initial, etag: saved?.etag });
  const form = useContractForm<UpdateGallery>(
    gallery ? UpdateGallery : SaveGallery,
    initial,
    gallery ? `gallery ${gallery.id}` : 'new gallery',
    undefined,
    baseRef,
  );
  const strip = useStrip(form.control);
  const opening = useController({ control: form.control, name: 'opening' });
  const cover = useController({ control: form.control, name: 'cover_photo_id' });
  const photosById = usePhotosById(photos);
  const slug = useProposedSlug(form, gallery !== undefined);
  const { submit, deleted, conflictDialog } = useSaveGallery({
    form,
    baseRef,
    saved,
    onContinue: ({ value: { photo_ids, ...current }, etag }) =>
      onContinue({ ...current, etag, photos: photo_ids.flatMap((id) => photosById.get(id) ?? []) }),
    onSaved,
  });
  const { errors, isDirty, isSubmitting, defaultValues } = form.formState;
  const chosen = new Set(strip.ids);
  // Of the version that the form is based on: `saved` may have photos that were added elsewhere since.
  const removed = (defaultValues?.photo_ids ?? []).filter((id) => id !== undefined && !chosen.has(id));
  const orphaned = removed.filter((id) =>
    photosById.get(id!)?.galleries.every((other) => other.id === gallery?.id),
  ).length;

  useReportDirty(isDirty, onDirtyChange);

  return (
    <>
      <form noValidate onSubmit={submit}>
        <DialogBody className={styles.body}>
          <div className={styles.texts}>
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
          <PhotoPicker
            strip={strip}
            photosById={photosById}
            coverId={cover.field.value ?? null}
            onCoverChange={cover.field.onChange}
            deleted={deleted}
            error={errors.photo_ids?.message ?? errors.interludes?.message}
          />
          {gallery && isNotPublic(gallery) && (
            <HiddenPhotosWarning
              count={orphaned}
              {...(orphaned > 0 && form.register('publish_removed', { shouldUnregister: true }))}
            />
          )}
        </DialogBody>
        <DialogActions failure={errors.root?.server?.message}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={strip.ids.length === 0}
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

export function CreateGalleryDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<WholeGallery>();
  return (
    <FormDialog title={created ? 'Edit Gallery' : 'Create Gallery'} size="large" onClose={onClose}>
      {({ onDirtyChange, leave }) => (
        <GalleryForm
          saved={created}
          onContinue={setCreated}
          onDirtyChange={onDirtyChange}
          onCancel={leave}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  );
}

/** Shows the form when the gallery and all its photos are loaded. */
export function EditGalleryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { saved, failure, retry, replace } = useWholeGallery(id);
  return (
    <FormDialog title="Edit Gallery" size="large" onClose={onClose}>
      {({ onDirtyChange, leave }) => (
        <>
          {saved && (
            <GalleryForm
              saved={saved}
              onContinue={replace}
              onDirtyChange={onDirtyChange}
              onCancel={leave}
              onSaved={onClose}
            />
          )}
          {!saved && !failure && <Spinner label="Loading gallery" />}
          {!saved && failure && <LoadFailure title={failure} onRetry={() => void retry()} />}
        </>
      )}
    </FormDialog>
  );
}
