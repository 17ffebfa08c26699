import { failureMessage } from '@portfolio/api-client';
import { whenAgain } from '../../app/forms/form-faults.ts';

/** The fields of the comment form, in their order. */
export const COMMENT_FIELDS = ['author_name', 'author_email', 'content'] as const;

/** Why a comment could not be posted. */
export const whyNotPosted = (error: unknown) => failureMessage(error, 'Failed to add comment') + whenAgain(error);
