import { Badge } from '@portfolio/ui';
import type { ComponentProps } from 'react';
import { DateTime } from '../date-time.tsx';

interface StatusBadgeProps extends Pick<ComponentProps<typeof Badge>, 'tone'> {
  label: string;
  /** Time of a schedule, ISO 8601. */
  at?: string;
}

/** Status of a row, with a date if it is one of a schedule. @example "Scheduled, Dec 24, 2026" */
export function StatusBadge({ label, tone, at }: StatusBadgeProps) {
  return (
    <Badge tone={tone}>
      {label}
      {at && (
        <>
          , <DateTime at={at} precision="day" />
        </>
      )}
    </Badge>
  );
}
