import { Checkbox, type CheckboxProps } from '@portfolio/ui';
import { formatCount } from './format-number.ts';

export interface StayHiddenProps extends Omit<CheckboxProps, 'label' | 'hint'> {
  /** Photos that are in no other gallery than the inactive one that they lose. */
  count: number;
}

/** Says what becomes of photos that lose their last gallery, an inactive one, and offers to publish them. */
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
