import { FormHelp } from '../../app/forms/form-help.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { messageKind } from './message-kind.ts';

export const helpWith = (form: HelpedForm) => new FormHelp(messageKind, form);
