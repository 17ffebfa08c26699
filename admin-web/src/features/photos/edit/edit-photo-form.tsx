import { failureMessage, updatePhoto, versionedPhoto, type Versioned } from '@portfolio/api-client';
import { UpdatePhoto, type PhotoAnswer, type PhotoView } from '@portfolio/contracts';
import { Button, Checkbox, DialogActions, formatPrice, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { asNumber, field, showFailure, useContractForm } from '../../../app/forms/contract-form.ts';
import { useIsConfined } from '../../../app/use-is-hidden.ts';
import { useTellDirty } from '../../../app/forms/unsaved-changes.tsx';
import { SiteFormatsContext } from '../../../app/date-time.tsx';
import styles from './edit-photo-dialog.module.css';
import { EditedPhoto } from './edited-photo.tsx';
import { GalleryChoice } from './gallery-choice.tsx';
import { forgetOtherLists, putPhotoInPlace, reorderByTitle } from '../cache/photo-cache.ts';
import { refreshAroundPhotos } from '../cache/refresh-photos.ts';
import { VISIBILITIES } from './visibilities.ts';
import { VisibilityChoice } from './visibility-choice.tsx';

export interface EditPhotoFormProps {
  photo: PhotoView;
  onDirtyChange: (isDirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

const LABELS = {
  title: 'Title',
  description: 'Description',
  alt_text: 'Alt Text',
  selling_price: 'Selling Price',
  is_for_sale: 'For sale',
  visibility: 'Visibility',
  gallery_ids: 'Galleries',
};
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** What is emptied is saved as nothing. */
const orNull = (typed: string | null) => typed || null;
const orEmpty = (text: string | null | undefined) => text ?? '';
const numberOrNull = (typed: unknown) => asNumber(typed) ?? null;

const valuesOf = ({ galleries, ...photo }: PhotoView): Required<Omit<UpdatePhoto, 'gallery_id'>> => ({
  title: photo.title,
  description: photo.description,
  alt_text: photo.alt_text,
  selling_price: photo.selling_price,
  is_for_sale: photo.is_for_sale,
  visibility: photo.visibility,
  gallery_ids: galleries.map(({ id }) => id).sort((one, other) => one - other),
});

/** The ids that are there now, with the changes that somebody has made to those that were there before. */
const withBoth = (before: number[], chosen: number[], now: number[]) =>
  [
    ...now.filter((id) => chosen.includes(id) || !before.includes(id)),
    ...chosen.filter((id) => ![...before, ...now].includes(id)),
  ].sort((one, other) => one - other);

/** Everything of a photo that can be changed. A fresher state of it comes in, but for the fields that have been changed. */
export function EditPhotoForm({ photo, onDirtyChange, onSaved, onCancel }: EditPhotoFormProps) {
  const { api } = useAdmin();
  const { language = 'en' } = use(SiteFormatsContext) ?? {};
  const queryClient = useQueryClient();
  const base = useRef<Versioned<UpdatePhoto>>({ value: valuesOf(photo), etag: undefined });
  const form = useContractForm<UpdatePhoto>(UpdatePhoto, valuesOf(photo), `photo ${photo.id}`, 'changed', base);
  const galleries = useController({ control: form.control, name: 'gallery_ids' });
  const { errors, isDirty } = form.formState;
  const isConfined = useIsConfined()(photo);
  /** Only inactive galleries hold it, and none will: it stays hidden unless something else is chosen. */
  const losesLast = (ids = form.getValues('gallery_ids')) => isConfined && ids?.length === 0;
  /** Whether the visibility has been chosen since, so that it is meant. */
  const [isMeant, setMeant] = useState(false);
  const chooseGalleries = (ids: number[]) => {
    if (losesLast(ids) !== losesLast()) {
      setMeant(false);
      form.setValue('visibility', losesLast(ids) ? 'hidden' : photo.visibility, { shouldDirty: true });
    }
    galleries.field.onChange(ids);
  };

  useTellDirty(isDirty, onDirtyChange);
  // Not the one it began with, which would take the place of a draft that has just come back.
  const taken = useRef(photo);
  useEffect(() => {
    if (taken.current === photo) return;
    const [before, fresher] = [valuesOf(taken.current), valuesOf(photo)];
    taken.current = photo;
    // By what the form knows now: the last render may not have heard of what is typed at this moment.
    for (const name of FIELDS) if (!form.getFieldState(name).isDirty) form.setValue(name, fresher[name]);
    const chosen = form.getValues('gallery_ids') ?? [];
    form.setValue('gallery_ids', withBoth(before.gallery_ids, chosen, fresher.gallery_ids));
    // What is in fact there by now is no change any more, and what is taken back is one.
    form.resetDefaultValues(fresher);
    // A field that both have changed is asked about when it is saved. By the older tag no change in between is missed.
    const both = FIELDS.filter((name) => name !== 'gallery_ids' && form.getFieldState(name).isDirty);
    const begun = Object.fromEntries(both.map((name) => [name, base.current.value[name]]));
    base.current = { ...base.current, value: { ...fresher, ...begun } };
  }, [photo, form]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const conflict = useSaveConflict({
    form,
    baseRef: base,
    // The list, and the events that keep it fresh, tell no versions.
    fetchCurrent: () => versionedPhoto(api, photo.id),
    valuesOf: ({ photo: current }: PhotoAnswer): UpdatePhoto => valuesOf(current),
    labels: LABELS,
    shows: {
      description: orEmpty,
      alt_text: orEmpty,
      selling_price: (price) => (price == null ? '' : formatPrice(price, language)),
      is_for_sale: (isForSale) => (isForSale ? 'Yes' : 'No'),
      visibility: (visibility) => VISIBILITIES.find(({ value }) => value === visibility)?.label,
    },
    merges: {
      gallery_ids: (before = [], chosen = [], now = []) => ({
        value: withBoth(before, chosen, now),
        isConflict: false,
      }),
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    mutationFn: (changes: UpdatePhoto) =>
      conflict.save(changes, (merged, { etag }) => updatePhoto(api, photo.id, merged, etag)),
    meta: { ids: () => [photo.id] },
    onSuccess: ({ value: { photo: saved } }) => {
      toast.success('Photo updated successfully!');
      putPhotoInPlace(queryClient, saved);
      if (saved.title !== photo.title) void reorderByTitle(queryClient);
      forgetOtherLists(queryClient);
      void refreshAroundPhotos(queryClient);
    },
    onError: (error) => {
      const otherwise = 'Failed to update photo';
      if (!isOpen.current) toast.error(failureMessage(error, otherwise));
      else if (!conflict.asks(error)) showFailure(form, error, { otherwise });
    },
  });
  const submit = form.handleSubmit((typed) => {
    // What has been left alone may have been changed elsewhere since.
    const changed = FIELDS.filter(
      (name) => form.getFieldState(name).isDirty || (name === 'visibility' && isMeant && losesLast(typed.gallery_ids)),
    );
    const changes = Object.fromEntries(changed.map((name) => [name, typed[name]])) as UpdatePhoto;
    // A form that was left while it saved closes nothing, for another dialog may be open by then.
    save.mutate(changes, { onSuccess: onSaved });
  });

  return (
    <>
      <form noValidate onSubmit={submit}>
        <div className={styles.body}>
          <EditedPhoto photo={photo} />
          <div className={styles.fields}>
            <TextField label="Title" required data-autofocus {...field(form, 'title')} />
            <TextArea label="Description" {...field(form, 'description', { setValueAs: orNull })} />
            <TextField
              label="Alt Text"
              hint="What the photo shows, for people who cannot see it"
              {...field(form, 'alt_text', { setValueAs: orNull })}
            />
            <GalleryChoice
              value={galleries.field.value ?? []}
              known={photo.galleries}
              error={galleries.fieldState.error?.message}
              onChange={chooseGalleries}
            />
            <VisibilityChoice
              radio={() => form.register('visibility', { onChange: () => setMeant(true) })}
              note={
                losesLast(galleries.field.value)
                  ? 'It is in no other gallery: it stays hidden, unless you publish it here.'
                  : undefined
              }
            />
            <TextField
              label="Selling Price"
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              placeholder="0.00"
              {...field(form, 'selling_price', { setValueAs: numberOrNull })}
            />
            <Checkbox label="Mark as for sale" {...form.register('is_for_sale')} />
          </div>
        </div>
        <DialogActions failure={errors.root?.server?.message}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </DialogActions>
      </form>
      {conflict.question}
    </>
  );
}
