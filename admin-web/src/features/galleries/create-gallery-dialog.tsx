import { ApiError, createGallery } from '@portfolio/api-client';
import { SaveGallery } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { asText, field, showFailure, useContractForm } from '../../app/contract-form.ts';
import styles from './create-gallery-dialog.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { slugFromTitle } from './slug.ts';

/** Makes a gallery out of words and photos in an order. The URL identifier follows the title until it is edited itself. */
export function CreateGalleryDialog({ onClose }: { onClose: () => void }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [slugIsOwn, setSlugIsOwn] = useState(false);
  const form = useContractForm(SaveGallery, { title: '', slug: '', description: '', photo_ids: [] });
  const photoIds = useController({ control: form.control, name: 'photo_ids' });
  const create = useMutation({
    mutationFn: (gallery: SaveGallery) => createGallery(api, gallery),
    onSuccess: () => {
      toast.success('Gallery created successfully!');
      void queryClient.invalidateQueries({ queryKey: ['galleries'] });
      void queryClient.invalidateQueries({ queryKey: ['photos'] });
      onClose();
    },
    onError: (error) => {
      // A fresh list shows which one it is.
      if (error instanceof ApiError && error.code === 'gallery.unknown-photo') {
        void queryClient.invalidateQueries({ queryKey: ['photos'] });
      }
      showFailure(
        form,
        error,
        { otherwise: 'Failed to create gallery' },
        { 'gallery.slug-taken': 'slug', 'gallery.unknown-photo': 'photo_ids' },
      );
    },
  });
  const { errors, isSubmitted } = form.formState;

  return (
    <Dialog title="Create Gallery" size="large" onClose={onClose}>
      <form noValidate onSubmit={form.handleSubmit((gallery) => create.mutate(gallery))}>
        <div className={styles.body}>
          <div className={styles.words}>
            <TextField
              label="Title"
              required
              data-autofocus
              {...field(form, 'title', {
                onChange: ({ target }: { target: HTMLInputElement }) => {
                  if (slugIsOwn) return;
                  form.setValue('slug', slugFromTitle(target.value), { shouldValidate: isSubmitted });
                },
              })}
            />
            <TextField
              label="URL Identifier"
              required
              autoCapitalize="none"
              spellCheck={false}
              hint="The end of the gallery's address"
              {...field(form, 'slug', {
                onChange: ({ target }: { target: HTMLInputElement }) => setSlugIsOwn(target.value !== ''),
              })}
            />
            <TextArea label="Description" {...field(form, 'description', { setValueAs: asText })} />
          </div>
          <PhotoPicker
            selected={photoIds.field.value}
            onChange={photoIds.field.onChange}
            error={errors.photo_ids?.message}
          />
        </div>
        <DialogActions failure={errors.root?.server?.message}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={photoIds.field.value.length === 0}
            busy={create.isPending}
            busyLabel="Creating..."
          >
            Create Gallery
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
