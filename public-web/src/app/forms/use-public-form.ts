import { useEffect, useReducer, useRef, useState, type FormEvent } from 'react';
import { useApi } from '../data/contexts.ts';
import { readStorage, writeStorage } from '../data/storage.ts';
import { notify } from '../layout/toasts.tsx';
import { navigationTiming } from '../router/navigation-timing.ts';
import { useSearch } from '../router/navigation.ts';
import type { FormController } from './form-controller.ts';
import { useSentForm, type FormErrors } from './form-state.ts';

interface PublicFormOptions {
  name: string;
  /** Fields that are not typed; part of the draft's key. */
  context: Readonly<Record<string, number | undefined>>;
  prefilled?: Readonly<Record<string, string>>;
  /** Imports the form's definition with its controller. */
  load: () => Promise<{ createController: (form: ControlledForm) => FormController }>;
  /** Message when the controller cannot be loaded. */
  failure: string;
  success: string;
  onSent?: () => void;
  onFailure?: (error: unknown) => void;
}

/** Visible state of a form, besides its values. */
interface FormView extends FormErrors {
  failure?: string | undefined;
  /** Character counts of fields near their limits. */
  counts: Readonly<Record<string, string>>;
  isSent: boolean;
  /** Successful submissions since the form was mounted. */
  sentCount: number;
}

/** A form as its controller sees it. */
export interface ControlledForm {
  element: HTMLFormElement;
  /** Storage key of the draft. */
  draft: string;
  /** The server rendered it with values and errors. */
  isReturned: boolean;
  /** Milliseconds since it was mounted. */
  age(): number;
  update(change: (before: FormView) => FormView): void;
  onSent(): void;
  onFailure(error: unknown): void;
}

/**
 * State of a `PublicForm`. Its controller loads on focus, on submit, or on mount with a draft or returned values. Without
 * JavaScript, the browser posts the form.
 */
export function usePublicForm(options: PublicFormOptions) {
  const api = useApi();
  const { returned, isSent } = useSentForm(options.name);
  /** Context of the sent form, if the page has another one. */
  const about = useSearch().get('about');
  const [view, update] = useReducer((before: FormView, change: (before: FormView) => FormView) => change(before), {
    ...(returned ?? { errors: {} }),
    counts: {},
    isSent,
    sentCount: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const mountedAt = useRef(0);
  const controller = useRef<Promise<FormController>>(undefined);
  const latest = useRef(options);
  const draft = `${options.name} ${Object.values(options.context).join()}`;
  const values = view.sentCount === 0 ? returned?.values : undefined;

  /** @param element is read first: the visitor may leave the page during the import */
  const load = (element = ref.current as HTMLFormElement) =>
    (controller.current ??= options
      .load()
      .then(({ createController }) =>
        createController({
          element,
          draft,
          isReturned: returned !== undefined,
          age: () => performance.now() - mountedAt.current,
          update,
          onSent: () => {
            notify(latest.current.success);
            latest.current.onSent?.();
          },
          onFailure: (error) => latest.current.onFailure?.(error),
        }),
      )
      .catch((error: unknown) => {
        controller.current = undefined;
        throw error;
      }));
  const withController = (run: (controller: FormController) => void) => void load().then(run, () => undefined);

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    mountedAt.current = performance.now();
  }, []);
  useEffect(() => {
    // After a reload or Back the draft may be newer than the sent form.
    if (!isSent || navigationTiming()?.type !== 'navigate') return;
    writeStorage('sessionStorage', about ? `${options.name} ${about}` : draft, null);
    // oxlint-disable-next-line react/exhaustive-deps -- on mount
  }, []);
  useEffect(() => {
    if (controller.current || returned || readStorage('sessionStorage', draft) !== null) {
      withController((controller) => controller.moveDraft(draft));
    }
    // oxlint-disable-next-line react/exhaustive-deps -- on mount, and when the context changes
  }, [draft]);
  useEffect(() => {
    // After the render that replaced the returned values by empty ones.
    if (view.sentCount > 0) ref.current?.reset();
  }, [view.sentCount]);

  const setFailure = (failure?: string) => update((before) => ({ ...before, isSent: false, failure }));
  const send = () =>
    load().then(
      (controller) => controller.send(api, options.context),
      () => {
        if (!ref.current) notify(options.failure, { isAlert: true });
        else if (navigator.onLine) ref.current.submit();
        else setFailure(options.failure);
      },
    );

  return {
    ...view,
    success: options.success,
    isBusy,
    isFailureReturned: returned !== undefined && view.failure === returned.failure,
    attributes: {
      id: `${options.name}-form`,
      ref,
      onFocus: () => withController(() => undefined),
      onInput: (event: FormEvent) => {
        const { name } = event.target as HTMLInputElement;
        withController((controller) => controller.onInput(name));
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (isBusy) return;
        setBusy(true);
        // Screen readers announce the same failure again only after its removal.
        setFailure();
        void send().finally(() => setBusy(false));
      },
    },
    field: (name: string, hint?: string) => ({
      name,
      defaultValue: values?.[name] ?? options.prefilled?.[name] ?? '',
      error: view.errors[name],
      hint: view.counts[name] || hint,
      readOnly: isBusy,
      autoFocus: returned !== undefined && name === Object.keys(returned.errors)[0],
    }),
  };
}
