import { TextField } from '@portfolio/ui';
import { use } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { DateTime, SiteFormatsContext } from '../date-time.tsx';

const MAX_LOCAL = '9999-12-31T23:59';

interface FieldProps<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  label: string;
}

/** Fields `publish_at` and `unpublish_at`: beginning and end of a schedule, in the time zone of the site. */
export const ScheduleFields = <T extends FieldValues>({ control }: Pick<FieldProps<T>, 'control'>) => (
  <>
    <TimeField control={control} name={'publish_at' as Path<T>} label="Publish at" />
    <TimeField control={control} name={'unpublish_at' as Path<T>} label="Unpublish at" />
  </>
);

function TimeField<T extends FieldValues>({ control, name, label }: FieldProps<T>) {
  const zone = use(SiteFormatsContext)?.minute.resolvedOptions().timeZone ?? 'UTC';
  const { field, fieldState } = useController({ control, name });
  const time = field.value as string | null | undefined;
  return (
    <TextField
      label={label}
      hint={`Optional, in the site's time zone: ${zone}`}
      type="datetime-local"
      {...field}
      max={MAX_LOCAL}
      value={time ? toLocalInput(time, zone) : ''}
      onChange={({ target }) => {
        // A browser may accept a year of five digits despite `max`.
        if (target.value.length <= MAX_LOCAL.length) {
          field.onChange(target.value ? fromLocalInput(target.value, zone) : null);
        }
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
