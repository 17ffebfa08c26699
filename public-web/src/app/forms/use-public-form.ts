import { useEffect, useReducer, useRef, useState, type FormEvent } from 'react';
import { useApi } from '../data/api-context.ts';
import { useSentForm, type FormFaults } from './form-state.ts';
import { notify } from '../layout/toasts.tsx';
import type { FormController } from './form-controller.ts';

export interface PublicFormOptions {
  /** Which form of the page. */
  name: string;
  /** What it is about, which nobody types: it tells its draft from others, and is sent along. */
  about: Readonly<Record<string, number | undefined>>;
  /** What a field begins with, where it is not empty. */
  prefilled?: Readonly<Record<string, string>>;
  /** Fetches what helps to fill in and send it. */
  help: () => Promise<{ helpWith: (form: HelpedForm) => FormController }>;
  /** What to say where the site cannot be reached at all. */
  failure: string;
  /** What is said once it has been sent. */
  said: string;
  onSent?: () => void;
  onFailure?: (error: unknown) => void;
}

/** What a form shows beside what was typed. */
export interface FormShown extends FormFaults {
  failure?: string | undefined;
  /** How long texts are, where they are nearly too long. */
  counts: Readonly<Record<string, string>>;
  isSent: boolean;
  /** How many times it was sent since it appeared. */
  rounds: number;
}

/** A form as its help sees it. */
export interface HelpedForm {
  element: HTMLFormElement;
  /** The key of its draft, to begin with. */
  draft: string;
  /** It came back from the server with what was typed. */
  cameBack: boolean;
  /** Milliseconds for which it has been there. */
  age(): number;
  update(change: (before: FormShown) => FormShown): void;
  onSent(): void;
  onFailure(error: unknown): void;
}

/** A plain form that works without JavaScript, and better with it: see `PublicForm` for what it looks like. */
export function usePublicForm(options: PublicFormOptions) {
  const api = useApi();
  const { back, isSent } = useSentForm(options.name);
  const [shown, update] = useReducer((before: FormShown, change: (before: FormShown) => FormShown) => change(before), {
    ...(back ?? { errors: {} }),
    counts: {},
    isSent,
    rounds: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const appeared = useRef(0);
  const help = useRef<Promise<FormController>>(undefined);
  const latest = useRef(options);
  const draft = `${options.name} ${Object.values(options.about).join()}`;
  const values = shown.rounds === 0 ? back?.values : undefined;

  const load = () =>
    (help.current ??= options
      .help()
      .then(({ helpWith }) =>
        helpWith({
          element: ref.current as HTMLFormElement,
          draft,
          cameBack: back !== undefined,
          age: () => performance.now() - appeared.current,
          update,
          onSent: () => {
            notify(latest.current.said);
            latest.current.onSent?.();
          },
          onFailure: (error) => latest.current.onFailure?.(error),
        }),
      )
      .catch((error: unknown) => {
        help.current = undefined;
        throw error;
      }));
  const prepare = () => void load().catch(() => undefined);

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    appeared.current = performance.now();
  }, []);
  useEffect(() => {
    if (!help.current && !hasDraft(draft)) return;
    load().then(
      (help) => help.keepAs(draft),
      () => undefined,
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the form appears, and when it is about something else
  }, [draft]);
  useEffect(() => {
    // Once what came back has made way for an empty form.
    if (shown.rounds > 0) ref.current?.reset();
  }, [shown.rounds]);

  const send = () =>
    load().then(
      (help) => help.send(api, options.about),
      () => {
        if (navigator.onLine) ref.current?.submit();
        else update((before) => ({ ...before, failure: options.failure }));
      },
    );

  return {
    ...shown,
    said: options.said,
    isBusy,
    /** It came back with the page, and what is wrong is about none of the fields. */
    isFailureBack: back !== undefined && shown.failure === back.failure,
    attributes: {
      ref,
      onFocus: prepare,
      onInput: (event: FormEvent) => {
        const { name } = event.target as HTMLInputElement;
        load().then(
          (help) => help.follow(name),
          () => undefined,
        );
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (isBusy) return;
        setBusy(true);
        // The same failure once more is read out only where it has been away.
        update((before) => ({ ...before, failure: undefined }));
        void send().finally(() => setBusy(false));
      },
    },
    /** What a field component needs to be part of the form. */
    field: (name: string, hint?: string) => ({
      name,
      defaultValue: values?.[name] ?? options.prefilled?.[name] ?? '',
      error: shown.errors[name],
      hint: shown.counts[name] || hint,
      readOnly: isBusy,
      autoFocus: back !== undefined && name === Object.keys(back.errors)[0],
    }),
  };
}

function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    // A browser that keeps nothing lets nobody ask.
    return false;
  }
}
