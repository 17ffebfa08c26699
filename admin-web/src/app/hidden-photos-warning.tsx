import { Checkbox, type CheckboxProps } from '@portfolio/ui';
import { formatCount } from './format-number.ts';

export interface StayHiddenProps extends Omit<CheckboxProps, 'label' | 'hint'> {
  /** Photos that lose their only gallery, an inactive one. */
  count: number;
}

/** Warns that photos without a gallery stay hidden, with a checkbox that publishes them. */
export function StayHidden({ count, ...checkbox }: StayHiddenProps) {
  const isOne = count === 1;
  return (
    <>
      <p role="status">
        {formatCount(count, 'photo is', 'photos are')} in no other gallery: {isOne ? 'it stays' : 'they stay'} hidden.
      </p>
      <Checkbox
        label={isOne ? 'Publish it' : 'Publish them'}
        hint="Photos set to Unlisted or Hidden keep that setting"
        {...checkbox}
      />
    </>
  );
}
