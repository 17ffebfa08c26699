export interface Schedule {
  /** ISO 8601; null for none. */
  publish_at?: string | null;
  unpublish_at?: string | null;
}

const SCHEDULED = { label: 'Scheduled', tone: 'accent' } as const;
const ENDED = { label: 'Ended', tone: 'quiet' } as const;

/** Badge of something that is hidden by its schedule now; otherwise undefined. */
export function scheduleBadge({ publish_at, unpublish_at }: Schedule) {
  if (unpublish_at && Date.parse(unpublish_at) <= Date.now()) return ENDED;
  return publish_at && Date.parse(publish_at) > Date.now() ? SCHEDULED : undefined;
}
