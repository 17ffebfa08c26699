/** Which part of the site answers. */
export interface HealthView {
  status: 'ok' | 'unavailable';
  parts: Record<'database' | 'queue' | 'worker' | 'storage', 'up' | 'down'>;
}
