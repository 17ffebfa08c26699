import { FormController } from '../../app/forms/form-controller.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { commentForm } from './comment-form-definition.ts';

export const helpWith = (form: HelpedForm) => new FormController(commentForm, form);
