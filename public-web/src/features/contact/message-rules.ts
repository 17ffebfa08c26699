import { PostMessage } from '@portfolio/contracts';
import { rulesOf } from '../../app/forms/check.ts';
import { MESSAGE_FIELDS } from './message-fields.ts';

export const rules = rulesOf(PostMessage, MESSAGE_FIELDS);
