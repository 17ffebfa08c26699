import { useEffect, useReducer } from 'react';

export interface Schedule {
  /** ISO 8601; null for none. */
  publish_at?: string | null;
  unpublish_at?: string | null;
}

const SCHEDULED = { label: 'Scheduled', tone: 'accent' } as const;
const ENDED = { label: 'Ended', tone: 'quiet' } as const;

/** Milliseconds beyond which a timer would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Badge of something that is hidden by its schedule now, with the time `at` which it appears; otherwise undefined. */
export function scheduleBadge({ publish_at, unpublish_at }: Schedule) {
  if (unpublish_at && Date.parse(unpublish_at) <= Date.now()) return ENDED;
  return publish_at && Date.parse(publish_at) > Date.now() ? { ...SCHEDULED, at: publish_at } : undefined;
}

/** Renders the component again when the schedule begins or ends. */
export function useScheduleChanges({ publish_at, unpublish_at }: Schedule): void {
  const [renders, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const waits = [publish_at, unpublish_at]
      .map((time) => Date.parse(time ?? '') - Date.now())
      .filter((wait) => wait > 0);
    const wait = Math.min(...waits) + 1;
    if (wait > LONGEST_TIMER) return;
    const timer = setTimeout(render, wait);
    return () => clearTimeout(timer);
  }, [publish_at, unpublish_at, renders]);
}
