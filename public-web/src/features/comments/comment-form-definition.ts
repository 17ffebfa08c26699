import { failureMessage, postComment } from '@portfolio/api-client';
import { LIMITS, PostComment } from '@portfolio/contracts';
import { retryHint, type FormDefinition } from '../../app/forms/form-definition.ts';

export const commentForm: FormDefinition<'author_name' | 'author_email' | 'content', { photo_id: number }> = {
  names: ['author_name', 'author_email', 'content'],
  limits: { content: LIMITS.comment.max },
  request: PostComment,
  post: postComment,
  explain: (error) => failureMessage(error, 'Failed to add comment') + retryHint(error),
};
