import { ApiError, type Api } from '@portfolio/api-client';
import { characterCount, LIMITS } from '@portfolio/contracts';
import { validateSync } from 'class-validator';
import { readSessionJson, writeStorage } from '../data/storage.ts';
import { notify } from '../layout/toasts.tsx';
import { errorsOf, pick, type FormDefinition } from './form-definition.ts';
import type { FormErrors } from './form-state.ts';
import type { ControlledForm } from './use-public-form.ts';

type Fields = Record<string, string>;

/** Share of a field's limit from which its length is shown. */
const COUNT_FROM = 0.9;

/** Drafts that are being sent, with the controllers created meanwhile: these restore the draft only after a failure. */
const sending = new Map<string, FormController[]>();

/** Validates, counts and sends a form, and saves its draft. */
export class FormController {
  /** Storage key. */
  private draft: string;
  /** Whether the fields have values from the server, which are defaults of this page only. */
  private isReturned: boolean;

  constructor(
    private readonly definition: AnyDefinition,
    private readonly form: ControlledForm,
  ) {
    this.draft = form.draft;
    this.isReturned = form.isReturned;
    if (this.isReturned) saveDraft(this.draft, this.changed(this.read()));
    else this.restoreDraft();
  }

  /** Moves the draft to another key when the form's context changes; an empty form gets the draft of that key. */
  moveDraft(key: string): void {
    if (key === this.draft) return;
    const values = readDraft(this.draft);
    saveDraft(this.draft, {});
    this.draft = key;
    if (Object.keys(values).length > 0) saveDraft(key, values);
    else this.restoreDraft();
  }

  /** Call after input into a field: saves the draft, counts, and removes an error that is fixed. */
  onInput(name: string): void {
    const { names, limits } = this.definition;
    const values = this.read();
    saveDraft(this.draft, this.changed(values));

    const limit = limits[name];
    const count = limit === undefined ? 0 : characterCount(values[name] ?? '');
    this.form.update(({ counts, errors, ...before }) => ({
      ...before,
      isSent: false,
      counts: { ...counts, [name]: limit && count > limit * COUNT_FROM ? `${count} of ${limit}` : '' },
      errors: errors[name] === undefined ? errors : pick({ ...errors, [name]: this.validate(values)[name] }, names),
    }));
  }

  /** Sends the form, or shows its errors. @param context fields without an input */
  async send(api: Api, context: object): Promise<void> {
    const { definition, form } = this;
    const values = this.read();
    const errors = this.validate(values);
    if (Object.keys(errors).length > 0) return this.show({ errors });
    // The draft may move before the response.
    const { draft } = this;
    const before = JSON.stringify(readDraft(draft));
    const meanwhile: FormController[] = [];
    sending.set(draft, meanwhile);
    // A later send of the same draft has its own entry.
    const release = () => sending.get(draft) === meanwhile && sending.delete(draft);
    try {
      // Waits out the anti-spam minimum, which an autofilled form may not reach. Firefox's timers may fire early.
      for (let left; (left = LIMITS.fillTime - form.age()) > 0;) await pause(left);
      const signals = { website: this.input('website').value, fill_time: Math.ceil(form.age()) };
      await definition.post(api, { ...values, ...signals, ...context } as never);
    } catch (error) {
      release();
      // A form mounted meanwhile may have newer input.
      saveDraft(this.draft, { ...this.changed(values), ...readDraft(this.draft) });
      for (const controller of meanwhile) controller.restoreDraft();
      form.onFailure(error);
      // A password manager may have filled the honeypot, which would fail every attempt.
      if (error instanceof ApiError && error.code === 'request.spam') this.input('website').value = '';
      // The visitor has left the page.
      if (!form.element.isConnected) return notify(definition.explain(error), { isAlert: true });
      return this.show(errorsOf(error, definition));
    }
    release();
    this.isReturned = false;
    if (form.element.isConnected || before === JSON.stringify(readDraft(this.draft))) saveDraft(this.draft, {});
    form.update(({ sentCount }) => ({ counts: {}, errors: {}, isSent: true, sentCount: sentCount + 1 }));
    form.onSent();
  }

  private restoreDraft() {
    const meanwhile = sending.get(this.draft);
    meanwhile?.push(this);
    if (meanwhile) return;
    for (const [name, value] of Object.entries(pick(readDraft(this.draft), this.definition.names))) {
      const input = this.input(name);
      if (input.value === input.defaultValue) input.value = value;
    }
  }

  /** Shows errors and focuses the first faulty field. */
  private show(errors: FormErrors): void {
    this.form.update((before) => ({ ...before, isSent: false, failure: undefined, ...errors }));
    const [first] = Object.keys(errors.errors);
    if (first) this.input(first).focus();
  }

  /** Messages of the faulty fields, in the order of the form. */
  private validate(values: Fields): Fields {
    const faults = validateSync(Object.assign(new this.definition.request(), values), { stopAtFirstError: true });
    const messages = faults.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0] ?? '']);
    return pick(Object.fromEntries(messages), this.definition.names);
  }

  private input(name: string): HTMLInputElement {
    return this.form.element.elements.namedItem(name) as HTMLInputElement;
  }

  /** Fields for the draft. */
  private changed(values: Fields): Fields {
    const initial = (name: string) => (this.isReturned ? '' : this.input(name).defaultValue);
    return pick(
      values,
      this.definition.names.filter((name) => values[name] !== initial(name)),
    );
  }

  private read(): Fields {
    return Object.fromEntries(this.definition.names.map((name) => [name, this.input(name).value]));
  }
}

/** A definition of any fields: `post` gets an object built from its own names. */
type AnyDefinition = Omit<FormDefinition, 'post'> & { post: (api: Api, form: never) => Promise<unknown> };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Unsent fields, in the tab's storage. */
const readDraft = (key: string): Fields => readSessionJson(key, {});

const saveDraft = (key: string, values: Fields) =>
  writeStorage('sessionStorage', key, Object.keys(values).length > 0 ? JSON.stringify(values) : null);
