import { replyToComment } from '@portfolio/api-client';
import { isBlank, ReplyToComment, type ModeratedCommentView } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, TextArea } from '@portfolio/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import toast from 'react-hot-toast';
import { field, showFailure, useContractForm } from '../../app/forms/contract-form.ts';
import { DialogBody } from '../../app/forms/form-dialog.tsx';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './comment-card.module.css';

export interface ReplyDialogProps {
  comment: ModeratedCommentView;
  /** @param isDialogOpen false if it was closed before the response */
  onReplied: (comment: ModeratedCommentView, isDialogOpen: boolean) => void;
  onClose: () => void;
}

/** The artist's public reply to a comment. It approves a pending comment. */
export function ReplyDialog({ comment, onReplied, onClose }: ReplyDialogProps) {
  const { id, content, author_name, is_approved, reply } = comment;
  const { api } = useAdmin();
  const form = useContractForm(ReplyToComment, { content: reply?.content ?? '' }, `reply ${id}`);
  const { errors, isDirty } = form.formState;
  /** Null after unmount. */
  const formRef = useRef<HTMLFormElement>(null);
  const { leave, confirmDialog } = useUnsavedChanges(isDirty, onClose);
  const save = useMutation({
    mutationFn: (text: string) => replyToComment(api, id, text),
    onSuccess: ({ comment: saved }) => {
      toast.success(saved.reply ? 'Reply published' : 'Reply removed');
      onReplied(saved, formRef.current !== null);
    },
    onError: (error) => showFailure(form, error, { otherwise: 'Failed to save the reply' }),
  });
  const submit = form.handleSubmit((values) => {
    if (!isBlank(values.content)) save.mutate(values.content);
    else form.setError('content', { message: 'Reply is required' }, { shouldFocus: true });
  });
  return (
    <>
      <Dialog title={reply ? 'Edit Reply' : 'Reply'} onClose={leave}>
        <form ref={formRef} noValidate onSubmit={submit}>
          <DialogBody className={styles.body}>
            <blockquote className={styles.quote} dir="auto">
              {content}
            </blockquote>
            <TextArea
              label={`Reply to ${author_name}`}
              hint="Everybody sees it under the comment, marked as the artist’s."
              required
              rows={4}
              data-autofocus
              readOnly={save.isPending}
              {...field(form, 'content')}
            />
          </DialogBody>
          <DialogActions failure={errors.root?.server?.message}>
            {reply && (
              <Button variant="danger" busy={save.isPending} onClick={() => save.mutate('')}>
                Remove Reply
              </Button>
            )}
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
              {is_approved ? 'Publish Reply' : 'Approve and Reply'}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {confirmDialog}
    </>
  );
}
