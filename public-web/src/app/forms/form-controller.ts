import { ApiError, type Api } from '@portfolio/api-client';
import { characterCount, LIMITS } from '@portfolio/contracts';
import { validateSync } from 'class-validator';
import { notify } from '../layout/toasts.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { faultsOf, pick } from './form-faults.ts';
import type { FormDefinition } from './form-definition.ts';
import type { HelpedForm } from './use-public-form.ts';

type Fields = Record<string, string>;
/** Whichever fields it has: what it posts is put together from what it names itself. */
type AnyForm = Omit<FormDefinition, 'post'> & { post: (api: Api, form: never) => Promise<unknown> };

/** From this part of its limit on, the length of a text is shown. */
const NEAR = 0.9;

/**
 * What a form can do with JavaScript: it knows what is wrong before it is sent, sends without leaving the page, and keeps
 * what was typed.
 */
export class FormController {
  /** The key of the draft. */
  private draft: string;

  /** @param form in the page; a draft of it is brought back */
  constructor(
    private readonly kind: AnyForm,
    private readonly form: HelpedForm,
  ) {
    this.draft = form.draft;
    this.bringBack();
  }

  /** Takes the draft along when the form is about something else than before; where nothing was typed, brings back that one. */
  keepAs(draft: string): void {
    if (draft === this.draft) return;
    const typed = readDraft(this.draft);
    keepDraft(this.draft, {});
    this.draft = draft;
    if (Object.keys(typed).length > 0) keepDraft(draft, typed);
    else this.bringBack();
  }

  /** Follows what is typed: keeps it, counts it, and takes back what was said about it once it is mended. */
  follow(name: string): void {
    const { kind, form } = this;
    const typed = this.read();
    const changed = kind.names.filter((one) => typed[one] !== this.input(one).defaultValue);
    keepDraft(this.draft, pick(typed, changed));

    const most = kind.limits[name];
    const count = most === undefined ? 0 : characterCount(typed[name] ?? '');
    form.update(({ counts, errors, ...before }) => ({
      ...before,
      isSent: false,
      counts: { ...counts, [name]: most && count > most * NEAR ? `${count} of ${most}` : '' },
      errors: errors[name] === undefined ? errors : pick({ ...errors, [name]: this.faults(typed)[name] }, kind.names),
    }));
  }

  /** Sends it, or says why not. @param about what it is about, which nobody types */
  async send(api: Api, about: object): Promise<void> {
    const { kind, form } = this;
    const typed = this.read();
    const errors = this.faults(typed);
    if (Object.keys(errors).length > 0) return this.show({ errors });
    try {
      // Nobody is refused for being quick, with fields that the browser has filled in: the form waits in her place.
      // Again where a timer went off early by the browser's clock, as Firefox's may.
      for (let left; (left = LIMITS.fillTime - form.age()) > 0;) await pause(left);
      const signs = { website: this.input('website').value, fill_time: Math.ceil(form.age()) };
      await kind.post(api, { ...typed, ...signs, ...about } as never);
    } catch (error) {
      form.onFailure(error);
      // A password manager may have written into the trap: it would be refused for ever.
      if (error instanceof ApiError && error.code === 'request.spam') this.input('website').value = '';
      // Who has gone on meanwhile sees nothing of the form.
      if (!form.element.isConnected) return notify(kind.explain(error), { isAlert: true });
      return this.show(faultsOf(error, kind.names, kind.explain));
    }
    keepDraft(this.draft, {});
    form.update(({ rounds }) => ({ counts: {}, errors: {}, isSent: true, rounds: rounds + 1 }));
    form.onSent();
  }

  private bringBack() {
    if (this.form.cameBack) return;
    for (const [name, value] of Object.entries(pick(readDraft(this.draft), this.kind.names))) {
      const input = this.input(name);
      if (input.value === input.defaultValue) input.value = value;
    }
  }

  /** Says what is wrong, and goes to the first field that is. */
  private show(faults: { errors: Fields; failure?: string }): void {
    this.form.update((before) => ({ ...before, failure: undefined, ...faults }));
    const [first] = Object.keys(faults.errors);
    if (first) this.input(first).focus();
  }

  /** The message for each faulty field, in the order of the form, by the rules that the server judges by too. */
  private faults(typed: Fields): Fields {
    const faults = validateSync(Object.assign(new this.kind.request(), typed), { stopAtFirstError: true });
    const messages = faults.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0] ?? '']);
    return pick(Object.fromEntries(messages), this.kind.names);
  }

  private input(name: string): HTMLInputElement {
    return this.form.element.elements.namedItem(name) as HTMLInputElement;
  }

  private read(): Fields {
    return Object.fromEntries(this.kind.names.map((name) => [name, this.input(name).value]));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
