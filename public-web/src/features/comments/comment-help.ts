import { FormController } from '../../app/forms/form-help.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { commentForm } from './comment-kind.ts';

export const helpWith = (form: HelpedForm) => new FormController(commentForm, form);
