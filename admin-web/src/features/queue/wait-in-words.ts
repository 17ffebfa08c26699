import { formatCount } from '../../app/format-number.ts';

/** A while as people say it, in its largest unit: 150 seconds give "2 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return formatCount(seconds, 'second', 'seconds');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return formatCount(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour', 'hours') : formatCount(Math.floor(hours / 24), 'day', 'days');
}
