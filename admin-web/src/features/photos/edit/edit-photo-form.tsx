import { failureMessage, updatePhoto, versionedPhoto, type Versioned } from '@portfolio/api-client';
import { UpdatePhoto, type FieldFromFile, type PhotoResponse, type PhotoView } from '@portfolio/contracts';
import { Button, Checkbox, DialogActions, formatPrice } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { showFailure, useContractForm } from '../../../app/forms/contract-form.ts';
import { DialogBody } from '../../../app/forms/form-dialog.tsx';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { SiteFormatsContext } from '../../../app/date-time.tsx';
import { usePhotoVisibility } from '../../../app/galleries.tsx';
import { dropInactiveLists, refreshCounts, reorder, showSaved } from '../cache/photo-cache.ts';
import { useUnmountSignal } from '../uploads/form/use-unmount-signal.ts';
import styles from './edit-photo-dialog.module.css';
import { EditedPhoto } from './edited-photo.tsx';
import { GalleryChoice } from './gallery-choice.tsx';
import { PhotoField } from './photo-fields.tsx';
import { mergeGalleries, mergeTags, toFormValues } from './photo-values.ts';
import { TagsField } from './tags-field.tsx';
import { VISIBILITY_LABELS, VisibilityChoice } from './visibility-choice.tsx';

interface EditPhotoFormProps {
  photo: PhotoView;
  onDirtyChange: (isDirty: boolean) => void;
  /** Id of the next photo in the list. */
  next: number | undefined;
  /** @param next id of the photo to edit next; undefined to close */
  onSaved: (next: number | undefined) => void;
  onCancel: () => void;
}

const LABELS = {
  title: 'Title',
  description: 'Description',
  alt_text: 'Alt Text',
  place: 'Place',
  tags: 'Tags',
  selling_price: 'Selling Price',
  is_for_sale: 'For sale',
  visibility: 'Visibility',
  comments_open: 'Visitors can comment',
  focus_x: 'Focal point from the left',
  focus_y: 'Focal point from the top',
  gallery_ids: 'Galleries',
};
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

const yesOrNo = (value: boolean | undefined) => (value ? 'Yes' : 'No');

/** Edit form of a photo. Updates from the server replace unchanged fields. */
export function EditPhotoForm({ photo, onDirtyChange, next, onSaved, onCancel }: EditPhotoFormProps) {
  const { api } = useAdmin();
  const { language = 'en' } = use(SiteFormatsContext) ?? {};
  const queryClient = useQueryClient();
  const base = useRef<Versioned<UpdatePhoto>>({ value: toFormValues(photo), etag: undefined });
  const form = useContractForm<UpdatePhoto>(UpdatePhoto, toFormValues(photo), `photo ${photo.id}`, 'changed', base);
  const galleries = useController({ control: form.control, name: 'gallery_ids' });
  const tags = useController({ control: form.control, name: 'tags' });
  const { field: focusX } = useController({ control: form.control, name: 'focus_x' });
  const { field: focusY } = useController({ control: form.control, name: 'focus_y' });
  const { errors, isDirty } = form.formState;
  const isOnlyInNonPublicGalleries = usePhotoVisibility().isOnlyInNonPublicGalleries(photo);
  /** Whether the photo leaves all its galleries, none of them public. It then becomes hidden by default. */
  const losesLastGallery = (ids = form.getValues('gallery_ids')) => isOnlyInNonPublicGalleries && ids?.length === 0;
  /** Whether the visibility was chosen since that default was set. */
  const [isVisibilityChosen, setVisibilityChosen] = useState(false);
  const visibilityBefore = useRef(photo.visibility);
  const chooseGalleries = (ids: number[]) => {
    const loses = losesLastGallery(ids);
    if (loses !== losesLastGallery()) {
      if (loses) visibilityBefore.current = form.getValues('visibility') ?? photo.visibility;
      const visibility = loses ? 'hidden' : visibilityBefore.current;
      if (loses || !isVisibilityChosen) form.setValue('visibility', visibility, { shouldDirty: true });
      setVisibilityChosen(false);
    }
    galleries.field.onChange(ids);
  };

  const [isUploading, setUploading] = useState(false);
  useReportDirty(isDirty || isUploading, onDirtyChange);
  // Skips the initial photo, which would overwrite a restored draft.
  const applied = useRef(photo);
  useEffect(() => {
    if (applied.current === photo) return;
    const [before, fresher] = [toFormValues(applied.current), toFormValues(photo)];
    applied.current = photo;
    // From the form, not from the last render, which may be older than the last key press.
    for (const name of FIELDS) if (!form.getFieldState(name).isDirty) form.setValue(name, fresher[name]);
    const chosen = form.getValues('gallery_ids') ?? [];
    form.setValue('gallery_ids', mergeGalleries(before.gallery_ids, chosen, fresher.gallery_ids));
    // Dirty fields are compared with the new values from here on.
    form.resetDefaultValues(fresher);
    // Fields changed on both sides retain their old base and etag, so that saving detects the conflict.
    const conflicting = FIELDS.filter((name) => name !== 'gallery_ids' && form.getFieldState(name).isDirty);
    const oldBase = Object.fromEntries(conflicting.map((name) => [name, base.current.value[name]]));
    base.current = { ...base.current, value: { ...fresher, ...oldBase } };
  }, [photo, form]);
  const unmountSignal = useUnmountSignal();
  // The focused button of the photo before has been removed.
  useEffect(() => {
    if (document.activeElement === document.body) form.setFocus('title');
  }, [form]);
  /** Set by the button that saves. The saved photo may leave the list, and with it its neighbours. */
  const destination = useRef<number>(undefined);

  const conflict = useSaveConflict({
    form,
    baseRef: base,
    // The list and the events have no etag.
    fetchCurrent: () => versionedPhoto(api, photo.id),
    toFormValues: ({ photo: current }: PhotoResponse): UpdatePhoto => toFormValues(current),
    labels: LABELS,
    renderValue: {
      selling_price: (price) => (price == null ? '' : formatPrice(price, language)),
      focus_x: (x = 0.5) => `${Math.round(x * 100)}%`,
      focus_y: (y = 0.5) => `${Math.round(y * 100)}%`,
      is_for_sale: yesOrNo,
      comments_open: yesOrNo,
      visibility: (visibility) => visibility && VISIBILITY_LABELS[visibility],
    },
    merges: {
      tags: (...lists) => ({ value: mergeTags(...lists), isConflict: false }),
      gallery_ids: (...lists) => ({ value: mergeGalleries(...lists), isConflict: false }),
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    mutationFn: (changes: UpdatePhoto) =>
      conflict.save(changes, (merged, { etag }) => updatePhoto(api, photo.id, merged, etag)),
    meta: { changedIds: () => [photo.id] },
    onSuccess: async (response) => {
      const { photo: saved } = response.value;
      applied.current = saved;
      const hasLaterInput = !unmountSignal().aborted && conflict.keepLaterInput(response);
      toast.success('Photo updated successfully!');
      await showSaved(queryClient, new Set([photo.id]), () => saved);
      if (saved.title !== photo.title) void reorder(queryClient, 'title');
      dropInactiveLists(queryClient);
      void refreshCounts(queryClient);
      // Another dialog may be open by then.
      if (!unmountSignal().aborted && !hasLaterInput) onSaved(destination.current);
    },
    onError: (error) => {
      const otherwise = 'Failed to update photo';
      if (unmountSignal().aborted) toast.error(failureMessage(error, otherwise));
      else if (!conflict.handleConflict(error)) showFailure(form, error, { otherwise });
    },
  });
  const submit = form.handleSubmit((typed) => {
    // Unchanged fields are not sent: they may have been changed elsewhere.
    const changed = FIELDS.filter(
      (name) =>
        form.getFieldState(name).isDirty ||
        (name === 'visibility' && isVisibilityChosen && losesLastGallery(typed.gallery_ids)),
    );
    save.mutate(Object.fromEntries(changed.map((name) => [name, typed[name]])) as UpdatePhoto);
  });

  const text = (name: FieldFromFile) => {
    const isFromFile = photo.upload?.from_file.includes(name);
    return { form, name, empty: null, fileText: isFromFile ? toFormValues(photo)[name] : undefined };
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          destination.current = undefined;
          void submit(event);
        }}
      >
        <DialogBody className={styles.body}>
          <EditedPhoto
            photo={photo}
            onUploadingChange={setUploading}
            focus={{ focus_x: focusX.value ?? photo.focus_x, focus_y: focusY.value ?? photo.focus_y }}
            onFocusChange={({ focus_x, focus_y }) => {
              focusX.onChange(focus_x);
              focusY.onChange(focus_y);
            }}
          />
          <div className={styles.fields}>
            <PhotoField {...text('title')} data-autofocus />
            <PhotoField {...text('description')} />
            <PhotoField {...text('alt_text')} />
            <PhotoField {...text('place')} />
            <TagsField
              ref={(input) => tags.field.ref(input)}
              label={LABELS.tags}
              value={tags.field.value ?? []}
              error={tags.fieldState.error?.message}
              onChange={tags.field.onChange}
            />
            <GalleryChoice
              value={galleries.field.value ?? []}
              initial={photo.galleries}
              error={galleries.fieldState.error?.message}
              onChange={chooseGalleries}
            />
            <VisibilityChoice
              radio={() => form.register('visibility', { onChange: () => setVisibilityChosen(true) })}
              note={
                losesLastGallery(galleries.field.value)
                  ? 'It is in no other gallery: it will be hidden, unless you publish it here.'
                  : undefined
              }
            />
            <Checkbox label={LABELS.comments_open} {...form.register('comments_open')} />
            <PhotoField form={form} empty={null} name="selling_price" />
            <PhotoField form={form} empty={null} name="is_for_sale" />
          </div>
        </DialogBody>
        <DialogActions failure={errors.root?.server?.message}>
          <Button onClick={onCancel}>Cancel</Button>
          {next !== undefined && (
            <Button
              busy={save.isPending || isUploading}
              onClick={() => {
                destination.current = next;
                void submit();
              }}
            >
              Save and Next
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending || isUploading}
            busyLabel={isUploading ? 'Uploading...' : 'Saving...'}
          >
            Save Changes
          </Button>
        </DialogActions>
      </form>
      {conflict.dialog}
    </>
  );
}
