import { createNewsItem, failureMessage, updateNewsItem, versionedNewsItem } from '@portfolio/api-client';
import { SaveNewsItem, type NewsItemResponse, type NewsItemView } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, Switch, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useSaveConflict } from '../../app/conflict/save-conflict.tsx';
import { field, showFailure, useContractForm } from '../../app/forms/contract-form.ts';
import { DialogBody } from '../../app/forms/form-dialog.tsx';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { PhotoChoice, PhotoTitle } from '../../app/photo-choice/photo-choice.tsx';
import { ScheduleFields, renderTime } from '../../app/schedule/schedule-fields.tsx';
import { changeInList } from './news-table.tsx';
import styles from './news.module.css';

const CREATE_TEXTS = {
  title: 'Create News Item',
  submit: 'Create News',
  busy: 'Creating...',
  done: 'News created successfully!',
  failed: 'Failed to create news',
};

const UPDATE_TEXTS = {
  title: 'Edit News Item',
  submit: 'Update News',
  busy: 'Updating...',
  done: 'News updated successfully!',
  failed: 'Failed to update news',
};

const LABELS = {
  headline: 'Headline',
  content: 'Content',
  link: 'External Link',
  photo_id: 'Picture',
  is_active: 'Active',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
};

const toFormValues = (item: NewsItemView | undefined): SaveNewsItem => ({
  headline: item?.headline ?? '',
  content: item?.content ?? '',
  link: item?.link ?? '',
  photo_id: item?.photo_id ?? null,
  is_active: item?.is_active ?? true,
  publish_at: item?.publish_at ?? null,
  unpublish_at: item?.unpublish_at ?? null,
});

export interface NewsItemDialogProps {
  /** Absent for a new item. */
  item?: NewsItemView;
  /** Called with the created item when the form was edited during the create. */
  onContinue?: (created: NewsItemView) => void;
  onClose: () => void;
}

/** Form of a news item; no field is required. */
export function NewsItemDialog({ item, onContinue, onClose }: NewsItemDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  /** The item to update. Also set after a create during which the artist typed on. */
  const [existingItem, setExistingItem] = useState(item);
  const texts = existingItem ? UPDATE_TEXTS : CREATE_TEXTS;
  const baseRef = useRef({ value: toFormValues(item), etag: undefined });
  const form = useContractForm(
    SaveNewsItem,
    toFormValues(item),
    `news.${existingItem?.id ?? 'new'}`,
    undefined,
    baseRef,
  );
  const picture = useController({ control: form.control, name: 'photo_id' });
  const active = useController({ control: form.control, name: 'is_active' });
  const { errors, isDirty } = form.formState;
  const { leave, confirmDialog } = useUnsavedChanges(isDirty, onClose);
  /** Null after unmount. */
  const formRef = useRef<HTMLFormElement>(null);
  const conflict = useSaveConflict({
    form,
    baseRef,
    // Items of the list have no version: the first save fetches it.
    ...(existingItem && { fetchCurrent: () => versionedNewsItem(api, existingItem.id) }),
    toFormValues: ({ news }: NewsItemResponse) => toFormValues(news),
    labels: LABELS,
    renderValue: {
      photo_id: (id) => (id ? <PhotoTitle id={id} /> : 'None'),
      publish_at: renderTime,
      unpublish_at: renderTime,
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    meta: { changedIds: () => (existingItem ? [existingItem.id] : []) },
    mutationFn: (values: SaveNewsItem) =>
      conflict.save(values, (merged, { etag }) =>
        existingItem ? updateNewsItem(api, existingItem.id, merged, etag) : createNewsItem(api, merged),
      ),
    onSuccess: ({ value: { news } }) => {
      toast.success(texts.done);
      // The form may open again before the refetch.
      changeInList(queryClient, api, news.id, news);
      void queryClient.invalidateQueries({ queryKey: ['news'] });
    },
    onError: (error) => {
      if (!formRef.current) toast.error(failureMessage(error, texts.failed));
      else if (!conflict.handleConflict(error)) showFailure(form, error, { otherwise: texts.failed });
    },
  });
  // Callbacks passed to `mutate` are not called after unmount, so that a late response closes no other dialog.
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (response) => {
        if (!conflict.keepLaterInput(response)) return onClose();
        setExistingItem(response.value.news);
        onContinue?.(response.value.news);
      },
    }),
  );

  return (
    <>
      <Dialog title={texts.title} onClose={leave}>
        <form ref={formRef} noValidate onSubmit={submit}>
          <DialogBody className={styles.fields}>
            <TextField label={LABELS.headline} data-autofocus {...field(form, 'headline')} />
            <TextArea label={LABELS.content} rows={6} {...field(form, 'content')} />
            <TextField
              label={LABELS.link}
              type="url"
              placeholder="https://"
              autoCapitalize="none"
              spellCheck={false}
              {...field(form, 'link')}
            />
            <PhotoChoice
              label={LABELS.photo_id}
              value={picture.field.value ?? null}
              error={picture.fieldState.error?.message}
              onChange={picture.field.onChange}
            />
            <Switch
              label={LABELS.is_active}
              hint="Visitors see active items only. The latest one with text stands on the home page: by Publish at, or else by its creation."
              checked={active.field.value ?? true}
              onChange={active.field.onChange}
            />
            <ScheduleFields control={form.control} />
          </DialogBody>
          <DialogActions failure={errors.root?.server?.message}>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel={texts.busy}>
              {texts.submit}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {confirmDialog}
      {conflict.dialog}
    </>
  );
}
