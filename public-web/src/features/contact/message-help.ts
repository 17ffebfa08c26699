import { FormController } from '../../app/forms/form-help.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { messageForm } from './message-kind.ts';

export const helpWith = (form: HelpedForm) => new FormController(messageForm, form);
