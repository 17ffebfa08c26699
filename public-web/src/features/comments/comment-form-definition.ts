import { failureMessage, postComment } from '@portfolio/api-client';
import { LIMITS, PostComment } from '@portfolio/contracts';
import { FormController } from '../../app/forms/form-controller.ts';
import { retryHint, type FormDefinition } from '../../app/forms/form-definition.ts';
import type { ControlledForm } from '../../app/forms/use-public-form.ts';

export const commentForm: FormDefinition<'author_name' | 'author_email' | 'content', { photo_id: number }> = {
  names: ['author_name', 'author_email', 'content'],
  limits: { content: LIMITS.comment.max },
  request: PostComment,
  post: postComment,
  explain: (error) => failureMessage(error, 'Failed to add comment') + retryHint(error),
};

export const createController = (form: ControlledForm) => new FormController(commentForm, form);
