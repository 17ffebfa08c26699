import { SETTINGS } from '@portfolio/contracts';
import { SelectField } from '@portfolio/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { field } from '../../app/forms/contract-form.ts';
import { deviceTimeZone } from '../../app/date-time.tsx';
import styles from './texts/text-setting.module.css';
import type { Texts } from './texts/use-site-texts-form.ts';

interface Choice {
  value: string;
  label: string;
  /** Of the label, where it is not English. */
  lang?: string;
  /** Under which it stands. */
  group?: string;
}

/** Languages of many artists, with the countries that write dates or prices in their own way. */
const LANGUAGES = (
  'af ar bg bn ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-AR es-MX et eu fa fi ' +
  'fil fr fr-BE fr-CA fr-CH ga gl he hi hr hu hy id is it it-CH ja ka ko lt lv mk ms nb nl nl-BE nn pl pt-BR pt-PT ro ru sk ' +
  'sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'
).split(' ');

/** Cities that engines list under an earlier spelling. */
const RENAMED: Record<string, string> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** A language by its own name: `Deutsch (Österreich)`. */
function toLanguage(tag: string): Choice {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  return { value: tag, label: name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1), lang: tag };
}

/** `America/Argentina/Buenos_Aires` is Argentina, Buenos Aires among those of America. */
function toTimeZone(name: string): Choice {
  const [group = '', ...places] = name.split('/');
  if (places.length === 0) return { value: name, label: name };
  const label = places.map((place) => RENAMED[place] ?? place.replaceAll('_', ' ')).join(', ');
  return { value: name, label, group };
}

/** Computes a list at its first use. */
function lazy<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}

const CHOICES = {
  language: {
    all: lazy(() => LANGUAGES.map(toLanguage).sort((a, b) => a.label.localeCompare(b.label, 'en'))),
    one: toLanguage,
    hint: () => 'Of what you write. Dates and prices on the public pages follow it; buttons and menus stay English.',
  },
  time_zone: {
    all: lazy(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map(toTimeZone)),
    one: toTimeZone,
    hint: () => `Of all dates, here and on the public pages. This device is in ${deviceTimeZone()}.`,
  },
};

export type ChoiceName = keyof typeof CHOICES;
export const isChoice = (name: string): name is ChoiceName => Object.hasOwn(CHOICES, name);

export interface ChoiceSettingProps {
  form: UseFormReturn<Texts>;
  name: ChoiceName;
}

/** Select for a setting. Lists a saved value too when it is not one of the choices. */
export function ChoiceSetting({ form, name }: ChoiceSettingProps) {
  const { all, one, hint } = CHOICES[name];
  const chosen = useWatch({ control: form.control, name });
  const saved = form.formState.defaultValues?.[name] ?? chosen;
  const choices = [...all()];
  for (const value of new Set([saved, chosen])) {
    if (!choices.some((choice) => choice.value === value)) choices.unshift(one(value));
  }
  const groups = new Set(choices.map(({ group }) => group));
  const options = (of: string | undefined) =>
    choices
      .filter(({ group }) => group === of)
      .map(({ value, label, lang }) => (
        <option key={value} value={value} lang={lang}>
          {label}
        </option>
      ));
  return (
    <div className={styles.text}>
      <SelectField label={SETTINGS[name].label} hint={hint()} {...field(form, name)}>
        {options(undefined)}
        {[...groups].map(
          (group) =>
            group !== undefined && (
              <optgroup key={group} label={group}>
                {options(group)}
              </optgroup>
            ),
        )}
      </SelectField>
    </div>
  );
}
