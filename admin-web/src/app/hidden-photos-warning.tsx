import { Checkbox, type CheckboxProps } from '@portfolio/ui';
import { formatCount } from './format-number.ts';

export interface HiddenPhotosWarningProps extends Omit<CheckboxProps, 'label' | 'hint'> {
  /** Photos that lose their only gallery, which is not public. At 0 nothing is shown. */
  count: number;
}

/** Warns that photos without a gallery become hidden, with a checkbox that prevents it. */
export function HiddenPhotosWarning({ count, ...checkbox }: HiddenPhotosWarningProps) {
  return (
    <>
      {/* Screen readers announce changes of an existing status only. */}
      <p role="status" className={count === 0 ? 'visually-hidden' : undefined}>
        {count > 0 && `${formatCount(count, 'photo is', 'photos are')} in no other gallery and will be hidden.`}
      </p>
      {count > 0 && (
        <Checkbox
          label={count === 1 ? 'Publish it' : 'Publish them'}
          hint="Photos set to Unlisted or Hidden keep that setting"
          {...checkbox}
        />
      )}
    </>
  );
}
