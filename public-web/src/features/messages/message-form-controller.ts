import { FormController } from '../../app/forms/form-controller.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { messageForm } from './message-form-definition.ts';

export const helpWith = (form: HelpedForm) => new FormController(messageForm, form);
