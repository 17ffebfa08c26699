import { counted } from '../../app/figures.ts';

/** A while as people say it, in its largest unit: 150 seconds give "2 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second', 'seconds');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? counted(hours, 'hour', 'hours') : counted(Math.floor(hours / 24), 'day', 'days');
}
