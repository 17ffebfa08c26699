import { TextField } from '@portfolio/ui';
import { use, useState, type SyntheticEvent } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { DateTime, SiteFormatsContext, type SiteFormats } from '../date-time.tsx';

/** In every time zone before the year 10000, which the contract rejects. */
const MAX_LOCAL = '9999-12-30T23:59';

interface FieldProps<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  label: string;
  formats: SiteFormats;
}

/** Fields `publish_at` and `unpublish_at` of a schedule, once the site's time zone is loaded. */
export function ScheduleFields<T extends FieldValues>({ control }: Pick<FieldProps<T>, 'control'>) {
  const formats = use(SiteFormatsContext);
  if (!formats) return null;
  return (
    <>
      <TimeField control={control} name={'publish_at' as Path<T>} label="Publish at" formats={formats} />
      <TimeField control={control} name={'unpublish_at' as Path<T>} label="Unpublish at" formats={formats} />
    </>
  );
}

function TimeField<T extends FieldValues>({ control, name, label, formats }: FieldProps<T>) {
  const zone = formats.minute.resolvedOptions().timeZone;
  const { field, fieldState } = useController({ control, name });
  /** Empty for a half-filled input, which the contract rejects. */
  const time = field.value as string | null | undefined;
  /** Local time as typed, until the field loses the focus: it may be one that a clock change skips. */
  const [typed, setTyped] = useState<string>();
  const update = ({ currentTarget: { value, validity } }: SyntheticEvent<HTMLInputElement>) => {
    // A browser may accept a year of five digits despite `max`.
    if (value.length > MAX_LOCAL.length) return;
    setTyped(value);
    field.onChange(validity.badInput || value > MAX_LOCAL ? '' : value ? fromLocalInput(value, zone) : null);
  };
  // Browsers send no `change` event while the value stays empty.
  const updateHalfFilled = (event: SyntheticEvent<HTMLInputElement>) => {
    if (event.currentTarget.validity.badInput !== (time === '')) update(event);
  };
  return (
    <TextField
      label={label}
      hint={
        formats.isFallback
          ? "Optional, in UTC: the site's time zone could not be used"
          : `Optional, in the site's time zone: ${zone}`
      }
      type="datetime-local"
      {...field}
      max={MAX_LOCAL}
      value={typed ?? (time ? toLocalInput(time, zone) : '')}
      onChange={update}
      // Enter submits what the field then shows.
      onKeyDown={({ key }) => key === 'Enter' && setTyped(undefined)}
      onKeyUp={updateHalfFilled}
      onBlur={(event) => {
        updateHalfFilled(event);
        setTyped(undefined);
        field.onBlur();
      }}
      error={fieldState.error?.message}
    />
  );
}

/** A time of a schedule, for a list of changes. */
export const renderTime = (time: string | null | undefined) => (time ? <DateTime at={time} /> : 'None');

/** Local time for an input, such as `2026-03-14T09:26`. @param time ISO 8601 */
export function toLocalInput(time: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(time));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The inverse of `toLocalInput`. @returns ISO 8601 in UTC; an hour off for a local time that a clock change skips */
export function fromLocalInput(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  const offsetAt = (time: number) => Date.parse(`${toLocalInput(new Date(time).toISOString(), timeZone)}Z`) - time;
  // The first guess may be on the other side of a clock change.
  return new Date(wanted - offsetAt(wanted - offsetAt(wanted))).toISOString();
}
