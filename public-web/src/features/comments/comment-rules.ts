import { PostComment } from '@portfolio/contracts';
import { rulesOf } from '../../app/forms/check.ts';
import { COMMENT_FIELDS } from './comment-fields.ts';

export const rules = rulesOf(PostComment, COMMENT_FIELDS);
