import { FormHelp } from '../../app/forms/form-help.ts';
import type { HelpedForm } from '../../app/forms/use-public-form.ts';
import { commentKind } from './comment-kind.ts';

export const helpWith = (form: HelpedForm) => new FormHelp(commentKind, form);
