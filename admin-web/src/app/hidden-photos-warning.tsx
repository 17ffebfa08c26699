import { Checkbox, type CheckboxProps } from '@portfolio/ui';
import { formatCount } from './format-number.ts';

export interface HiddenPhotosWarningProps extends Omit<CheckboxProps, 'label' | 'hint'> {
  /** Photos that lose their only gallery, which is not public. */
  count: number;
}

/** Warns that photos without a gallery become hidden, with a checkbox that prevents it. */
export function HiddenPhotosWarning({ count, ...checkbox }: HiddenPhotosWarningProps) {
  const isOne = count === 1;
  return (
    <>
      <p role="status">{formatCount(count, 'photo is', 'photos are')} in no other gallery and will be hidden.</p>
      <Checkbox
        label={isOne ? 'Publish it' : 'Publish them'}
        hint="Photos set to Unlisted or Hidden keep that setting"
        {...checkbox}
      />
    </>
  );
}
