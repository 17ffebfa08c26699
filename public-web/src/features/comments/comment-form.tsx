import { photoCommentsKey } from '@portfolio/api-client';
import { TextArea, TextField } from '@portfolio/ui/field';
import { useQueryClient } from '@tanstack/react-query';
import { PublicForm } from '../../app/forms/public-form.tsx';
import { usePublicForm } from '../../app/forms/use-public-form.ts';
import text from '../../app/components/text.module.css';
import styles from './comments.module.css';

export function CommentForm({ photoId, onSent }: { photoId: number; onSent: () => void }) {
  const client = useQueryClient();
  const form = usePublicForm({
    name: 'comment',
    context: { photo_id: photoId },
    load: () => import('./comment-form-definition.ts'),
    failure: 'Failed to add comment',
    success: 'Comment added successfully!',
    onSent: () => {
      onSent();
      void client.invalidateQueries({ queryKey: photoCommentsKey(photoId) });
    },
  });
  return (
    <>
      <h3 id="write-comment" className={styles.write} lang="en">
        Write a comment
      </h3>
      <PublicForm
        form={form}
        labelledBy="write-comment"
        submit="Post Comment"
        busyLabel="Posting..."
        afterSuccess="It will appear once it has been approved."
      >
        <div className={text.pair}>
          <TextField label="Name" required autoComplete="name" {...form.field('author_name')} />
          <TextField
            label="Email"
            type="email"
            required
            autoComplete="email"
            {...form.field('author_email', 'It is never shown.')}
          />
        </div>
        <TextArea label="Comment" required rows={4} {...form.field('content')} />
      </PublicForm>
    </>
  );
}
