import { characterCount, LIMITS, RIGHTS_SETTINGS, SETTINGS } from '@portfolio/contracts';
import { Button, TextArea, TextField } from '@portfolio/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { field } from '../../../app/forms/contract-form.ts';
import { formatNumber } from '../../../app/format-number.ts';
import { type ChoiceName, ChoiceSetting, isChoice } from '../choice-setting.tsx';
import type { TextEntry } from './text-groups.ts';
import styles from './text-setting.module.css';
import type { Texts } from './use-site-texts-form.ts';

export interface TextSettingProps extends TextEntry {
  form: UseFormReturn<Texts>;
}

/** Field of one setting: text or choice. */
export const SiteSetting = ({ name, ...rest }: TextSettingProps) =>
  isChoice(name) ? <ChoiceSetting form={rest.form} name={name} /> : <TextSetting name={name} {...rest} />;

/** Input types by kind of setting. */
const TYPES = { text: 'text', email: 'email', address: 'url', addresses: 'url' } as const;

/** Text field with its length limit and a reset to the default. */
function TextSetting({ form, name, hint, lines }: TextSettingProps & { name: Exclude<TextEntry['name'], ChoiceName> }) {
  const rules: { kind: keyof typeof TYPES; label: string; default: string; max?: number; needed?: boolean } =
    SETTINGS[name];
  const { kind, label, max = LIMITS.settingText, needed = false } = rules;
  const text = useWatch({ control: form.control, name });
  const artist = useWatch({ control: form.control, name: 'artist_name' }).trim();
  const isRight = (RIGHTS_SETTINGS as readonly string[]).includes(name);
  // Values that the site derives from an empty setting.
  const implied = { site_title: artist, copyright_line: artist && `© ${artist}` }[name as string];
  const placeholder = needed ? rules.default : implied;
  const common = { label, placeholder, spellCheck: kind === 'text' && !isRight, ...(hint && { hint }) };

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
            onClick={() => form.setValue(name, rules.default, { shouldDirty: true, shouldValidate: true })}
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
