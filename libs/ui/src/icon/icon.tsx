/** Outlines on a 20 px square, drawn with a round 1.5 px pen. */
const OUTLINES = {
  alert: 'M10 6.5v4.2M10 13.6v.1M10 2.8 18 16.6H2z',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  comments: 'M3.5 4h13v9.5H9.2L5.5 16.8v-3.3h-2z',
  dashboard: 'M3.5 3.5h5.5v7.5H3.5zM11 3.5h5.5V8H11zM11 10h5.5v6.5H11zM3.5 13h5.5v3.5H3.5z',
  edit: 'm4 12.8-.8 4 4-.8L16.6 6.6l-3.2-3.2zM11.3 5.5l3.2 3.2',
  external: 'M11.5 3.5h5v5M16.5 3.5 9 11M14 11.5v4a1 1 0 0 1-1 1H4.5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h4',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z',
  eyeOff:
    'M4.8 6.2C3 7.7 2 10 2 10s3 5.5 8 5.5c1.5 0 2.8-.4 3.9-1.1M8 4.7a8 8 0 0 1 2-.2c5 0 8 5.5 8 5.5s-.7 1.3-2 2.6M3 3l14 14',
  fit: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  fullscreen: 'M12 3.5h4.5V8M16.5 3.5l-5 5M8 16.5H3.5V12M3.5 16.5l5-5',
  galleries: 'M3.5 6.5h13v10h-13zM5.5 3.5h9',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  info: 'M10 9v4.8M10 6.3v.1M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z',
  list: 'M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5v.1M3.5 10v.1M3.5 15v.1',
  messages: 'M3 4.5h14v11H3zM3 5l7 5.5L17 5',
  minus: 'M4 10h12',
  news: 'M3.5 4h10v12h-9a1 1 0 0 1-1-1zM13.5 8h3v7a1 1 0 0 1-1 1h-2M6 7h5M6 10h5M6 13h3',
  next: 'm7.5 4 6 6-6 6',
  pause: 'M7 4.5v11M13 4.5v11',
  photos: 'M3 4.5h14v11H3zM3 13l4-4 4 4 2.5-2.5L17 14M13 7.7v.1',
  play: 'M6.5 4v12L16 10z',
  plus: 'M10 4v12M4 10h12',
  previous: 'm12.5 4-6 6 6 6',
  retry: 'M16.5 10A6.5 6.5 0 1 1 14.3 5.2M16.5 2.8v3.4h-3.4',
  settings:
    'M4 5.5h7M14.5 5.5H16M4 10h2M9.5 10H16M4 14.5h7M14.5 14.5H16M12.7 7.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM7.7 11.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM12.7 16.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  signOut: 'M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M8.5 10h8M13.5 7l3 3-3 3',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5l.8 11h8l.8-11M8.5 8.8v4.5M11.5 8.8v4.5',
  upload: 'M10 13V3.5M6.2 7.2 10 3.5l3.8 3.7M3.5 13v2.5a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V13',
} as const;

export type IconName = keyof typeof OUTLINES;

interface IconProps {
  name: IconName;
  /** Pixels. */
  size?: number;
}

/** Icon beside text or inside a labelled control; screen readers skip it. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={OUTLINES[name]} />
    </svg>
  );
}
