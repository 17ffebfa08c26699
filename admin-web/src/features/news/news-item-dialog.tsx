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
import { ScheduleFields, timeOrNone } from '../../app/schedule/schedule-fields.tsx';
import styles from './news-item-dialog.module.css';

const CREATE = {
  title: 'Create News Item',
  submit: 'Create News',
  busy: 'Creating...',
  done: 'News created successfully!',
  failed: 'Failed to create news',
};

const UPDATE = {
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
  onClose: () => void;
}

/** Form of a news item; no field is required. */
export function NewsItemDialog({ item, onClose }: NewsItemDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  /** Set also once a new item was created while its form had further input. */
  const [saved, setSaved] = useState(item);
  const texts = saved ? UPDATE : CREATE;
  const base = useRef({ value: toFormValues(item), etag: undefined });
  const form = useContractForm(SaveNewsItem, toFormValues(item), `news.${saved?.id ?? 'new'}`, undefined, base);
  const picture = useController({ control: form.control, name: 'photo_id' });
  const active = useController({ control: form.control, name: 'is_active' });
  const { errors, isDirty } = form.formState;
  const { leave, confirmDialog } = useUnsavedChanges(isDirty, onClose);
  /** Null once the dialog has closed. */
  const element = useRef<HTMLFormElement>(null);
  const conflict = useSaveConflict({
    form,
    baseRef: base,
    // Items of the list have no version.
    ...(saved && { fetchCurrent: () => versionedNewsItem(api, saved.id) }),
    toFormValues: ({ news }: NewsItemResponse) => toFormValues(news),
    labels: LABELS,
    renderValue: {
      photo_id: (id) => (id ? <PhotoTitle id={id} /> : 'None'),
      publish_at: timeOrNone,
      unpublish_at: timeOrNone,
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    meta: { changedIds: () => (saved ? [saved.id] : []) },
    mutationFn: (typed: SaveNewsItem) =>
      conflict.save(typed, (merged, { etag }) =>
        saved ? updateNewsItem(api, saved.id, merged, etag) : createNewsItem(api, merged),
      ),
    onSuccess: () => {
      toast.success(texts.done);
      void queryClient.invalidateQueries({ queryKey: ['news'] });
    },
    onError: (error) => {
      if (!element.current) toast.error(failureMessage(error, texts.failed));
      else if (!conflict.handleConflict(error)) showFailure(form, error, { otherwise: texts.failed });
    },
  });
  // `onSuccess` of `mutate`: a save that ends after the dialog was left must not close another one.
  const submit = form.handleSubmit((typed) =>
    save.mutate(typed, {
      onSuccess: (response) => {
        if (conflict.keepLaterInput(response)) setSaved(response.value.news);
        else onClose();
      },
    }),
  );

  return (
    <>
      <Dialog title={texts.title} onClose={leave}>
        <form ref={element} noValidate onSubmit={submit}>
          <DialogBody className={styles.fields}>
            <TextField label="Headline" data-autofocus {...field(form, 'headline')} />
            <TextArea label="Content" rows={6} {...field(form, 'content')} />
            <TextField
              label="External Link"
              type="url"
              placeholder="https://"
              autoCapitalize="none"
              spellCheck={false}
              {...field(form, 'link')}
            />
            <PhotoChoice label="Picture" value={picture.field.value ?? null} onChange={picture.field.onChange} />
            <Switch
              label="Active"
              hint="The item that was published last stands on the home page."
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
