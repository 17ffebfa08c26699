import { createNewsItem, failureMessage, updateNewsItem } from '@portfolio/api-client';
import { SaveNewsItem, type NewsItemView } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, Switch, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { field, showFailure, useContractForm } from '../../app/contract-form.ts';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
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

export interface NewsItemDialogProps {
  /** The item to change; without one, another is made. */
  item?: NewsItemView;
  onClose: () => void;
}

/** Everything about one news item, of which nothing is needed. */
export function NewsItemDialog({ item, onClose }: NewsItemDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const words = item ? UPDATE : CREATE;
  const form = useContractForm(
    SaveNewsItem,
    {
      headline: item?.headline ?? '',
      content: item?.content ?? '',
      link: item?.link ?? '',
      is_active: item?.is_active ?? true,
    },
    `news.${item?.id ?? 'new'}`,
  );
  const active = useController({ control: form.control, name: 'is_active' });
  const { errors, isDirty } = form.formState;
  const { leave, question } = useUnsavedChanges(isDirty, onClose);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const save = useMutation({
    meta: { ids: () => (item ? [item.id] : []) },
    mutationFn: (typed: SaveNewsItem) => (item ? updateNewsItem(api, item.id, typed) : createNewsItem(api, typed)),
    onSuccess: () => {
      toast.success(words.done);
      void queryClient.invalidateQueries({ queryKey: ['news'] });
    },
    onError: (error) => {
      if (isOpen.current) showFailure(form, error, { otherwise: words.failed });
      else toast.error(failureMessage(error, words.failed));
    },
  });
  // What is saved when the dialog has been left already does not close the one that is open by then.
  const submit = form.handleSubmit((typed) => save.mutate(typed, { onSuccess: onClose }));

  return (
    <>
      <Dialog title={words.title} onClose={leave}>
        <form noValidate onSubmit={submit}>
          <div className={styles.fields}>
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
            <Switch
              label="Active"
              hint="The newest active item stands on the home page."
              checked={active.field.value ?? true}
              onChange={active.field.onChange}
            />
          </div>
          <DialogActions failure={errors.root?.server?.message}>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel={words.busy}>
              {words.submit}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {question}
    </>
  );
}
