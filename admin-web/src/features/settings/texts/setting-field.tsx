import { characterCount, LIMITS, RIGHTS_SETTINGS, SETTINGS } from '@portfolio/contracts';
import { Button, SelectField, TextArea, TextField } from '@portfolio/ui';
import { useMemo } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { deviceTimeZone } from '../../../app/date-time.tsx';
import { field } from '../../../app/forms/contract-form.ts';
import { formatNumber } from '../../../app/format-number.ts';
import { PhotoChoice } from '../../../app/photo-choice/photo-choice.tsx';
import { ExhibitionsSetting } from './exhibitions-setting.tsx';
import type { TextEntry, Texts } from './text-groups.ts';
import styles from './setting-field.module.css';

interface SettingProps extends TextEntry {
  form: UseFormReturn<Texts>;
  /** Saved name of the artist, for forms without it. */
  artistName: string;
}

/** Field of one setting: text, choice, photo or list. */
export function SettingField({ name, ...rest }: SettingProps) {
  if (name === 'about_portrait') return <PortraitSetting form={rest.form} />;
  if (name === 'exhibitions') return <ExhibitionsSetting form={rest.form} />;
  return isChoice(name) ? <ChoiceSetting form={rest.form} name={name} /> : <TextSetting name={name} {...rest} />;
}

/** Portrait of the about page. */
function PortraitSetting({ form }: { form: UseFormReturn<Texts> }) {
  const { field: portrait } = useController({ control: form.control, name: 'about_portrait' });
  return (
    <PhotoChoice
      label="Portrait"
      value={Number(portrait.value) || null}
      onChange={(id) => portrait.onChange(String(id ?? ''))}
    />
  );
}

/** Input types by kind of setting. */
const TYPES = { text: 'text', email: 'email', address: 'url', addresses: 'url' } as const;

type TextFieldName = Exclude<TextEntry['name'], ChoiceName | 'about_portrait' | 'exhibitions'>;

/** Text field with its length limit and a reset to the default. */
function TextSetting({ form, artistName, name, hint, lines }: SettingProps & { name: TextFieldName }) {
  const rules: { kind: keyof typeof TYPES; label: string; default: string; max?: number; emptyMeansDefault?: boolean } =
    SETTINGS[name];
  const { kind, label, max = LIMITS.settingText, emptyMeansDefault = false } = rules;
  const text = useWatch({ control: form.control, name });
  const artist = useWatch({ control: form.control, name: 'artist_name', defaultValue: artistName }).trim();
  const isRightsText = (RIGHTS_SETTINGS as readonly string[]).includes(name);
  // Values that the site derives from an empty setting.
  const implied = { site_title: artist, copyright_line: artist && `© ${artist}` }[name as string];
  const placeholder = emptyMeansDefault ? rules.default : implied;
  const common = { label, placeholder, spellCheck: kind === 'text' && !isRightsText, hint };

  return (
    <div className={styles.text}>
      {lines ? (
        <TextArea rows={lines} {...common} {...field(form, name)} />
      ) : (
        <TextField type={TYPES[kind]} {...common} {...field(form, name)} />
      )}
      <div className={styles.foot}>
        {rules.default !== '' && text !== rules.default && (
          <Button
            variant="quiet"
            onClick={() => {
              form.setValue(name, rules.default, { shouldDirty: true, shouldValidate: true });
              // The button disappears.
              form.setFocus(name);
            }}
          >
            Reset to default <span className="visually-hidden">for {label}</span>
          </Button>
        )}
        <span className={styles.count}>
          {formatNumber(characterCount(text))} / {formatNumber(max)}
          <span className="visually-hidden"> characters</span>
        </span>
      </div>
    </div>
  );
}

interface Choice {
  value: string;
  label: string;
  /** Language of the label; absent for English. */
  lang?: string;
  /** Label of its `optgroup`. */
  group?: string;
}

/** BCP 47 tags, with countries that format dates or prices differently. */
const LANGUAGES = (
  'af ar bg bn ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-AR es-MX et eu fa fi ' +
  'fil fr fr-BE fr-CA fr-CH ga gl he hi hr hu hy id is it it-CH ja ka ko lt lv mk ms nb nl nl-BE nn pl pt-BR pt-PT ro ru sk ' +
  'sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'
).split(' ');

/** Current names of cities that engines list by an earlier one. */
const RENAMED: Record<string, string> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** Language by its own name: `Deutsch (Österreich)`. */
function toLanguage(tag: string): Choice {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  return { value: tag, label: name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1), lang: tag };
}

/** `America/Argentina/Buenos_Aires` becomes `Argentina, Buenos Aires` in the group `America`. */
function toTimeZone(name: string): Choice {
  const [group = '', ...cities] = name.split('/');
  if (cities.length === 0) return { value: name, label: name };
  const label = cities.map((city) => RENAMED[city] ?? city.replaceAll('_', ' ')).join(', ');
  return { value: name, label, group };
}

const toPixels = (edge: string): Choice => ({ value: edge, label: `${edge} pixels` });

const CHOICES = {
  largest_public_size: {
    all: () => SETTINGS.largest_public_size.choices.map(toPixels),
    one: toPixels,
    hint:
      'The long edge of the largest picture that visitors can see. 3840 is used in full screen only. ' +
      'A smaller size takes effect immediately; a change regenerates every image.',
  },
  language: {
    all: () => LANGUAGES.map(toLanguage).sort((a, b) => a.label.localeCompare(b.label, 'en')),
    one: toLanguage,
    hint: 'The language you write in. Dates and prices on the public pages follow it; buttons and menus stay English.',
  },
  time_zone: {
    all: () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map(toTimeZone),
    one: toTimeZone,
    /** Getter: the device's time zone may change while the page is open. */
    get hint() {
      return `Of all dates, here and on the public pages. This device is in ${deviceTimeZone()}.`;
    },
  },
};

type ChoiceName = keyof typeof CHOICES;
const isChoice = (name: string): name is ChoiceName => Object.hasOwn(CHOICES, name);

/** Select field of a setting. A saved value outside the choices is listed too. */
function ChoiceSetting({ form, name }: { form: UseFormReturn<Texts>; name: ChoiceName }) {
  const { all, one, hint } = CHOICES[name];
  const chosen = useWatch({ control: form.control, name });
  const saved = form.formState.defaultValues?.[name] ?? chosen;
  const listed = useMemo(() => all(), [all]);
  const choices = [...listed];
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
    <SelectField label={SETTINGS[name].label} hint={hint} {...field(form, name)}>
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
  );
}
