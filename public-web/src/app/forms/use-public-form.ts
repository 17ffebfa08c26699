import type { PublicForm } from '@portfolio/contracts';
import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { useSentForm, type FormFaults } from '../form-state.ts';
import { draftOf } from './drafts.ts';
import { faultsOf, pick } from './form-faults.ts';
import type { FormRules } from './form-rules.ts';

type Fields = Record<string, string>;

export interface PublicFormOptions<Name extends string> {
  /** Which form of the page. */
  name: string;
  /** Its fields, in their order. */
  names: readonly Name[];
  /** What a field begins with, where it is not empty. */
  prefilled?: Readonly<Fields>;
  /** The most that a field takes, where it is worth counting. */
  limits: Readonly<Record<string, number>>;
  /** Tells the drafts of forms apart. */
  draft: string;
  /** Fetches what the form is judged by. */
  rules: () => Promise<{ rules: FormRules }>;
  /** Sends what was typed, and the signs by which people are told from programs. */
  send: (form: Record<Name, string> & Pick<PublicForm, 'website' | 'fill_time'>) => Promise<unknown>;
  /** The sentence for a failure that is about none of the fields. */
  explain: (error: unknown) => string;
  onSent: () => void;
}

/** From this part of its limit on, the length of a text is shown. */
const NEAR = 0.9;
/** Milliseconds that a form waits for its rules; after that the server judges alone. */
const RULES_IN = 3_000;
const NO_FAULTS: FormFaults = { errors: {} };

/** A plain form that works without JavaScript, and better with it: see `PublicForm` for what it looks like. */
export function usePublicForm<Name extends string>(options: PublicFormOptions<Name>) {
  const { name, names, limits, prefilled = {}, explain } = options;
  const { back, isSent } = useSentForm(name);
  const [defaults, setDefaults] = useState(back?.values);
  const [faults, setFaults] = useState<FormFaults>(back ?? NO_FAULTS);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(isSent);
  const [rounds, setRounds] = useState(0);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const rules = useRef<FormRules>(undefined);
  const appeared = useRef(0);
  const wantsFocus = useRef(back !== undefined);
  const draft = draftOf(`${name} ${options.draft}`);

  const field = (of: string) => form.current?.elements.namedItem(of) as HTMLInputElement;
  const read = () => Object.fromEntries(names.map((one) => [one, field(one).value])) as Record<Name, string>;

  const load = async () => {
    rules.current ??= (await options.rules().catch(() => undefined))?.rules;
    return rules.current;
  };

  useEffect(() => {
    appeared.current = performance.now();
    if (back) return;
    for (const [of, value] of Object.entries(pick(draft.read(), names))) {
      const input = field(of);
      if (input.value === input.defaultValue) input.value = value;
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, []);

  useEffect(() => {
    const first = names.find((one) => faults.errors[one]);
    if (first && wantsFocus.current) field(first).focus();
    wantsFocus.current = false;
  });

  const show = (found: FormFaults) => {
    wantsFocus.current = true;
    setFaults(found);
  };

  async function submit() {
    const typed = read();
    const judge = rules.current ?? (await Promise.race([load(), pause(RULES_IN)]));
    const errors = judge?.faults(typed) ?? {};
    if (Object.keys(errors).length > 0) return show({ errors });
    setFaults(NO_FAULTS);
    try {
      // Nobody is refused for being quick, with fields that the browser has filled in: the form waits in her place.
      if (judge) await pause(judge.patience - (performance.now() - appeared.current));
      const fill_time = judge && Math.ceil(performance.now() - appeared.current);
      await options.send({ ...typed, website: field('website').value, ...(fill_time ? { fill_time } : {}) });
    } catch (error) {
      return show(faultsOf(error, names, explain));
    }
    draft.keep({});
    setDefaults(undefined);
    setCounts({});
    setSent(true);
    setRounds(rounds + 1);
    options.onSent();
  }

  // After what came back has made way for an empty form.
  useEffect(() => {
    if (rounds > 0) form.current?.reset();
  }, [rounds]);

  return {
    busy,
    failure: faults.failure,
    /** It came back with the page, and what is wrong is about none of the fields. */
    isFailureBack: back !== undefined && faults === back,
    sent,
    attributes: {
      ref: form,
      onFocus: (_: FocusEvent) => void load(),
      onInput: (event: FormEvent) => {
        void load();
        const { name: of, value } = event.target as HTMLInputElement;
        const typed = read();
        const changed = names.filter((one) => typed[one] !== field(one).defaultValue);
        draft.keep(pick(typed, changed));
        setSent(false);
        const most = limits[of];
        const count = most && rules.current ? rules.current.count(value) : 0;
        if (most) setCounts({ ...counts, [of]: count > most * NEAR ? `${count} of ${most}` : '' });
        if (!faults.errors[of]) return;
        const { [of]: _corrected, ...others } = faults.errors;
        const now = rules.current?.faults(typed)[of as Name];
        setFaults({ ...faults, errors: now ? { ...faults.errors, [of]: now } : others });
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        void submit().finally(() => setBusy(false));
      },
    },
    /** What a field component needs to be part of the form. */
    field: (of: string, hint?: string) => ({
      name: of,
      defaultValue: defaults?.[of] ?? prefilled[of] ?? '',
      error: faults.errors[of],
      hint: counts[of] || hint,
      readOnly: busy,
      autoFocus: back !== undefined && of === names.find((one) => back.errors[one]),
    }),
  };
}

const pause = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
